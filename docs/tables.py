#!/usr/bin/env python3
"""Measures the rows of the papers' comparison tables that we have, and prints docs/tables.md.

    docs/tables.py build/release/tools/doorway-lab > docs/tables.md

Each row is the paper's own, beside it what `doorway-lab rmr` measured and what the catalogue's checks say.
"""
import json, subprocess, sys

SIZES = [4, 8, 16, 32, 64]
SCHEDULE = "round-robin"
YES_NO = {"HOLDS": "yes", "HOLDS up to the bound": "yes", "VIOLATED": "no"}

# The paper's row, then our name for it, or None.
TABLES = [
    {
        "title": "Paper 002, Table 1",
        "about": "Y. He, K. Gopalakrishnan, E. Gafni, *Group mutual exclusion in linear time and space*, TCS 2017: group mutual "
        "exclusion from reads and writes. RMRs in the CC model; P2 starvation freedom, P3 bounded exit, P4 concurrent entry, P5 FCFS.",
        "model": "cc",
        "options": ["--sessions", "2"],
        "columns": ["RMR", "space", "P2", "P3", "P4", "P5", "bounded"],
        "properties": {"P2": "starvation-freedom", "P3": "bounded-exit", "P4": "concurrent-entry", "P5": "fcfs"},
        "rows": [
            ("Joung", ["unbounded", "O(N)", "yes", "yes", "yes", "no", "yes"], None),
            ("Takamura et al. I", ["unbounded", "O(N)", "no", "yes", "no", "no", "no"], None),
            ("Takamura et al. II", ["O(N)", "O(N)", "yes", "no", "no", "no", "no"], None),
            ("Takamura et al. III", ["O(N)", "O(N)", "yes", "no", "no", "no", "no"], None),
            ("GLB", ["O(N)", "O(N)", "yes", "yes", "yes", "yes", "no"], "group-bakery"),
            ("Keane & Moir", ["O(log N)", "O(N)", "yes", "no", "no", "no", "yes"], "keane-moir"),
            ("Hadzilacos", ["O(N^2)", "O(N^2)", "yes", "yes", "yes", "yes", "yes"], None),
            ("Jayanti et al.", ["O(N^2)", "O(N)", "yes", "yes", "yes", "yes", "yes"], None),
            ("BWBGME", ["O(N)", "O(N)", "yes", "yes", "yes", "yes", "yes"], "black-white-group-bakery"),
            ("(not in the table)", ["O(N)", "", "yes", "yes", "yes", "", "yes"], "group-from-abortable"),
        ],
    },
]


def lab(*arguments):
    return subprocess.run(arguments, stdout=subprocess.PIPE, check=True, text=True).stdout


def measured(program, name, table):
    sizes = ",".join(map(str, SIZES))
    found = json.loads(lab(program, "rmr", name, "--model", table["model"], "-n", sizes, "--schedule", SCHEDULE, "--json", *table["options"]))
    line = found["schedules"][0]
    return [round(row["mean"], 1) for row in line["figures"]], line["growth_of_mean"], found["waiting"]["local_spin"]


def verdicts(program, name):
    """What the lab found of each property without crashes, aborts and recovery; a refutation outweighs."""
    known = {}
    for check in json.loads(lab(program, "show", name, "--json"))["checked"]:
        if check.get("abort") or check.get("recover") or check.get("crashes"):
            continue
        found = check["found"].items() if "found" in check else [(check["property"], check)]
        for what, answer in found:
            if known.get(what) != "no":
                known[what] = YES_NO.get(answer["verdict"], "?")
    return known


def rows_of(program, table):
    for title, paper, name in table["rows"]:
        if name is None:
            yield [title, "", *paper, *[""] * (len(SIZES) + 2)]
            continue
        means, growth, local_spin = measured(program, name, table)
        ours = verdicts(program, name)
        cells = list(paper)
        for column, what in table["properties"].items():
            i = table["columns"].index(column)
            cells[i] = f"{paper[i] or '-'} / {ours.get(what, '-')}"
        yield [title, f"`{name}`", *cells, *means, growth["formula"] if growth else "", "yes" if local_spin else "no"]


def main():
    program = sys.argv[1]
    print("# The papers' tables, measured\n")
    print("Made by `docs/tables.py`. Where two answers stand in a cell, the first is the paper's, the second what our lab found (two or three")
    print("processes; `doorway-lab show NAME` has the bounds; - nobody has looked). The numbers are mean RMRs per passage with all n processes about,")
    print(f"{SCHEDULE}, by `doorway-lab rmr`. Rows without our name are not built here.\n")
    for table in TABLES:
        head = ["paper's row", "ours", *table["columns"], *[f"n = {n}" for n in SIZES], "growth", "local-spin"]
        print(f"## {table['title']}\n\n{table['about']}\n")
        print("| " + " | ".join(head) + " |")
        print("|" + " --- |" * len(head))
        for row in rows_of(program, table):
            print("| " + " | ".join(map(str, row)) + " |")
        print()


main()
