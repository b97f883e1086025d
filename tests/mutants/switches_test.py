#!/usr/bin/env -S python3 -B
"""A text with all its mutants behind switches, compiled and run: with none on it says what it said before, and with each on what the
text says that has this change and no switch. Without this a mutant might be tried that is none, or several at once."""
import os
import pathlib
import subprocess
import sys
import tempfile

import rules
import switches

TEXT = r'''#include <cstdio>
#include <vector>
struct sums {
  int total = 0;
  void add(int a) {
    total += a;  // a comment, with a { in it
    std::printf("added %d; so %d\n", a, total);
  }
};
bool few(int a) { return a < 3 && a != 1; }
template <class Visit>
void each(const std::vector<int>& all, Visit visit) {
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i] >= 0) visit(all[i]);
    else std::printf("left out\n");
}
int main() {
  sums one;
  const int first = one.total + 1;
  one.add(first);
  each({first, 2, -1, 4}, [&](int a) {
    if (few(a)) return;
    one.add(a - 1);
  });
  int left = 3;
  while (left > 0) --left;
  std::printf("%d %d\n", left, few(2) ? 1 : 0);
  return 0;
}
'''


def said(text, folder, number=0):
    path = folder / "text.cpp"
    path.write_text(text)
    (folder / "doorway_mutant.hpp").write_text(switches.HEADER)
    built = subprocess.run(["g++", "-std=c++20", "-o", folder / "text", path], stderr=subprocess.DEVNULL, check=False)
    return run(folder, number) if built.returncode == 0 else None


def run(folder, number):
    try:
        done = subprocess.run([folder / "text"], env={**os.environ, "DOORWAY_MUTANT": str(number)}, stdout=subprocess.PIPE, timeout=1,
                              check=False)
        return done.returncode, done.stdout[:1000]
    except subprocess.TimeoutExpired as late:
        return None, (late.stdout or b"")[:1000]


places = switches.places(TEXT)
numbered = []
for change in rules.candidates(TEXT):
    place = switches.place_of(change, places)
    if place and switches.fits(place, [other for _, other, _ in numbered]):
        numbered.append((len(numbered) + 1, place, change))
wrong = 0
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    plain = said(TEXT, folder)
    alone = [said(change.applied(TEXT), folder) for _, _, change in numbered]
    together, lines = switches.switched(TEXT, numbered)
    if said(together, folder) != plain or plain is None:
        sys.exit("with no mutant on it says something else")
    for (number, _, change), wanted in zip(numbered, alone):
        if wanted is not None and run(folder, number) != wanted:
            wrong += 1
            print(f"{number}: {change}")
    passed = folder / "passed"
    passed.write_bytes(bytes(switches.MOST))
    subprocess.run([folder / "text"], env={**os.environ, "DOORWAY_MUTANTS_PASSED": str(passed)}, stdout=subprocess.DEVNULL, check=True)
    never = [number for number, _, _ in numbered if passed.read_bytes()[number] == 0]
assert never == [], never
assert len(numbered) > 12, len(numbered)
assert [number for number, _, _ in lines] == list(range(1, len(numbered) + 1))
for number, first, last in lines:
    assert f"doorway_mutant({number})" in "\n".join(together.split("\n")[first - 1 : last]), number
sys.exit(wrong)
