#!/usr/bin/env python3
"""Asks the lab what the papers claim, and writes the answers into the catalogue.

    ninja -C build/release catalogue_ask
    tests/catalogue/check.py build/release/tests/catalogue/catalogue_ask [NAME...] [--deep] [--seconds 600] [--memory 12]

For each algorithm it makes the settings below that follow from what is claimed of it, asks about each, looks for a mutant of
every claim that holds up to a bound, and writes `checked`, `plain` and `wrong` of catalogue/NAME.json. What is there already stays
(--again asks again, --refresh only the questions that are there, for a lab that counts states in another way). A search of at most 300,000 states and 3 seconds is quick: ./test makes it again; the others are deep.
Without --deep nothing larger is tried. A search that takes very long may be made by hand, once:

    doorway-lab check NAME ... --json > report.json;  check.py .../catalogue_ask --report report.json

One question outside the plan, for instance whether four processes fit (what did not end stays in the table, as INCONCLUSIVE):

    check.py .../catalogue_ask NAME --deep --setting '{"n": 4, "k": 1, "passages": 1, "crashes": 0}' --properties exclusion,fcfs
"""
import argparse, fcntl, json, pathlib, re, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
QUICK_STATES, QUICK_SECONDS = 300_000, 3.0
INF = "unbounded"
LIVENESS = ("deadlock-freedom", "starvation-freedom", "weak-deadlock-freedom")
SETTING = ("n", "k", "l", "sessions", "passages", "crashes", "registers", "abort", "recover", "preemptions", "cap", "arrays")

# Mutants written out in tests/wrong, the likeliest first; every algorithm has those of tests/wrong/flawed.hpp besides.
WRONG = {
    "anderson-moir": ["anderson-moir-two-steps"],
    "bakery": ["bakery-no-doorway"],
    "black-white-bakery": ["black-white-bakery-printed", "black-white-bakery-abort-flips"],
    "black-white-group-bakery": ["black-white-group-bakery-naive", "black-white-group-bakery-plain-abort"],
    "tree-lock": ["tree-lock-swapped"],
    "fcfs-queue": ["fcfs-queue-no-wait"],
    "adaptive-fcfs-queue": ["fcfs-queue-no-wait"],
    "adaptive-tree-lock": ["adaptive-tree-lock-lets-go-first", "adaptive-tree-lock-lets-go-early"],
    "group-from-abortable": ["group-from-abortable-no-wait"],
    "group-bakery": ["group-bakery-no-choosing"],
    "k-bakery": ["k-bakery-no-announce"],
    "k-bakery-fife-fast": ["k-bakery-fife-fast-unseen"],
    "k-bakery-fife-safe": ["k-bakery-fife-safe-printed"],
    "k-bakery-reset-safe": ["k-bakery-reset-safe-swapped"],
    "k-bakery-reset-fife": ["k-bakery-reset-fife-no-ignore"],
    "k-bakery-reset-fife-safe": ["k-bakery-reset-fife-safe-one-copy", "k-bakery-reset-fife-safe-two-copies"],
    "levels": ["levels-off-by-one"],
    "two-bits": ["two-bits-no-second-look"],
}


class Lab:
    def __init__(self, program):
        self.program = program
        self.process = None

    def ask(self, of, properties, setting, limits, resetting=()):
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen([self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        question = {**setting, "of": of, "properties": list(properties), "resetting": list(resetting), **limits}
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            return {"error": "the lab ended"}
        return json.loads(answer)


def mutants(name, prop, setting):
    """(name, crashes) of what should break this claim in this setting, the best first."""
    crashes = setting["crashes"]
    if prop == "exclusion":
        return [(w, crashes) for w in WRONG.get(name, [])] + [(f"impatient {name}", crashes)]
    if prop == "fcfs":
        return [(f"early {name}", crashes), (f"impatient {name}", crashes)]
    if prop == "fife":
        return ([("k-bakery", crashes)] if setting["k"] > 1 else []) + [(f"early {name}", crashes)]
    if prop in ("deadlock-freedom", "starvation-freedom"):
        first = [("k-bakery-reset-safe-no-bypass", crashes)] if name == "k-bakery-reset-safe" and setting["k"] > 1 else []
        if not setting.get("recover"):
            first.append((name, crashes + 1))
        return first + [(f"forgetful {name}", crashes)]
    if prop == "weak-deadlock-freedom":
        return ([("naive-levels", crashes)] if crashes else []) + [(f"forgetful {name}", crashes)]
    if prop in ("bounded-exit", "bounded-abort"):
        return [(f"stuck {name}", crashes)]
    if prop == "resets":
        return [(f"forgetful {name}", crashes)]
    if prop == "concurrent-entry":
        return [(f"alone {name}", crashes)]
    if prop == "wait-free-up-to-k":
        return [("naive-levels", crashes)]
    if prop == "declarations":
        return [(f"narrow {name}", crashes)]
    return []


def holds(entry, prop):
    return entry["claimed"].get(prop, {}).get("claim") == "holds"


def denied(entry, prop):
    return entry["claimed"].get(prop, {}).get("claim") == "denied"


def sizes(entry, n):
    if entry["problem"] != "k-exclusion":
        group = entry["problem"] == "group exclusion"
        return [dict(n=n, k=1, **({"sessions": 2} if group else {}))]
    if "l" in entry["parameters"]:
        return [dict(n=n, k=k, l=l) for k in range(1, n) for l in range(k, n)]
    return [dict(n=n, k=k) for k in range(1, n)]


def crashes_claimed(entry, k):
    f = "0"
    for prop in ("deadlock_freedom", "weak_deadlock_freedom", "starvation_freedom"):
        f = entry["claimed"].get(prop, {}).get("crashes", f)
    return k - 1 if f == "k-1" else 0


def liveness(entry):
    return [p.replace("_", "-") for p in ("deadlock_freedom", "starvation_freedom") if holds(entry, p)]


def ordered(entry):
    return any(holds(entry, p) for p in ("fcfs", "k_fcfs", "fife"))


def plan(entry):
    """Lists of (properties, setting): of each list the first that ends within the limits is enough, except that those that
    are not quick are followed up to the first quick one."""
    bounded = entry["registers"]["bits"] != "unbounded"
    classes = ["atomic", "declared"] if entry["registers"]["class"] == "safe" else ["declared"]
    out = []

    def add(properties, passages, **setting):
        out.append([(properties, dict(setting, passages=p)) for p in passages])

    for n in (2, 3, 4):
        several = [INF, 2, 1] if bounded else [3, 2, 1] if n == 2 else [2, 1]
        for size in sizes(entry, n):
            k = size["k"]
            f = crashes_claimed(entry, k)
            for registers in classes:
                base = ["exclusion", "declarations"]
                if not (entry["name"] == "weak-one-bit" and f):
                    base += liveness(entry)
                if holds(entry, "weak_deadlock_freedom"):
                    base.append("weak-deadlock-freedom")
                base.append("bounded-exit")
                for claimed, prop in (("wait_free_up_to_k", "wait-free-up-to-k"), ("concurrent_entry", "concurrent-entry"),
                                      ("resets", "resets")):
                    if holds(entry, claimed):
                        base.append(prop)
                add(base, several, **size, crashes=f, registers=registers)
                if f and entry["name"] == "weak-one-bit":
                    add(["deadlock-freedom"], several, **size, crashes=0, registers=registers)
                if "any number of crashes" in entry["claimed"]["exclusion"]["place"]:
                    add(["exclusion"], several, **size, crashes=n, registers=registers)
                if ordered(entry):
                    add(["fcfs"], several, **size, crashes=0, registers=registers)
                if holds(entry, "fife") and k == 1:
                    add(["fife"], several, **size, crashes=0, registers=registers)
            # Withdrawal and recovery, as many passages as fit; one crash at least.
            reg = dict(registers="declared")
            order = ["fcfs"] if ordered(entry) else []
            if n < 4:
                if entry["name"].startswith("black-white"):  # whose numbers are bounded only if nobody gives up
                    several = [2, 1]
                add(["exclusion", "bounded-abort"], several, **size, crashes=0, abort=True, **reg)
                add(liveness(entry), [2, 1], **size, crashes=0, abort=True, **reg)  # who gives up for ever may starve others
                add(order, several, **size, crashes=0, abort=True, **reg)
                add(["exclusion"] + (liveness(entry) if entry["name"] != "weak-one-bit" else []), several, **size, crashes=max(1, f), recover=True, **reg)
                add(order, several, **size, crashes=max(1, f), recover=True, **reg)
    if entry["name"] in TOO_LARGE:
        for size in sizes(entry, 3):
            f = crashes_claimed(entry, size["k"])
            claims = ["exclusion", "declarations"] + liveness(entry)
            for registers in classes:
                out.append([(claims, dict(size, passages=2, crashes=f, registers=registers, preemptions=p)) for p in (2, 1)])
    for size in sizes(entry, 3) if entry["name"] in CONSTRUCTED else []:
        several, safety_only = CONSTRUCTED[entry["name"]]
        claims = ["exclusion", "declarations"] + ([] if safety_only else liveness(entry) + ["bounded-exit"])
        out.append([(claims, dict(size, passages=1, crashes=crashes_claimed(entry, size["k"]), registers="declared",
                                  preemptions=several))])
    out = [[(p, s) for p, s in one if p] for one in out]
    return [one for one in out if one] + refuted(entry)


# Of which a whole search with three processes and two passages does not end: searched up to a number of preemptions as well.
TOO_LARGE = ("k-bakery-fife-safe", "k-bakery-reset-safe", "k-bakery-reset-fife", "k-bakery-reset-fife-safe")
# Of which not even one passage of three processes fits: how many preemptions do, and whether only for safety.
CONSTRUCTED = {"adaptive-tree-lock": (3, False), "bounded-fife": (2, True)}
# How many preemptions fit at n = 4, k = 2, where that is not two and three.
FIFE_PREEMPTIONS = {"k-bakery-reset-safe": (1, 2), "k-bakery-reset-fife": (1, 2), "k-bakery-reset-fife-safe": (0, 1),  # 3: --report
                    "bounded-fife": (), "afek": ()}


def bounded_bits(entry):
    return entry["registers"]["bits"] != "unbounded"


def refuted(entry):
    """What the paper denies, and what it claims and we deny: the smallest setting in which it breaks."""
    two, three, four = dict(n=2, k=1), dict(n=3, k=2), dict(n=4, k=2)
    if entry["problem"] == "group exclusion":
        two, three = dict(two, sessions=2), dict(n=3, k=1, sessions=2)
    if "l" in entry["parameters"]:
        two, three = dict(n=2, k=1, l=1), dict(n=3, k=2, l=2)
    out = []

    def add(properties, **setting):
        out.append([(properties, dict(registers="declared", crashes=0, **{**dict(passages=2), **setting}))])

    if denied(entry, "starvation_freedom"):
        add(["starvation-freedom"], **{**two, "passages": INF})
    if denied(entry, "crash_tolerance"):
        add(["deadlock-freedom"], **three, passages=INF)
        out[-1][0][1]["crashes"] = 1
    if bounded_bits(entry) and holds(entry, "abort"):
        add(["deadlock-freedom"], **two, passages=INF, abort=True)
    if denied(entry, "resets") or entry["name"].startswith("k-bakery-reset"):
        add(["resets"], **two, passages=1, arrays="all")
    if entry["registers"]["class"] == "atomic" and entry["name"] in ("k-bakery", "k-bakery-cc", "k-bakery-fife",
                                                                    "k-bakery-reset-fife", "black-white-bakery"):
        for prop in ("exclusion",):
            out.append([([prop], dict(two, passages=p, crashes=0, registers="safe")) for p in (1, 2)])
    # FIFE can first fail at n = 4, k = 2, which is too much for a search without a bound on the preemptions.
    if "fife" in entry["claimed"] and entry["doorway"] and entry["problem"] == "k-exclusion":
        registers = "atomic" if entry["registers"]["class"] == "safe" else "declared"
        for preemptions in FIFE_PREEMPTIONS.get(entry["name"], (2, 3)):
            out.append([(["fife"], dict(four, passages=1, crashes=0, registers=registers, preemptions=preemptions))])
    if denied(entry, "fife") and entry["problem"] == "group exclusion":
        add(["fife"], **three, passages=1)
    if denied(entry, "strong_concurrent_entry"):
        add(["strong-concurrent-entry"], **two, passages=1)
    return out


def plain(entry):
    """Is the exit protocol enough for abort and recover?"""
    out = []
    order = ["fcfs"] if ordered(entry) else []
    bounded = entry["registers"]["bits"] != "unbounded"
    for n in (2, 3):
        for size in sizes(entry, n):
            f = crashes_claimed(entry, size["k"])
            for prop in ["exclusion"] + order + liveness(entry):
                for extra in (dict(abort=True, crashes=0), dict(recover=True, crashes=max(1, f))):
                    several = [2, 1]
                    if bounded and not entry["name"].startswith("black-white") and prop not in LIVENESS:
                        several = [INF, 2, 1]
                    out.append([([prop], dict(size, passages=p, registers="declared", **extra)) for p in several])
    return out


def key(setting):
    return json.dumps({k: setting[k] for k in ("of",) + SETTING if k in setting}, sort_keys=True)


def rank(run):
    def number(value):
        return 99 if value == INF else value if value is not None else 0
    return ([run.get("level") == "deep", bool(run.get("abort")), bool(run.get("recover"))]
            + [number(run.get(f)) for f in ("n", "k", "l", "sessions")]
            + [run["registers"], number(run["passages"]), run["crashes"], number(run.get("preemptions"))])


def spelt(run):
    head = {k: v for k, v in run.items() if k != "found"}
    text = json.dumps(head)[:-1] + ', "found": {\n'
    text += ",\n".join(f'      "{p}": {json.dumps(f)}' for p, f in run["found"].items())
    return "    " + text + "}}"


def write(path, lists):
    text = path.read_text()
    for name, runs in lists.items():
        block = f'"{name}": [\n' + ",\n".join(spelt(r) for r in sorted(runs, key=rank)) + "\n  ]" if runs else f'"{name}": []'
        if re.search(rf'^  "{name}": \[', text, re.M):
            text = re.sub(rf'^  "{name}": \[(\]|.*?\n  \])', lambda _: "  " + block, text, count=1, flags=re.M | re.S)
        elif runs:
            text = re.sub(r'^  "notes":', lambda _: f'  {block},\n  "notes":', text, count=1, flags=re.M)
    json.loads(text)
    path.write_text(text)


def as_runs(entry, name):
    """Flat entries, one for each property, become runs."""
    runs = []
    for one in entry.get(name, []):
        if "found" not in one:
            of_run = ("of", "states", "level", "seconds") + SETTING
            run = {k: v for k, v in one.items() if k in of_run}
            found = {k: v for k, v in one.items() if k not in of_run and k != "property"}
            same = next((r for r in runs if {k: v for k, v in r.items() if k != "found"} == run), None)
            if same:
                same["found"][one["property"]] = found
                continue
            one = dict(run, found={one["property"]: found})
        runs.append(one)
    return runs


class Filler:
    def __init__(self, lab, arguments):
        self.lab, self.arguments = lab, arguments

    def limits(self, deep):
        if not deep:
            return {"memory": 2.4e7, "seconds": 1.5 * QUICK_SECONDS, "threads": self.arguments.threads}
        return {"memory": self.arguments.memory * 1e9, "seconds": self.arguments.seconds, "threads": self.arguments.threads}

    def open(self, path):
        """Nobody else writes this entry until the next one is opened, or the program ends."""
        self.path = path
        self.lock = open(path)
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        self.entry = json.loads(path.read_text())
        self.name = self.entry["name"]

    def refresh(self, path):
        """The same questions again: other numbers of states are written down, other verdicts are an error."""
        self.open(path)
        lists = {n: as_runs(self.entry, n) for n in ("checked", "plain", "wrong")}
        for where, runs in lists.items():
            for run in runs:
                deep = run.get("level") == "deep"
                if "states" not in run or (deep and not self.arguments.deep):
                    continue
                of = run.get("of", f"plain {self.name}" if where == "plain" else self.name)
                limits = {"memory": self.arguments.memory * 1e9, "seconds": self.arguments.seconds,
                          "threads": self.arguments.threads}
                answer = self.lab.ask(of, list(run["found"]), {k: run[k] for k in SETTING if k in run}, limits,
                                      self.entry["registers"]["quiescent"])
                other = [p for p, f in run["found"].items() if answer["findings"][p]["verdict"] != f["verdict"]]
                if other:
                    print(f"{of} {key(run)}: {[(p, answer['findings'][p]) for p in other]}, not {run['found']}", flush=True)
                    continue
                run["states"] = answer["states"]
                for p, f in run["found"].items():
                    if "own_steps" in f:
                        f["own_steps"] = answer["findings"][p]["own_steps"]
        write(path, lists)

    def take(self, report, catalogue):
        """What `doorway-lab check NAME --json` has found is written down like an answer to a question of ours."""
        self.open(catalogue / f"{report['algorithm']}.json")
        self.lists = {n: as_runs(self.entry, n) for n in ("checked", "plain", "wrong")}
        given = ("n", "k", "passages", "crashes", "registers") + (("preemptions",) if "preemptions" in report else ())
        unusual = [f for f in ("l", "sessions", "abort", "recover", "any_order", "store_buffer") if f in report]
        if unusual:
            sys.exit(f"check.py: cannot write down a search with {', '.join(unusual)}")
        findings = {f["property"]: {"verdict": f["verdict"]} for f in report["findings"]}
        if any(f["verdict"] in ("VIOLATED", "INCONCLUSIVE") for f in findings.values()):
            sys.exit("check.py: only what holds is taken from a report")
        setting = {k: report[k] for k in given}
        known = [p for p in findings if self.find("checked", p, setting)]
        if known:
            sys.exit(f"check.py: the catalogue has {known} of {self.name} in this setting")
        self.record("checked", self.name, list(findings), setting, {**report, "findings": findings}, deep=True)

    def ask_one(self, path, setting, properties):
        """One question; what was not decided before is asked again."""
        other = set(setting) - set(SETTING)
        if other:
            sys.exit(f"check.py: no part of a setting: {', '.join(sorted(other))}")
        self.open(path)
        self.lists = {n: as_runs(self.entry, n) for n in ("checked", "plain", "wrong")}
        setting = {"registers": "declared", **{k: v for k, v in setting.items() if v is not False}}
        for run in self.lists["checked"]:
            if key(run) == key(setting):
                run["found"] = {p: f for p, f in run["found"].items()
                                if p not in properties or f["verdict"] != "INCONCLUSIVE"}
        self.lists["checked"] = [r for r in self.lists["checked"] if r["found"]]
        missing = [p for p in properties if not self.find("checked", p, setting)]
        if missing:
            self.check("checked", self.name, missing, setting)

    def find_mutants(self, path):
        """For what holds up to a bound and has no mutant yet."""
        self.open(path)
        runs = as_runs(self.entry, "checked")
        for run in runs:
            setting = {k: run[k] for k in SETTING if k in run}
            for prop, found in run["found"].items():
                if found["verdict"] == "HOLDS up to the bound" and "mutant" not in found:
                    found.update(self.mutant(prop, setting, run.get("level") == "deep"))
                    print(f"{self.name} {key(setting)} {prop}: {found.get('mutant', 'no mutant')}", flush=True)
        write(path, {"checked": runs})

    def fill(self, path):
        self.open(path)
        self.lists = {n: ([] if self.arguments.again else as_runs(self.entry, n)) for n in ("checked", "plain", "wrong")}
        for ways in plan(self.entry):
            if not self.arguments.preemptions or "preemptions" in ways[0][1]:
                self.follow("checked", self.name, ways)
        if self.arguments.preemptions:
            return write(path, self.lists)
        for ways in plain(self.entry):
            self.follow("plain", f"plain {self.name}", ways)
        for stated in self.entry.get("stated", []):
            by = stated.get("by", {})
            if "of" in by and "directed" not in by:
                setting = {k: by[k] for k in ("of",) + SETTING if k in by}
                self.follow("wrong", by["of"], [([by["property"]], setting)])
        write(path, self.lists)
        self.measure()

    def measure(self):
        """RMRs: beside each claim what was measured."""
        for model in ("cc", "dsm"):
            if "measured" in self.entry["rmr"][model] and not self.arguments.again:
                continue
            found = self.lab.ask(self.name, [], {"rmr": model}, {})
            if "error" in found:
                print(f"{self.name} rmr {model}: {found['error']}", file=sys.stderr)
                continue
            line = json.dumps({**self.entry["rmr"][model], "measured": found})
            text = re.sub(rf'^    "{model}": .*?(,?)$', lambda m: f'    "{model}": {line}{m.group(1)}', self.path.read_text(),
                          count=1, flags=re.M)
            json.loads(text)
            self.path.write_text(text)
            print(f"{self.name} rmr {model}: {found}", flush=True)

    def find(self, where, prop, setting):
        for run in self.lists[where]:
            if key(run) == key(setting) and prop in run["found"]:
                return run
        return None

    def follow(self, where, of, ways):
        """Tries the settings, the largest first, until one is quick; without --deep only to find the quick one."""
        for properties, setting in ways:
            missing = [p for p in properties if not self.find(where, p, setting)]
            if missing:
                self.check(where, of, missing, setting)
            known = [self.find(where, p, setting) for p in properties]
            if all(r and r.get("level") != "deep" for r in known):
                return

    def check(self, where, of, properties, setting):
        quick = self.limits(False)
        answer = self.lab.ask(of, properties, setting, quick, self.entry["registers"]["quiescent"])
        deep = self.too_much(answer)
        if deep and not self.arguments.deep:
            return
        if deep:
            answer = self.lab.ask(of, properties, setting, self.limits(True), self.entry["registers"]["quiescent"])
        if "error" in answer:
            print(f"{of} {key(setting)}: {answer['error']}", file=sys.stderr)
            return
        broken = [p for p, f in answer["findings"].items() if f["verdict"] == "VIOLATED"]
        undone = [p for p in properties if "broke" in answer["findings"].get(p, {}).get("reason", "")]
        self.record(where, of, [p for p in properties if p not in undone], setting, answer, deep)
        if broken and undone:  # the search ended where one broke: the others without it
            self.check(where, of, undone, setting)

    def too_much(self, answer):
        if "error" in answer:
            return False
        decided = ("broke", "never happens", "known by their order", "passages must be bounded")  # more time and memory would not help
        stopped = any(f["verdict"] == "INCONCLUSIVE" and not any(words in f.get("reason", "") for words in decided)
                      for f in answer["findings"].values())
        violated = any(f["verdict"] == "VIOLATED" for f in answer["findings"].values())
        return stopped or answer["seconds"] > QUICK_SECONDS or (answer["states"] > QUICK_STATES and not violated)

    def record(self, where, of, properties, setting, answer, deep):
        for prop in properties:
            found = dict(answer["findings"][prop])
            found.pop("steps", None)
            violated = found["verdict"] == "VIOLATED"
            if violated:
                found.pop("reason", None)
            run = dict({k: setting[k] for k in ("of",) + SETTING if k in setting})
            if not violated and found["verdict"] != "INCONCLUSIVE":
                run["states"] = answer["states"]
            if deep:
                run.update(level="deep", seconds=round(answer["seconds"]))
            if found["verdict"] == "HOLDS up to the bound" and where == "checked":
                found.update(self.mutant(prop, setting, deep))
            for other in self.lists[where]:
                if {k: v for k, v in other.items() if k != "found"} == run:
                    other["found"][prop] = found
                    break
            else:
                run["found"] = {prop: found}
                self.lists[where].append(run)
            print(f"{of} {key(setting)} {prop}: {found} {answer['states']} states, {answer['seconds']:.1f} s", flush=True)
        write(self.path, self.lists)

    def mutant(self, prop, setting, deep):
        for other, crashes in mutants(self.name, prop, setting):
            for fewer in self.cheaper(setting) if deep else [None]:
                asked = dict(setting, crashes=crashes)
                if fewer is not None:
                    asked["preemptions"] = fewer
                answer = self.lab.ask(other, [prop], asked, self.limits(deep), self.entry["registers"]["quiescent"])
                if answer.get("findings", {}).get(prop, {}).get("verdict") != "VIOLATED":
                    continue
                return {"mutant": other,
                        **({"mutant_crashes": crashes} if crashes != setting["crashes"] else {}),
                        **({"mutant_preemptions": fewer} if fewer is not None else {})}
        return {}

    def cheaper(self, setting):
        """What breaks with fewer preemptions breaks, and is found much sooner."""
        return [s for s in (0, 1) if s < setting.get("preemptions", 2)] + [None]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ask", help="the program catalogue_ask")
    parser.add_argument("names", nargs="*", help="algorithms (all)")
    parser.add_argument("--catalogue", default=ROOT / "catalogue", type=pathlib.Path)
    parser.add_argument("--deep", action="store_true")
    parser.add_argument("--preemptions", action="store_true", help="only the searches with a bound on preemptions")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--refresh", action="store_true")
    parser.add_argument("--mutants", action="store_true", help="only looks for mutants of what has none")
    parser.add_argument("--report", type=pathlib.Path, help="only writes down what this report of doorway-lab says")
    parser.add_argument("--setting", type=json.loads, help="only this one question, as JSON")
    parser.add_argument("--properties", type=lambda text: text.split(","), default=["exclusion"])
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--memory", type=float, default=12, help="GB")
    parser.add_argument("--threads", type=int, default=0)
    arguments = parser.parse_args()
    unknown = [n for n in arguments.names if not (arguments.catalogue / f"{n}.json").exists()]
    if unknown or (arguments.setting is not None and len(arguments.names) != 1):
        parser.error(f"no such algorithm: {', '.join(unknown)}" if unknown else "--setting is for one algorithm")
    filler = Filler(Lab(arguments.ask), arguments)
    if arguments.report:
        return filler.take(json.loads(arguments.report.read_text()), arguments.catalogue)
    for path in sorted(arguments.catalogue.glob("*.json")):
        if not arguments.names or path.stem in arguments.names:
            if arguments.setting is not None:
                filler.ask_one(path, arguments.setting, arguments.properties)
            elif arguments.refresh:
                filler.refresh(path)
            elif arguments.mutants:
                filler.find_mutants(path)
            else:
                filler.fill(path)


if __name__ == "__main__":
    main()
