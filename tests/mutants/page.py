"""docs/mutants.md: a part for each area and kind, each written by the run that tried it."""
import os
import re
import time

from tree import ROOT

PAGE = ROOT / "docs" / "mutants.md"
TOP = """# Mutants

How many changes that break the code its tests notice. This page is written by `./test --mutants [AREA...]`: each part by the run that
has tried what it is about, all of it, and what has no part here was not tried. The rules by which mutants are made are in
`tests/mutants/rules.py`, the files and tests of each area in `tests/mutants/areas.json`, the mutants made by hand in the folders
beside them. A test that compares a number recorded before kills nobody. A rate is of those that are not equivalent.
"""


def count(done, verdict):
    return sum(one["verdict"] == verdict for one in done)


def rate(done):
    asked = len(done) - count(done, "equivalent")
    return count(done, "killed") / asked if asked else 1.0


def counted(done):
    late = sum(one["verdict"] == "killed" and one["by"] == "time" for one in done)
    return (f"{len(done)} mutants, {count(done, 'killed')} killed" + (f" ({late} ran out of time)" if late else "")
            + f", {count(done, 'equivalent')} equivalent, {count(done, 'SURVIVED')} survived: {100 * rate(done):.1f} % killed")


def part(name, kind, done, seconds):
    before = sum("before" in one for one in done)
    lines = [f"## {name}, by {kind}", "", counted(done) + (f", {before} of them by the run before (--go-on)" if before else "") + ".", "",
             f"{time.strftime('%Y-%m-%d')}, {'the rest of it ' if before else ''}in {max(1.0, seconds / 60):.0f} min on {os.cpu_count()} processors."]
    for verdict, title in (("SURVIVED", "Survived"), ("equivalent", "Equivalent")):
        rows = [one for one in done if one["verdict"] == verdict]
        if rows:
            lines += ["", f"{title}:", ""]
        for one in rows:
            lines.append(f"- {one['shown']}" + (f": {one['by']}" if one["by"] else ""))
    return "\n".join(lines) + "\n"


def update(name, kind, done, seconds):
    old = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else ""
    parts = {match.group(1): match.group(0) for match in re.finditer(r"^## (.*)\n(?:(?!## ).*\n)*", old, re.M)}
    parts[f"{name}, by {kind}"] = part(name, kind, done, seconds)
    PAGE.write_text("\n".join([TOP, *(parts[one].rstrip("\n") + "\n" for one in sorted(parts))]), encoding="utf-8")
