"""The mutants that somebody thought of: patches, NAME.patch in the folders here. Before the patch stands
    build: what to build, targets of ninja
    test:  which tests must fail, a regular expression for ctest
    why:   what is wrong with it, and what the test sees of that
"""
import re
import subprocess
import sys

from tree import HERE, ROOT, copy, say

MUST_SAY = ("build", "test", "why")


def patches(folders):
    return sorted(one for folder in folders for one in (HERE / folder).glob("**/*.patch"))


def name_of(patch):
    return str(patch.relative_to(HERE).with_suffix(""))


def said_before(patch):
    head = patch.read_text().split("\n--- ")[0]
    return {word: " ".join(text.split()) for word, text in re.findall(r"^(\w+): +(.*(?:\n +.*)*)", head, re.M)}


def patched(patch, where, *more):
    with open(patch, encoding="utf-8") as text:
        return subprocess.run(["patch", "-s", "-p1", "-F0", "-d", str(where), "--force", "--no-backup-if-mismatch", "-r", "-", *more],
                              stdin=text, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


def all_fit():
    """Whether each says what it must and its patch fits, which takes a second: ./test asks that."""
    wrong = 0
    for patch in (all_patches := patches(["."])):
        for word in MUST_SAY:
            if not said_before(patch).get(word):
                wrong += 1
                say(f"{name_of(patch)}: it must say {word}:")
        if not patched(patch, ROOT, "--dry-run"):
            wrong += 1
            say(f"{name_of(patch)}: the patch does not fit")
    say(f"{len(all_patches)} mutants made by hand")
    return 1 if wrong else 0


def shown(patch):
    return f"{name_of(patch)}: {said_before(patch)['why']}"


def listed(folders, only):
    return [line for line in map(shown, patches(folders)) if (only or "") in line]


def tried(folders, asked):
    done = []
    todo = [one for one in patches(folders) if (asked.only or "") in shown(one)]
    if asked.test:
        todo = [one for one in todo if asked.test in said_before(one)["test"]]
    if not todo:
        return done
    place = copy("by-hand")
    place.update()
    targets = sorted({target for patch in todo for target in said_before(patch)["build"].split()})
    status, said = place.build(targets)
    if status != 0:
        sys.exit(f"mutants: {' '.join(targets)} cannot be built without any mutant\n{said[-3000:]}")
    for asks in sorted({said_before(patch)["test"] for patch in todo}):
        status, said = place.ctest(asks, 1800)
        if status != 0:
            sys.exit(f"mutants: {asks} does not pass without any mutant\n{said[-3000:]}")
    for patch in todo:
        about = said_before(patch)
        key = f"{name_of(patch)} {hash_of(patch)}"
        if key in asked.killed:
            done.append({**asked.killed[key], "before": True})
            continue
        verdict, by = outcome(place, patch, about)
        say(f"{verdict:<11}{name_of(patch)}  [{by}]")
        done.append({"key": key, "shown": shown(patch), "verdict": verdict, "by": by})
    return done


def hash_of(patch):
    return re.sub(r"[^0-9a-f]", "", subprocess.run(["git", "hash-object", str(patch)], stdout=subprocess.PIPE, text=True,
                                                   check=False).stdout)[:12]


def outcome(place, patch, about):
    if not patched(patch, place.tree):
        sys.exit(f"mutants: {name_of(patch)}: the patch does not fit")
    try:
        status, said = place.build(about["build"].split())
        if status != 0:
            sys.exit(f"mutants: {name_of(patch)} does not compile\n{said[-3000:]}")
        status, said = place.ctest(about["test"], 1800)
    finally:
        for name in re.findall(r"^\+\+\+ b/(\S+)", patch.read_text(), re.M):
            place.put_back(name)
    if status == 0:
        return "SURVIVED", ""
    late = status is None or "(Timeout)" in said
    return "killed", "time" if late else about["test"].replace("\\", "")
