#!/usr/bin/env -S python3 -B
"""Mutants made by rule and by hand, in all or some areas, and which of them the tests notice: ./test --mutants [AREA...]

areas.json says what belongs to an area: its files, how many mutants are made of them, and which tests must notice. The choice
follows from the seed, the name of the file and its text alone. Everything happens in a copy of this tree, build/mutants/tree.

A mutant is killed if one of the tests fails or takes ten times as long as without it. What does not compile is no mutant, and
another is made in its place. Those that cannot be noticed stand in equivalent.json with the reason. Tests that compare numbers which were
recorded before (states, instructions) are not among the tests: a mutant must change an answer.

docs/mutants.md is written when all areas were tried. The exit status is 0 if enough were killed: of the lab all, elsewhere 95 %.
"""
import argparse
import hashlib
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time

import rules

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WORK = ROOT / "build" / "mutants"
TREE = WORK / "tree"
BUILD = TREE / "build" / "release"
LOG = WORK / "log.txt"
ENOUGH = {"lab": 1.0}
USUALLY_ENOUGH = 0.95
BUILD_SECONDS = 300


def say(text):
    print(text, flush=True)


def command(words, seconds, **more):
    """(status, output); status None: it took longer. What it started is ended with it."""
    with open(LOG, "w+", encoding="utf-8", errors="replace") as log:
        process = subprocess.Popen(words, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                   start_new_session=True, **more)
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            status = None
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        log.seek(0)
        return status, log.read()


def copy_tree():
    """What differs only, so that ninja builds again what a mutant has changed, and nothing else."""
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                           stdout=subprocess.PIPE, text=True).stdout.split("\0")
    for name in filter(None, names):
        source, target = ROOT / name, TREE / name
        if not source.is_file():
            continue
        if not target.is_file() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
            target.chmod(source.stat().st_mode)


def configure():
    WORK.mkdir(parents=True, exist_ok=True)
    copy_tree()
    # A warning, such as of a variable that a dropped statement leaves unused, is not what should kill a mutant.
    status, said = command(["cmake", "--preset", "release", "-DDOORWAY_FULL=ON", "-DDOORWAY_WERROR=OFF"], 120, cwd=TREE)
    if status != 0:
        sys.exit(f"mutants: cmake fails\n{said}")


def build(targets, seconds=BUILD_SECONDS):
    return command(["ninja", "-C", str(BUILD), *targets], seconds)


def tests(regex, seconds):
    jobs = str(os.cpu_count() or 1)
    return command(["ctest", "--test-dir", str(BUILD), "--no-tests=error", "--stop-on-failure", "-j", jobs, "-R", regex], seconds)


def failed_test(said):
    match = re.search(r"Test +#\d+: (\S+) [.*]+(?:\*\*\*| *)(?:Failed|Timeout|Exception|SegFault|Not Run|Child)", said)
    return match.group(1) if match else "?"


def files_of(group):
    all_files = sorted({path for pattern in group["files"] for path in ROOT.glob(pattern)})
    if not all_files:
        sys.exit(f"mutants: no file is called {group['files']}")
    return [str(path.relative_to(ROOT)) for path in all_files]


def order_of(seed, group):
    """All that can be changed in the group's files, in the order in which it is tried: each file in turn."""
    queues = []
    for name in files_of(group):
        text = (ROOT / name).read_text(encoding="utf-8")
        changes = rules.candidates(text)
        digest = hashlib.sha256(f"{seed} {name} {text}".encode()).digest()
        random.Random(int.from_bytes(digest[:8], "little")).shuffle(changes)
        queues.append([(name, text, change) for change in changes])
    while any(queues):
        for queue in queues:
            if queue:
                yield queue.pop(0)


def line_of(text, change):
    return text.count("\n", 0, change.start) + 1


def words_of(name, text, change):
    old = " ".join(text[change.start : change.end].split())
    new = " ".join(change.to.split())
    return {"file": name, "line": line_of(text, change), "rule": change.rule, "from": old, "to": new}


def shown(mutant):
    return f"{mutant['file']}:{mutant['line']}: {mutant['rule']}: {mutant['from'][:70]} -> {mutant['to'][:70]}"


class Area:
    def __init__(self, name, seed, equivalent):
        self.name, self.seed, self.equivalent = name, seed, equivalent
        self.tried = []

    def why_equivalent(self, text, mutant):
        line = " ".join(text.split("\n")[mutant["line"] - 1].split())
        for one in self.equivalent:
            if all(one[part] == mutant[part] for part in ("file", "rule", "from", "to")) and one["in"] == line:
                return one["why"]
        return None

    def by_rule(self, group, only):
        wanted = group["make"]
        status, said = build(group["build"], 3600)
        if status != 0:
            sys.exit(f"mutants: {' '.join(group['build'])} cannot be built without any mutant\n{said[-3000:]}")
        start = time.monotonic()
        status, said = tests(group["test"], 900)
        if status != 0:
            sys.exit(f"mutants: the tests of {self.name} fail without any mutant\n{said[-3000:]}")
        usual = time.monotonic() - start
        say(f"{self.name}: {wanted} mutants of {len(files_of(group))} files; the tests take {usual:.0f} s")
        made = 0
        for name, text, change in order_of(self.seed, group):
            if made == wanted:
                break
            mutant = words_of(name, text, change)
            if only and only not in shown(mutant):
                continue
            why = self.why_equivalent(text, mutant)
            if why:
                made += 1
                self.note(mutant, "equivalent", why)
                continue
            target = TREE / name
            target.write_text(change.applied(text), encoding="utf-8")
            try:
                status, said = build(group["build"])
                if status != 0:
                    continue
                made += 1
                status, said = tests(group["test"], 20 + 10 * usual)
            finally:
                target.write_text(text, encoding="utf-8")
            if status == 0:
                self.note(mutant, "SURVIVED", "")
            else:
                self.note(mutant, "killed", "time" if status is None else failed_test(said))
        if made < wanted and not only:
            say(f"{self.name}: no more than {made} can be made of these files")

    def by_hand(self, folder):
        for patch in sorted((HERE / folder).glob("*.patch")):
            status, said = command([str(HERE / "try.sh"), f"{folder}/{patch.stem}"], 1800)
            verdict = "killed" if status == 0 else "SURVIVED"
            mutant = {"file": f"tests/mutants/{folder}/{patch.name}", "line": 1, "rule": "by hand", "from": "", "to": ""}
            self.note(mutant, verdict, said.strip().split("\n")[-1])

    def note(self, mutant, verdict, by):
        self.tried.append({**mutant, "verdict": verdict, "by": by})
        say(f"{verdict:<11} {shown(mutant)}  [{by}]")

    def count(self, verdict):
        return sum(one["verdict"] == verdict for one in self.tried)

    def rate(self):
        asked = len(self.tried) - self.count("equivalent")
        return self.count("killed") / asked if asked else 1.0

    def enough(self):
        return self.rate() >= ENOUGH.get(self.name, USUALLY_ENOUGH)


def written(areas, seconds):
    lines = ["# Mutants", "",
             "How many small changes that break the code its tests notice. Made by `./test --mutants`, which writes this page; the rules are",
             "in `tests/mutants/rules.py`, the files and tests of each area in `tests/mutants/areas.json`, those made by hand in the folders",
             "beside them. A test that compares a number recorded before is not among the tests.", "",
             "| area | mutants | by hand | killed | equivalent | survived | killed of those that matter |",
             "| --- | --: | --: | --: | --: | --: | --: |"]
    for area in areas:
        by_hand = sum(one["rule"] == "by hand" for one in area.tried)
        lines.append(f"| {area.name} | {len(area.tried)} | {by_hand} | {area.count('killed')} | {area.count('equivalent')} | "
                     f"{area.count('SURVIVED')} | {100 * area.rate():.1f} % |")
    lines += ["", f"In {seconds / 60:.0f} minutes on {os.cpu_count()} processors."]
    for verdict, title in (("SURVIVED", "Survivors"), ("equivalent", "Equivalent ones, and why")):
        rows = [one for area in areas for one in area.tried if one["verdict"] == verdict]
        if not rows:
            continue
        lines += ["", f"## {title}", ""]
        for one in rows:
            lines.append(f"- `{one['file']}:{one['line']}` {one['rule']}: `{one['from']}` -> `{one['to']}`"
                         + (f". {one['by']}" if one["by"] else ""))
    return "\n".join(lines) + "\n"


def main():
    known = json.loads((HERE / "areas.json").read_text())
    equivalent = json.loads((HERE / "equivalent.json").read_text())
    parser = argparse.ArgumentParser(prog="./test --mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("areas", nargs="*", metavar="AREA", help=f"one or more of {', '.join(known['areas'])}; all if none is named")
    parser.add_argument("--only", metavar="TEXT", help="only those whose line, as it is printed, contains this")
    parser.add_argument("--list", action="store_true", help="only show what would be tried, in that order")
    asked = parser.parse_args()
    unknown = set(asked.areas) - set(known["areas"])
    if unknown:
        parser.error(f"no such area: {', '.join(sorted(unknown))}; the areas are {', '.join(known['areas'])}")
    begun = time.monotonic()
    if not asked.list:
        configure()
    done = []
    for name in asked.areas or known["areas"]:
        area = Area(name, known["seed"], equivalent)
        for group in known["areas"][name]["groups"]:
            if asked.list:
                for _, (file, text, change) in zip(range(group["make"]), order_of(known["seed"], group)):
                    say(shown(words_of(file, text, change)))
            else:
                area.by_rule(group, asked.only)
        if not asked.list and not asked.only:
            for folder in known["areas"][name]["by_hand"]:
                area.by_hand(folder)
        done.append(area)
    if asked.list:
        return 0
    for area in done:
        say(f"{area.name}: {area.count('killed')} killed, {area.count('equivalent')} equivalent, {area.count('SURVIVED')} survived")
    (WORK / "results.json").write_text(json.dumps({area.name: area.tried for area in done}, indent=1))
    if not asked.areas and not asked.only:
        (ROOT / "docs" / "mutants.md").write_text(written(done, time.monotonic() - begun), encoding="utf-8")
    return 0 if all(area.enough() for area in done) else 1


if __name__ == "__main__":
    sys.exit(main())
