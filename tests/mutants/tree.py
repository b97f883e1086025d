"""The copies of this tree in which mutants live, one for each area: build/mutants/NAME."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WORK = ROOT / "build" / "mutants"
# Compiled twice as fast as with -O2, which is what counts here.
FLAGS = "-O1 -DNDEBUG"
JOBS = str(os.cpu_count() or 1)


def say(text):
    print(text, flush=True)


def command(words, seconds, **more):
    """(status, output); status None: it took longer. What it started is ended with it."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as log:
        process = subprocess.Popen(words, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                   start_new_session=True, **more)
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
        log.seek(0)
        return status, log.read()


class copy:
    def __init__(self, name):
        self.tree = WORK / name
        self.build_folder = self.tree / "build" / "release"

    def put(self, name, content, mode=0o644):
        """What differs only, so that ninja builds again what has changed, and nothing else."""
        target = self.tree / name
        if not target.is_file() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            target.chmod(mode)

    def put_back(self, name):
        self.put(name, (ROOT / name).read_bytes(), (ROOT / name).stat().st_mode & 0o777)

    def update(self, instead=None):
        """The tree as it is, but for these files, by name; and configured."""
        instead = instead or {}
        names = subprocess.run([str(ROOT / "cmake" / "files.sh")], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
        for name in sorted(set(filter(None, names.split("\0"))) - set(instead)):
            if (ROOT / name).is_file():
                self.put_back(name)
        for name, text in instead.items():
            self.put(name, text.encode())
        # A warning, such as of a variable that a dropped statement leaves unused, is not what should kill a mutant.
        status, said = command(["cmake", "--preset", "release", "-DDOORWAY_FULL=ON", "-DDOORWAY_WERROR=OFF",
                                f"-DCMAKE_CXX_FLAGS_RELEASE={FLAGS}"], 300, cwd=self.tree)
        if status != 0:
            sys.exit(f"mutants: cmake fails\n{said}")

    def build(self, targets):
        """All that can be built, also after an error."""
        return command(["ninja", "-C", str(self.build_folder), "-j", JOBS, "-k", "0", *targets], 3600)

    def ctest(self, regex, seconds, **more):
        return command(["ctest", "--test-dir", str(self.build_folder), "--no-tests=error", "--stop-on-failure", "-j", JOBS, "-R", regex],
                       seconds, **more)
