"""The mutants made by rule of an area: which, their compilation all at once, and their trial."""
import collections
import concurrent.futures
import hashlib
import os
import re
import sys
import time

import rules
import switches
from tree import ROOT, WORK, command, copy, say

AT_MOST_OF_A_PART = 25


class mutant:
    def __init__(self, file, text, change, place):
        self.file, self.change, self.place, self.twin = file, change, place, 0
        self.line = text.count("\n", 0, change.start) + 1
        self.within = " ".join(text.split("\n")[self.line - 1].split())
        self.old = " ".join(text[change.start : change.end].split())
        self.new = " ".join(change.to.split())
        self.number = 0

    def same(self):
        return "\n".join((self.file, self.change.rule, self.old, self.new, self.within, *(["again"] * self.twin)))

    def shown(self):
        again = f" ({self.twin + 1})" if self.twin else ""
        return f"{self.file}:{self.line}: {self.change.rule}: `{self.old[:70]}` -> `{self.new[:70]}`{again}"


class file_of_mutants:
    """All that can be changed in a file, in the order in which it is tried, whatever else there is in the file."""

    def __init__(self, name, seed, only):
        self.name, self.text = name, (ROOT / name).read_text(encoding="utf-8")
        places = switches.places(self.text)
        all_changes = ((change, switches.place_of(change, places)) for change in rules.candidates(self.text))
        self.queue = [mutant(name, self.text, change, place) for change, place in all_changes if place]
        so_far = collections.Counter()
        for one in self.queue:
            so_far[one.same()] += 1
            one.twin = so_far[one.same()] - 1
        self.queue = [one for one in self.queue if only in one.shown()]
        self.queue.sort(key=lambda one: hashlib.sha256(f"{seed}\n{one.same()}".encode()).digest())
        self.taken = []

    def take(self):
        """False if nothing is left."""
        while self.queue:
            one = self.queue.pop(0)
            if switches.fits(one.place, [other.place for other in self.taken]):
                self.taken.append(one)
                return True
        return False


def files_of(group, seed, only):
    names = sorted({str(path.relative_to(ROOT)) for pattern in group["files"] for path in ROOT.glob(pattern) if path.is_file()})
    if not names:
        sys.exit(f"mutants: no file is called {group['files']}")
    return [file_of_mutants(name, seed, only) for name in names]


def take_from(files, wanted):
    """Each file in turn; how many could not be taken."""
    while wanted > 0:
        before = wanted
        for file in files:
            if wanted > 0 and file.take():
                wanted -= 1
        if wanted == before:
            break
    return wanted


def chosen(area, seed, only):
    """Of what contains `only`, if that is asked, a few from wherever they are."""
    groups = []
    for group in area["groups"]:
        groups.append(files_of(group, seed, only or ""))
        take_from(groups[-1], AT_MOST_OF_A_PART if only else group["make"])
    return groups


def listed(area, seed, only):
    return [one.shown() for group in chosen(area, seed, only) for file in group for one in file.taken]


def blamed_in(said, lines):
    """The numbers of those that stand where the compiler complains."""
    blamed = set()
    for match in re.finditer(r"([\w./-]+\.[ch]pp):(\d+):\d+: +(?:(?:fatal )?error:|required from)", said):
        for name, where in lines.items():
            if match.group(1).endswith("/" + name):
                blamed |= {number for number, first, last in where if first <= int(match.group(2)) <= last}
    return blamed


def compiled(place, groups, targets):
    """Builds them all; those that do not compile make way for others. How many there are."""
    while True:
        number, instead, lines = 0, {"include/doorway_mutant.hpp": switches.HEADER}, {}
        for file in (file for group in groups for file in group if file.taken):
            for one in file.taken:
                one.number = number = number + 1
            instead[file.name], lines[file.name] = switches.switched(file.text, [(one.number, one.place, one.change) for one in file.taken])
        if not 0 < number < switches.MOST:
            return 0
        place.update(instead)
        status, said = place.build(targets)
        if status == 0:
            return number
        blamed = blamed_in(said, lines)
        if not blamed:
            sys.exit(f"mutants: what has all mutants in it cannot be built\n{said[-4000:]}")
        say(f"{len(blamed)} do not compile, and make way for others")
        for group in groups:
            before = sum(len(file.taken) for file in group)
            for file in group:
                file.taken = [one for one in file.taken if one.number not in blamed]
            take_from(group, before - sum(len(file.taken) for file in group))


class test:
    """NAME, of a program of GoogleTest, NAME:FILTER for some of its cases, or what to build and what to ask ctest for."""

    def __init__(self, place, said):
        self.place = place
        if isinstance(said, str):
            self.name = said
            program, _, cases = said.partition(":")
            self.targets, self.regex, self.program, self.cases = [program], None, program, cases or "*"
        else:
            self.name, self.targets, self.regex, self.program = said["ctest"], said["build"], said["ctest"], None
        self.usual, self.passes_by = 0.0, set()

    def run(self, seconds, **more):
        environment = {**os.environ, **{name: str(value) for name, value in more.items()}}
        if self.regex:
            return self.place.ctest(self.regex, seconds, env=environment)
        path = next(self.place.build_folder.glob(f"tests/**/{self.program}"))
        words = [str(path), "--gtest_fail_fast", "--gtest_brief=1", f"--gtest_filter={self.cases}"]
        return command(words, seconds, env=environment, cwd=path.parent)

    def look(self, most):
        """How long it takes, and which mutants it passes by."""
        passed = WORK / f"{self.place.tree.name}-passed"
        passed.write_bytes(bytes(switches.MOST))
        begun = time.monotonic()
        status, said = self.run(1800, DOORWAY_MUTANTS_PASSED=passed)
        if status not in (0, 77):
            sys.exit(f"mutants: {self.name} fails without any mutant\n{said[-3000:]}")
        self.usual = time.monotonic() - begun
        self.passes_by = {number for number, is_so in enumerate(passed.read_bytes()[: most + 1]) if is_so}

    def notices(self, number):
        """None, or how."""
        if number not in self.passes_by:
            return None
        status, said = self.run(20 + 10 * self.usual, DOORWAY_MUTANT=number)
        if status in (0, 77):
            return None
        if status is None:
            return "time"
        case = re.search(r"^\[  FAILED  \] (\S+?),? |Test +#\d+: (\S+) [.*]+\**(?:Failed|Timeout|Exception|SegFault|Subprocess)", said, re.M)
        return f"{self.name}" + (f" {case.group(1) or case.group(2)}" if case and case.group(1) else f" {case.group(2)}" if case else "")


def why_equivalent(one, equivalent):
    for known in equivalent:
        said = [known[word] for word in ("file", "rule", "from", "to", "in")] + [known.get("twin", 1)]
        if said == [one.file, one.change.rule, one.old, one.new, one.within, one.twin + 1]:
            return known["why"]
    return None


def tried(name, area, seed, equivalent, asked):
    place = copy(name)
    groups = chosen(area, seed, asked.only)
    tests = [test(place, said) for said in area["tests"]]
    if asked.test:
        tests = [one for one in tests if asked.test in one.name]
    recorded = [test(place, said) for said in area["recorded"] if not asked.test]
    most = compiled(place, groups, sorted({target for one in tests + recorded for target in one.targets}))
    if most == 0:
        return []
    for one in tests + recorded:
        one.look(most)
        say(f"{one.name}: {one.usual:.1f} s, passes by {len(one.passes_by)} of {most}")
    tests.sort(key=lambda one: one.usual)

    def outcome(one):
        if why := why_equivalent(one, equivalent):
            return "equivalent", why
        if not any(one.number in each.passes_by for each in tests):
            return "SURVIVED", "no test passes by"
        for each in tests:
            if by := each.notices(one.number):
                return "killed", by
        by = next(filter(None, (each.notices(one.number) for each in recorded)), None)
        return "SURVIVED", f"but {by}, which compares what was recorded" if by else ""

    def trial(one):
        if one.same() in asked.killed:
            return {**asked.killed[one.same()], "shown": one.shown(), "before": True}
        verdict, by = outcome(one)
        say(f"{verdict:<11}{one.shown()}  [{by}]")
        return {"key": one.same(), "shown": one.shown(), "verdict": verdict, "by": by}

    all_of_them = [one for group in groups for file in group for one in file.taken]
    with concurrent.futures.ThreadPoolExecutor(area["at_once"]) as pool:
        return list(pool.map(trial, all_of_them))
