#!/usr/bin/env -S python3 -B
"""Mutants made by rule and by hand, in all or some areas, and which of them the tests notice: ./test --mutants [AREA...]

areas.json says what belongs to an area: its files, how many mutants are made of them by rule (rules.py), and which tests must notice.
The choice follows from the seed, the name of the file and the changed line. Everything happens in copies of this tree, in
build/mutants. There all mutants of an area are compiled at once, each behind a switch (switches.py); those made by hand, patches
in the folders here, one after the other.

A mutant is killed if a test fails, or takes ten times as long as without it and twenty seconds more. A mutant that no test passes by is
not tried any further: it has survived. What does not compile is no mutant, and another is made in its place. Those that cannot be noticed
stand in equivalent.json with the reason. A test that compares numbers which were recorded before kills nobody; it is asked last,
and what it alone notices has survived, and is shown.

docs/mutants.md has a part for each area and each kind, and a run writes those parts that it has tried completely. The exit status is 0
if enough were killed: of the lab all, elsewhere 95 %.
"""
import argparse
import json
import sys
import time

import by_hand
import by_rule
import page
from tree import HERE, WORK, say


def main():
    known = json.loads((HERE / "areas.json").read_text())
    equivalent = json.loads((HERE / "equivalent.json").read_text())
    parser = argparse.ArgumentParser(prog="./test --mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("areas", nargs="*", metavar="AREA", help=f"one or more of {', '.join(known['areas'])}; all if none is named")
    parser.add_argument("--only", metavar="TEXT", help="only some of those whose line, as --list prints it, contains this, "
                        "and of them more than otherwise; writes no page")
    parser.add_argument("--test", metavar="TEXT", help="only the tests whose name contains this; writes no page")
    parser.add_argument("--by", choices=("rule", "hand"), help="only those made so")
    parser.add_argument("--go-on", action="store_true", help="do not try again what the last run here has killed; for that, its mutants "
                        "must be the same")
    parser.add_argument("--list", action="store_true", help="only show what would be tried")
    parser.add_argument("--fit", action="store_true", help="only show whether those made by hand fit")
    asked = parser.parse_args()
    unknown = set(asked.areas) - set(known["areas"])
    if unknown:
        parser.error(f"no such area: {', '.join(sorted(unknown))}; the areas are {', '.join(known['areas'])}")
    if asked.fit:
        return by_hand.all_fit()
    enough = True
    for name in asked.areas or known["areas"]:
        area = known["areas"][name]
        kinds = {"rule": lambda name=name, area=area: by_rule.tried(name, area, known["seed"], equivalent, asked),
                 "hand": lambda area=area: by_hand.tried(area["by_hand"], asked)}
        for kind, try_all in kinds.items():
            if asked.by not in (None, kind):
                continue
            if asked.list:
                for one in (by_rule.listed(area, known["seed"], asked.only) if kind == "rule" else by_hand.listed(area["by_hand"], asked.only)):
                    say(one)
                continue
            before = WORK / f"{name}-{kind}.json"
            asked.killed = {}
            if asked.go_on and before.is_file():
                asked.killed = {one["key"]: one for one in json.loads(before.read_text()) if one["verdict"] == "killed"}
            begun = time.monotonic()
            done = try_all()
            if not done:
                continue
            say(f"{name}, by {kind}: " + page.counted(done))
            enough = enough and page.rate(done) >= (1.0 if name == "lab" else 0.95)
            if asked.only or asked.test:
                continue
            before.write_text(json.dumps(done, indent=1))
            page.update(name, kind, done, time.monotonic() - begun)
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
