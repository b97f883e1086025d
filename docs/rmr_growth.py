#!/usr/bin/env python3
"""Measures how the RMRs of the constructed locks grow, and prints docs/rmr_growth.md.

    docs/rmr_growth.py build/release/tools/doorway-lab > docs/rmr_growth.md
"""
import json, subprocess, sys

SCHEDULE = "round-robin"

# All processes about, then one and two of n.
TABLES = [
    {
        "title": "Danek 2011, chapters 3 and 4",
        "about": "R. Danek, *Local-Spin Algorithms for Variants of Mutual Exclusion Using Read and Write Operations*, Toronto 2011, Theorems 3.21 and 4.9: "
        "O(log N) RMRs, adaptive O(min(c, log N)), and O(N) for the abortable lock that is FCFS. Mean RMRs per passage.",
        "sizes": [4, 16, 64, 256],
        "names": ["tree-lock", "abortable-tree-lock", "adaptive-tree-lock", "fcfs-queue", "adaptive-fcfs-queue", "fcfs-abortable"],
        "active": [0, 1, 2],
        "passages": 1000,
    },
    {
        "title": "Zehavi 2013, Table I",
        "about": "M. Zehavi's k-exclusion, Lemma 7: O(n) RMRs; and what it is compared with, on fetch-and-add. k = 2. The bounded timestamps of "
        "bounded-fife are for up to 25 processes: a label of n-1 digits and a colour fill one register of 64 bits.",
        "sizes": [4, 8, 16, 25, 64, 256],
        "names": ["bounded-fife", "unbounded-fife", "anderson-moir"],
        "active": [0],
        "passages": 100,
        "options": ["-k", "2", "--steps", "300000"],
    },
]
# The largest n where that is less: their registers are of the order of n^2, times n caches; one register must hold a label.
LARGEST = {"adaptive-tree-lock": 64, "adaptive-fcfs-queue": 64, "bounded-fife": 25}


def lab(*arguments):
    return subprocess.run(arguments, stdout=subprocess.PIPE, check=True, text=True).stdout


def curves(program, table):
    sizes = table["sizes"]
    print(f"## {table['title']}\n\n{table['about']} {table['passages']} passages for each n.\n")
    head = ["ours", "claimed", "model", "about", *[f"n = {n}" for n in sizes], "growth"]
    print("| " + " | ".join(head) + " |")
    print("|" + " --- |" * len(head))
    for name in table["names"]:
        for model in ("cc", "dsm"):
            for active in table["active"]:
                few = [n for n in sizes if active or n <= LARGEST.get(name, n)]
                options = table.get("options", []) + (["--active", str(active)] if active else [])
                found = json.loads(lab(program, "rmr", name, "--model", model, "-n", ",".join(map(str, few)), "--schedule", SCHEDULE,
                                       "--passages", str(table["passages"]), "--json", *options))
                line = found["schedules"][0]
                means = [f"{row['mean']:.1f}" for row in line["figures"]] + [""] * (len(sizes) - len(few))
                growth = line["growth_of_mean"]["formula"] if line["growth_of_mean"] else ""
                print("| " + " | ".join([f"`{name}`", found["claimed"]["bound"], model, "all" if active == 0 else f"{active} of n", *means, growth]) + " |")
    print()


def main():
    print("# How the RMRs of the constructed locks grow\n")
    print("Made by `docs/rmr_growth.py`: mean RMRs per passage, all n processes about or only a few of them, round-robin.\n")
    for table in TABLES:
        curves(sys.argv[1], table)


main()
