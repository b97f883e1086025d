"""Many mutants in one text: each behind a switch that is thrown when the program runs, so that they are compiled once, together.

switched(text, changes) puts changes of rules.py, numbered, into a file of the copy: where change n stands, `doorway_mutant(n)` says
whether it is wanted. What a change stands in is done twice, as it was and changed: an expression statement, a return, the condition of an
if, while or for, or what a variable begins with. A change that stands in none of these (in a declaration of a class, say) has no place.
"""
import re

import rules

INCLUDE = '#include "doorway_mutant.hpp"\n'

# Which mutant is on, and which were passed by: the latter in a file, which a killed process leaves behind too.
HEADER = r"""#pragma once
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <type_traits>

namespace doorway_mutants {
inline int wanted() {
  const char* number = std::getenv("DOORWAY_MUTANT");
  return number == nullptr ? 0 : std::atoi(number);
}
inline const int on = wanted();
inline unsigned char nowhere[4096];
inline unsigned char* shared() {
  const char* name = std::getenv("DOORWAY_MUTANTS_PASSED");
  if (name == nullptr) return nowhere;
  const int file = ::open(name, O_RDWR | O_CLOEXEC);
  if (file < 0) return nowhere;
  void* at = ::mmap(nullptr, sizeof nowhere, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  return at == MAP_FAILED ? nowhere : static_cast<unsigned char*>(at);
}
inline unsigned char* const passed = shared();
}  // namespace doorway_mutants

constexpr bool doorway_mutant(int number) {
  if (std::is_constant_evaluated()) return false;
  if (doorway_mutants::passed != nullptr) __atomic_store_n(doorway_mutants::passed + number, 1, __ATOMIC_RELAXED);
  return doorway_mutants::on == number;
}
"""
MOST = 4096


def closing(code, at, ends):
    """Where the first of these stands outside all brackets opened since."""
    depth = 0
    while at < len(code):
        c = code[at]
        if depth == 0 and c in ends:
            return at
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(c, 0)
        if depth < 0:
            return -1
        at += 1
    return -1


def places(text):
    """(start, end, kind) of all that can be done twice."""
    code = rules.masked(text)
    found = []
    for start, end, _ in rules.statements(code):
        found.append((start, end, "statement"))
    for match in re.finditer(r"\breturn\b(?= *[^; ])", code):
        end = closing(code, match.end(), ";")
        if end >= 0:
            found.append((match.start(), end + 1, "return"))
    for start, end in rules.conditions(code):
        if not re.search(r"(?<![=!<>])=(?!=)", re.sub(r"\[[=&]", "[", code[start:end])):
            found.append((start, end, "condition"))
    for match in re.finditer(r"\bfor \(", code):
        first = closing(code, match.end(), ";")
        second = closing(code, first + 1, ";") if first >= 0 else -1
        if second >= 0 and code[first + 1 : second].strip():
            start = first + 1 + len(code[first + 1 : second]) - len(code[first + 1 : second].lstrip())
            found.append((start, second, "condition"))
    for match in re.finditer(r"(?<=[;{}])\s*(?!return|using|static|constexpr|else)[\w:][\w:<>, *&]* [\w]+ = (?![\[{])", code):
        end = closing(code, match.end(), ";")
        if end >= 0:
            found.append((match.end(), end, "value"))
    return found


def place_of(change, all_places):
    """The smallest that has all of it. Two statements that change places are one."""
    if change.rule == "swap neighbours":
        return change.start, change.end, "statement"
    around = [one for one in all_places if one[0] <= change.start and change.end <= one[1]]
    return min(around, key=lambda one: one[1] - one[0]) if around else None


def flat(text):
    """On one line, without comments."""
    return " ".join(re.sub(r'("(?:\\.|[^"\\\n])*")|//[^\n]*', lambda m: m.group(1) or "", text).split())


def fits(place, others):
    """Inside one another, or apart: what overlaps otherwise cannot be done twice."""
    start, end, _ = place
    return all(end <= a or b <= start or (a <= start and end <= b) or (start <= a and b <= end) for a, b, _ in others)


def switched(text, numbered):
    """The text with each (number, place, change) behind its switch, and (number, first line, last line) of each there."""
    inside = {}
    for number, place, change in numbered:
        start, end, kind = place
        changed = text[start : change.start] + change.to + text[change.end : end]
        inside.setdefault(place, []).append((number, flat(changed)))
    in_order = sorted(inside, key=lambda place: (place[0], -place[1], place[2] != "statement"))

    def written(start, end, todo):
        out, at = "", start
        while todo:
            place = todo.pop(0)
            within = []
            while todo and todo[0][1] <= place[1]:
                within.append(todo.pop(0))
            out += text[at : place[0]] + twice(place, written(place[0], place[1], within))
            at = place[1]
        return out + text[at:end]

    def twice(place, original):
        marks = "".join(f"/*{number}*/" for number, _ in inside[place])
        if place[2] == "statement":
            tests = "".join(f"if (doorway_mutant({number})) {{ {words} }} else " for number, words in inside[place])
            return f"{marks}{{ {tests}{{ {original} }} }}{marks}"
        if place[2] == "return":
            tests = "".join(f"if (doorway_mutant({number})) {words} " for number, words in inside[place])
            return f"{marks}{{ {tests}{original} }}{marks}"
        cast = "static_cast<bool>" if place[2] == "condition" else ""
        tests = "".join(f"doorway_mutant({number}) ? {cast}({words}) : " for number, words in inside[place])
        return f"{marks}({tests}{cast}({original})){marks}"

    made = INCLUDE + written(0, len(text), in_order)
    lines = []
    for number, _, _ in numbered:
        marks = [match.start() for match in re.finditer(rf"/\*{number}\*/", made)]
        lines.append((number, made.count("\n", 0, marks[0]) + 1, made.count("\n", 0, marks[-1]) + 1))
    return made, lines
