#!/usr/bin/env python3
"""Measures how the RMRs of the logarithmic and the adaptive locks grow, and prints docs/rmr_growth.md.

    docs/rmr_growth.py build/release/tools/doorway-lab > docs/rmr_growth.md
"""
import json, subprocess, sys

SCHEDULE = "round-robin"

# RMRs of the logarithmic locks: all processes about, then one and two of n.
CURVES = {
    "title": "Paper 001, chapters 3 and 4",
    "about": "R. Danek, *Local-Spin Algorithms for Variants of Mutual Exclusion Using Read and Write Operations*, Toronto 2011, Theorems 3.21 and 4.9: "
    "O(log N) RMRs, adaptive O(min(c, log N)), and O(N) for the abortable lock that is FCFS. Mean RMRs per passage.",
    "sizes": [4, 16, 64, 256],
    "names": ["tree-lock", "abortable-tree-lock", "adaptive-tree-lock", "fcfs-queue", "adaptive-fcfs-queue", "fcfs-abortable"],
    "active": [0, 1, 2],
}


def lab(*arguments):
    return subprocess.run(arguments, stdout=subprocess.PIPE, check=True, text=True).stdout


def curves(program):
    sizes = CURVES["sizes"]
    print(f"## {CURVES['title']}\n\n{CURVES['about']}\n")
    head = ["ours", "claimed", "model", "about", *[f"n = {n}" for n in sizes], "growth"]
    print("| " + " | ".join(head) + " |")
    print("|" + " --- |" * len(head))
    for name in CURVES["names"]:
        for model in ("cc", "dsm"):
            for active in CURVES["active"]:
                if active == 0 and name.startswith("adaptive"):
                    few = [n for n in sizes if n <= 64]  # their registers are of the order of n^2, times n caches
                else:
                    few = sizes
                options = ["--active", str(active)] if active else []
                found = json.loads(lab(program, "rmr", name, "--model", model, "-n", ",".join(map(str, few)), "--schedule", SCHEDULE,
                                       "--passages", "1000", "--json", *options))
                line = found["schedules"][0]
                means = [f"{row['mean']:.1f}" for row in line["figures"]] + [""] * (len(sizes) - len(few))
                growth = line["growth_of_mean"]["formula"] if line["growth_of_mean"] else ""
                print("| " + " | ".join([f"`{name}`", found["claimed"]["bound"], model, "all" if active == 0 else f"{active} of n", *means, growth]) + " |")
    print()


def main():
    print("# How the RMRs of the logarithmic locks grow\n")
    print("Made by `docs/rmr_growth.py`: mean RMRs per passage, all n processes about or only a few of them, round-robin, 1000 passages each.\n")
    curves(sys.argv[1])


main()
