#!/usr/bin/env -S python3 -B
"""The rules on a text whose mutants were found by hand. A rule that finds nothing would make an area look well tested."""
import rules

TEXT = '''#include <x>
// if (a < b) ++c;
namespace n {
struct s {
  s(int a);
  void f(int a);
  int c = 0;
  s& operator=(const s&) = default;
};
int g(int a, std::vector<int>& v) {
  const int b = a + 1;
  v.push_back(b);
  if (a < b && v.size() != 2) return 1;
  while (h(a)) {
    ++a;
    v[0] = "; x < y"[0];
  }
  x.store(1, std::memory_order_seq_cst);
  Want.announce(p, 1);
  return true;
}
}
'''
WANTED = [
    (11, "off by one", "+ 1", ""),
    (11, "off by one", "+ 1", "+ 2"),
    (12, "drop a statement", "v.push_back(b);", ";"),
    (13, "negate a condition", "a < b && v.size() != 2", "!(a < b && v.size() != 2)"),
    (13, "off by one", "<", "<="),
    (13, "turn a test round", "!=", "=="),
    (13, "turn a test round", "&&", "||"),
    (14, "negate a condition", "h(a)", "!(h(a))"),
    (15, "drop a statement", "++a;", ";"),
    (15, "swap neighbours", '++a; v[0] = "; x < y"[0];', 'v[0] = "; x < y"[0]; ++a;'),
    (16, "drop a statement", 'v[0] = "; x < y"[0];', ";"),
    (18, "drop a statement", "x.store(1, std::memory_order_seq_cst);", ";"),
    (18, "swap neighbours", "x.store(1, std::memory_order_seq_cst); Want.announce(p, 1);",
     "Want.announce(p, 1); x.store(1, std::memory_order_seq_cst);"),
    (18, "weaken an order", "std::memory_order_seq_cst", "std::memory_order_relaxed"),
    (19, "drop a statement", "Want.announce(p, 1);", ";"),
    (19, "weaken an order", ".announce(", ".write("),
    (20, "turn an answer round", "true", "false"),
]

def flat(text):
    return " ".join(text.split())


found = sorted((TEXT.count("\n", 0, c.start) + 1, c.rule, flat(TEXT[c.start : c.end]), flat(c.to)) for c in rules.candidates(TEXT))
for missing in sorted(set(WANTED) - set(found)):
    print("not found:", missing)
for wrong in sorted(set(found) - set(WANTED)):
    print("found, but not by hand:", wrong)
assert rules.masked(TEXT).count("\n") == TEXT.count("\n") and len(rules.masked(TEXT)) == len(TEXT)
assert found == sorted(WANTED)
