"""Mutants made by rule: small changes of a C++ file, each of which may make the program wrong.

candidates(text) gives them all, in the order of the text; nothing here knows of files, tests or chance.
"""
import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Change:
    rule: str
    start: int
    end: int
    to: str

    def applied(self, text):
        return text[: self.start] + self.to + text[self.end :]


# What is no statement to drop or to swap: declarations, jumps, what begins a compound.
NO_STATEMENT = re.compile(
    r"(return|using|static|static_assert|constexpr|const|auto|template|typename|struct|class|enum|friend|public|private|"
    r"protected|break|continue|case|default|namespace|if|for|while|else|do|switch|typedef|goto|throw|try|explicit|virtual|extern|"
    r"operator|mutable|inline|volatile|alignas|delete|thread_local)\b|\[\[|#|~"
)
ASSIGNMENT = re.compile(r"[\w:.\->\[\]()*&+ ]+?\s(?:[-+*/|&^%]|<<|>>)?=(?!=)\s.*", re.S)
CALL = re.compile(r"[\w:]+(?:<[\w:, ]*>)?(?:(?:\.|->)[\w:]+|\([^;]*?\)|\[[^;]*?\])*\([^;]*\)", re.S)
STEP = re.compile(r"(?:\+\+|--)[\w:.\->\[\]()]+|[\w:.\->\[\]()]+(?:\+\+|--)")
DECLARATION = re.compile(r"[\w:]+(?:<[^;()]*>)?(?:::\w+)*[&*]*\s+[&*]*\w+\s*(?:[={(\[].*)?$", re.S)


def masked(text):
    """The text with comments, strings, characters and preprocessor lines blanked: as long, with the same lines."""
    pattern = re.compile(
        r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])\'|^[ \t]*#(?:\\\n|[^\n])*',
        re.S | re.M,
    )
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def statements(code):
    """(start, end, block) of each expression statement, the semicolon included; block: which braces it stands in, directly."""
    blocks, depth = [0], 0  # a number for each open brace of a function, 0 for those of a class or namespace
    begin, number = 0, 0
    for at, c in enumerate(code):
        if c in "([":
            depth += 1
        elif c in ")]":
            depth -= 1
        elif c == "{":
            if depth == 0:
                number += 1
                blocks.append(0 if re.search(r"\b(struct|class|union|namespace|enum)\b[^()]*$", code[begin:at]) else number)
                begin = at + 1
        elif c == "}":
            if depth == 0 and len(blocks) > 1:
                blocks.pop()
                begin = at + 1
        elif c == ";" and depth == 0:
            start = begin + len(code[begin:at]) - len(code[begin:at].lstrip())
            words = code[start:at].strip()
            label = re.match(r"(?:case [^:]+|default|public|private|protected):\s*", words)
            if label:
                start += label.end()
                words = words[label.end() :]
            declared = NO_STATEMENT.match(words) or DECLARATION.match(words) or re.search(r"= (default|delete|0)$", words)
            if blocks[-1] != 0 and words and not declared:
                if CALL.fullmatch(words) or ASSIGNMENT.fullmatch(words) or STEP.fullmatch(words):
                    yield start, at + 1, blocks[-1]
            begin = at + 1


def conditions(code):
    """(start, end) of what stands in the parentheses of an if or while."""
    for match in re.finditer(r"\b(?:if|while) \(", code):
        depth, at = 1, match.end()
        while depth > 0 and at < len(code):
            depth += {"(": 1, ")": -1}.get(code[at], 0)
            at += 1
        if ";" not in code[match.end() : at - 1]:
            yield match.end(), at - 1


def do_not_meet(a, b):
    """Two assignments without a call, neither of which mentions what the other assigns: their order is nothing."""
    sides = [re.match(r"([\w.\->\[\]]+) =(?!=)([^()]*);$", one, re.S) for one in (a, b)]
    return all(sides) and sides[0].group(1) not in b and sides[1].group(1) not in a


RELATIONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&"}


def candidates(text):
    code = masked(text)
    found = []
    for start, end in conditions(code):
        found.append(Change("negate a condition", start, end, "!(" + text[start:end] + ")"))
    before = None
    for start, end, block in statements(code):
        found.append(Change("drop a statement", start, end, ";"))
        if before and before[2] == block and not code[before[1] : start].strip() and not do_not_meet(
            code[before[0] : before[1]], code[start:end]
        ):
            swapped = text[start:end] + text[before[1] : start] + text[before[0] : before[1]]
            found.append(Change("swap neighbours", before[0], end, swapped))
        before = (start, end, block)
    for match in re.finditer(r"(?<= )(<=|>=|<|>)(?= )", code):
        found.append(Change("off by one", *match.span(), RELATIONS[match.group()]))
    for match in re.finditer(r"(?<=\w |\) |\] )([+-]) 1U?\b(?!')", code):
        found.append(Change("off by one", *match.span(), match.group(1) + " 2"))
        found.append(Change("off by one", *match.span(), ""))
    for match in re.finditer(r"(?<= )(==|!=|&&|\|\|)(?= )", code):
        if not code[: match.start()].rstrip().endswith("operator"):
            found.append(Change("turn a test round", *match.span(), RELATIONS[match.group()]))
    for match in re.finditer(r"\breturn (true|false);", code):
        found.append(Change("turn an answer round", *match.span(1), {"true": "false", "false": "true"}[match.group(1)]))
    for match in re.finditer(r"\bstd::memory_order_seq_cst\b", code):
        found.append(Change("weaken an order", *match.span(), "std::memory_order_relaxed"))
    for match in re.finditer(r"\.announce\(", code):
        found.append(Change("weaken an order", *match.span(), ".write("))
    return sorted(set(found), key=lambda change: (change.start, change.end, change.rule, change.to))
