#!/usr/bin/env python3
"""Makes searches of the last table of docs/fences.md again and writes down what was found: for an algorithm whose text has changed.

    tests/lab/tso_table.py build/release/tools/doorway-lab NAME...

The settings are those of the rows; only verdicts and numbers of states are written. An algorithm that has no rows gets some, at the
end, and its name among those whose writes are all announces, if the table of fences has it not. To ask for more, write a row with 0
states.
Whether the table is true is for tso_table_test.cpp to say, which asks the lab in another way.
"""
import argparse, json, pathlib, re, subprocess

FILE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "fences.md"
PROPERTIES = {"E": "exclusion", "X": "bounded-exit", "D": "deadlock-freedom", "S": "starvation-freedom", "O": "fcfs"}
BESIDES = ([], ["--abort"], ["--crashes", "1", "--recover"])


def searched(lab, cells, besides, limits):
    """(verdict, states); no verdict: the search did not end, or the lab does not say that all holds."""
    name, n, k, passages, preemptions, asked = cells[:6]
    command = [lab, "check", name, "-n", n, "--passages", passages, "--memory-order", "tso", "--json", *besides, *limits,
               "--property", ",".join(PROPERTIES[letter] for letter in asked.split())]
    command += ["-k", k] if k != "-" else []
    command += ["-l", k] if name == "partial-exclusion" else []
    command += ["--preemptions", preemptions] if preemptions != "-" else []
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 2 and besides:
        return None, "-"  # it has no abort, or no recover
    if done.returncode not in (0, 1, 3) or not done.stdout:
        raise SystemExit(done.stderr)
    found = json.loads(done.stdout)
    verdicts = {finding["verdict"] for finding in found["findings"]}
    if "VIOLATED" in verdicts:
        raise SystemExit(f"{' '.join(command)}: {found['findings']}")
    if verdicts == {"HOLDS"}:
        return "HOLDS", f"{found['states']:,}"
    if verdicts == {"HOLDS up to the bound"}:
        return "HOLDS to the bound", f"{found['states']:,}"
    print(" ".join(command), found["findings"])
    return None, f"> {found['states']:,}"


def first_rows(name):
    """Two processes, and three with each k; how often depends on whether the registers are bounded."""
    entry = json.loads((FILE.parents[1] / "catalogue" / f"{name}.json").read_text())
    claims = [claim for claim, what in entry["claimed"].items() if what["claim"] == "holds"]
    asked = "E X " + ("S" if "starvation_freedom" in claims else "D")
    if {"fcfs", "k_fcfs", "fife"} & set(claims):
        asked += " O"
    bounded = entry["registers"]["bits"] != "unbounded"
    two = [("unbounded", "0 |  | "), ("2", " | 0 | 0")] if bounded else [("3", "0 | 0 | 0")]
    several = entry["problem"] == "k-exclusion"
    rows = [(2, 1, passages, searches) for passages, searches in two]
    rows += [(3, k, "1", "0 | 0 | 0") for k in ((1, 2) if several else (1,))]
    return [f"| {name} | {n} | {k if several else '-'} | {passages} | - | {asked} | ? | {searches} |" for n, k, passages, searches in rows]


def with_fences_said(page, name):
    fences, others = page.split("\nIn the other algorithms every write is an announce", 1)
    sentence, rest = others.split(", and the blocks that", 1)
    if f"\n| {name} |" in fences or name in re.split(r"[ ,\n]+", sentence):
        return page
    return f"{fences}\nIn the other algorithms every write is an announce{sentence}, {name}, and the blocks that{rest}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lab", help="the program doorway-lab")
    parser.add_argument("names", nargs="+", help="algorithms")
    parser.add_argument("--memory", default="5G")
    parser.add_argument("--time", default="2m")
    arguments = parser.parse_args()
    limits = ["--memory", arguments.memory, "--time", arguments.time]
    given = FILE.read_text().splitlines()
    table = [i for i, line in enumerate(given) if line.startswith("| Algorithm | n | k |")][0]
    end = next(i for i in range(table, len(given) + 1) if i == len(given) or not given[i].startswith("|"))
    there = {line.split("|")[1].strip() for line in given[table:end]}
    given[end:end] = [row for name in arguments.names if name not in there for row in first_rows(name)]
    lines, inside = [], False
    for line in given:
        inside = line.startswith("| Algorithm | n | k |") or (inside and line.startswith("|"))
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if inside and cells[0] in arguments.names:
            for column, besides in enumerate(BESIDES, 7):
                if cells[column][:1].isdigit():
                    verdict, cells[column] = searched(arguments.lab, cells, besides, limits)
                    cells[6] = verdict or cells[6]
            if cells[6] == "?":  # nothing of it can be asked
                continue
            line = "| " + " | ".join(cells) + " |"
            print(line, flush=True)
        lines.append(line)
    page = "\n".join(lines) + "\n"
    for name in arguments.names:
        page = with_fences_said(page, name)
    FILE.write_text(page)


if __name__ == "__main__":
    main()
