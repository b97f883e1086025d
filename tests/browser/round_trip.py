#!/usr/bin/env python3
"""round_trip.py DOORWAY_LAB: the server without a browser.

Every step of the page is the lab's own: random runs of five algorithms, with crashes and safe registers, are taken by the server, exported, and
played again by `doorway-lab replay`; and the other way round, what `doorway-lab check` and `walk` have written is played by the server, and exported as
it was. It would catch a step that the page invents, a value or a crash that is lost on the way, and a loop that is forgotten. Then what is wrong: each
request is refused with words, and the server lives on.
"""
import http.client, json, os, random, signal, subprocess, sys, tempfile, urllib.parse

lab = sys.argv[1]
server = subprocess.Popen([lab, "serve"], stdout=subprocess.PIPE, text=True)
url = urllib.parse.urlsplit(server.stdout.readline().strip())
failed = 0


def expect(what, found, wanted=True):
    global failed
    if found != wanted:
        print(f"{what}: {repr(found)[:300]}, not {repr(wanted)[:300]}")
        failed += 1


def raw(path, body=None, host=None, method="POST", **more):
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=60)
    connection.request(method, path, body, {**({"Host": host} if host else {}), **more})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def ask(what, body):
    status, text = raw(f"{url.path}api/{what}", body if isinstance(body, str) else json.dumps(body))
    expect(f"the status of {what}", status, 200)
    return json.loads(text)


def replay(trace, folder):
    path = os.path.join(folder, "run.json")
    with open(path, "w") as file:
        json.dump(trace, file)
    done = subprocess.run([lab, "replay", path], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


SETTINGS = [
    {"algorithm": "bakery", "n": 3, "k": 1, "crashes": 1, "registers": "safe"},
    {"algorithm": "k-bakery-cc", "n": 3, "k": 2, "crashes": 1, "registers": "safe"},
    {"algorithm": "black-white-bakery", "n": 2, "k": 1, "crashes": 1, "registers": "safe", "abort": True},
    {"algorithm": "one-bit", "n": 3, "k": 1, "crashes": 2, "registers": "declared", "recover": True},
    {"algorithm": "group-bakery", "n": 3, "k": 1, "sessions": 2, "crashes": 1, "registers": "safe"},
]
TRACES = [  # of the tool; none of these takes a second
    ["check", "k-bakery-cc", "-n", "2", "-k", "1", "--registers", "safe", "--property", "exclusion"],
    ["check", "one-bit", "-n", "2", "--passages", "unbounded", "--property", "starvation-freedom"],
    ["walk", "k-bakery-fife", "-n", "4", "--fife", "1", "--steps", "1e5"],
]


# What a step is, without what is only told of it: a search does not tell looks apart, and a walk knows no labels.
def bare(steps):
    return [{key: step.get(key) for key in ("process", "does", "register", "value", "left", "flickered", "recovered")} for step in steps]


def from_the_page(folder):
    dice = random.Random(22)
    crashes = flickers = 0
    for i in range(20):
        setting = {"passages": "unbounded", **SETTINGS[i % len(SETTINGS)]}
        played = {"run": ""}
        for _ in range(3):
            played = ask("play", {"setting": setting, "run": played["run"],
                                  "extend": {"how": "random", "count": 40, "seed": dice.getrandbits(32), "crashes": True}})
        crashes += sum(step.get("crash", False) for step in played["steps"])
        flickers += sum(step.get("flickered", False) for step in played["steps"])
        expect("frames and steps", len(played["frames"]), len(played["steps"]) + 1)
        trace = ask("export", {"setting": setting, "run": played["run"]})
        status, text = replay(trace, folder)
        expect(f"replay of run {i} of {setting['algorithm']}: {text[-300:] if status else ''}", status, 0)
        expect("the steps, told by the page and by the tool", [step["text"] for step in trace["steps"]], [step["text"] for step in played["steps"]])
        again = ask("import", json.dumps(trace))
        expect("the run, exported and imported", again.get("run"), played["run"])
        seen = next(step for step in trace["steps"] if step["does"] == "read" and not step.get("flickered"))
        seen["value"] = 10**12  # no such value was there to be read
        expect("the status of replay for a damaged run", replay(trace, folder)[0], 3)
    print(f"20 runs, {crashes} crashes, {flickers} reads that met a write")
    expect("there were crashes and reads that met a write", crashes > 5 and flickers > 5)


def from_the_tool(folder):
    for command in TRACES:
        path = os.path.join(folder, "trace.json")
        subprocess.run([lab, *command, "--trace", path], capture_output=True)
        with open(path) as file:
            text = file.read()
        trace = json.loads(text)
        run = ask("import", text)
        request = {"setting": run["setting"], "run": run["run"], **({"loop": run["loop"]} if "loop" in run else {})}
        played = ask("play", request)
        expect(f"{command[1]}: the steps", len(played["steps"]), len(trace["steps"]))
        broken = [alarm["property"] for alarm in played["frames"][-1].get("alarms", [])] + list(played.get("for_ever", {}))
        if command[0] == "check":
            expect(f"{command[1]}: the alarm, {broken}", trace["property"] in broken)
            expect("the critical step", played.get("critical"), trace.get("critical"))
        exported = ask("export", request)
        expect("exported again", [bare(exported["steps"]), exported.get("loop")], [bare(trace["steps"]), trace.get("loop")])


def refusals():
    good = {"algorithm": "bakery", "n": 2, "k": 1, "passages": 1, "crashes": 0}
    cases = [
        ("play", {"setting": {**good, "algorithm": "no-such-lock"}}, "no algorithm 'no-such-lock'"),
        ("play", {"setting": {**good, "n": 99}}, "n = 99"),
        ("play", {"setting": {**good, "n": 1e30}}, "n = "),
        ("play", {"setting": {**good, "k": 2}}, "bakery solves mutual exclusion"),
        ("play", {"setting": {**good, "registers": "rubber"}}, "registers = rubber"),
        ("play", {"setting": {**good, "n": 4, "algorithm": "group-bakery"}}, "sessions"),
        ("play", {"setting": {**good, "recover": True, "crashes": 1, "algorithm": "tree-lock"}}, "no recover"),
        ("play", {"setting": good, "run": "0.0x"}, "no more processes may be crashed"),
        ("play", {"setting": good, "run": ".".join(["0"] * 3000)}, "at most 2000 steps"),
        ("play", {"setting": good, "run": "0", "from": 7}, "after the end"),
        ("play", {"setting": good, "run": "0.1", "loop": 9}, "loop begins after the end"),
        ("play", {"setting": good, "extend": {"how": "sideways"}}, "sideways"),
        ("play", {"setting": 3}, "not"),
        ("play", [1, 2], "not"),
        ("play", "{", "no JSON"),
        ("play", '{"setting":' + "[" * 150000 + "]" * 150000 + "}", "nested too deeply"),
        ("import", "[" * 150000 + "]" * 150000, "nested too deeply"),
        ("import", "{}", "trace"),
        ("import", "nonsense", "not a trace"),
        ("import", json.dumps({**good, "property": "exclusion", "ends": "", "steps": [{"process": 0, "does": "read", "register": "Nowhere", "from": "doorway", "to": "doorway"}]}), "the code does not do this"),
        ("check", {"setting": good, "properties": ["peace"]}, "no property"),
        ("check", {"setting": {**good, "n": 17}, "properties": []}, "room for 16"),
        ("job", {"job": 4711}, "no search 4711"),
        ("job", {"job": "first"}, "not understood"),
    ]
    for what, body, words in cases:
        error = ask(what, body).get("error", "nothing")
        expect(f"{what} {str(body)[:80]}: '{error}' says '{words}'", words in error)
    path = f"{url.path}api/known"
    expect("a foreign Host", raw(path, "{}", host="example.org")[0], 403)
    expect("a Host with another port", raw(path, "{}", host=f"127.0.0.1:{url.port + 1}")[0], 403)
    expect("localhost", raw(path, "{}", host=f"localhost:{url.port}")[0], 200)
    expect("another token", raw(f"/{'0' * 32}/api/known", "{}")[0], 403)
    expect("no token", raw("/", method="GET")[0], 403)
    expect("a file of the machine", raw(f"{url.path}../../etc/passwd", method="GET")[0] in (403, 404))
    expect("a question that there is not", raw(f"{url.path}api/nonsense", "{}")[0], 404)
    expect("a body that is too long", raw(path, "x" * (5 << 20))[0], 413)
    expect("a body of no said length", raw(path, iter([b"{}"]))[0], 400)
    expect("a packed body", raw(path, "{}", **{"Content-Encoding": "gzip"})[0], 400)
    second = subprocess.run([lab, "serve", "--port", str(url.port)], capture_output=True, text=True, timeout=60)
    expect("a second server on the port", second.returncode != 0 and "cannot be had" in second.stderr)
    expect("and the server lives on", "algorithms" in ask("known", {}))


try:
    with tempfile.TemporaryDirectory() as folder:
        from_the_page(folder)
        from_the_tool(folder)
        refusals()
finally:
    server.send_signal(signal.SIGTERM)
    try:
        expect("how the server ends", server.wait(20), 0)
    except subprocess.TimeoutExpired:
        server.kill()
        failed += 1
        print("the server does not end")
sys.exit(1 if failed else 0)
