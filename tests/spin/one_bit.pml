/* one-bit, He et al. 2017, Fig. 2: a twin of include/doorway/algorithms/mutual_exclusion/one_bit.hpp, written by hand for Spin.
   One transition is one access and the local code up to the next. `again` is `compete` for the second time: not in the
   remainder. Give -DN=3 -DPASSAGES=1. */
byte Competing[N];
byte inside;

mtype = { compete, again, look, give_way, wait_lower, wait_higher, critical, leave, done };

inline go_in() {
  at = critical; j = 0; inside++; assert(inside <= 1)
}

/* all smaller ones looked at: now the larger */
inline higher() {
  j = _pid + 1;
  if :: j >= N -> go_in() :: else -> at = wait_higher fi
}

active [N] proctype process() {
  mtype at = compete;
  byte j, passages;
end:
  do
  :: d_step { at == compete || at == again -> Competing[_pid] = 1; j = 0;                            /* 1 2 */
       if :: _pid == 0 -> higher() :: else -> at = look fi }
  :: d_step { at == look ->                                                                          /* 3 */
       if
       :: Competing[j] == 1 -> at = give_way
       :: else -> j++; if :: j >= _pid -> higher() :: else fi
       fi }
  :: d_step { at == give_way -> Competing[_pid] = 0; at = wait_lower }                               /* 4 */
  :: d_step { at == wait_lower -> if :: Competing[j] == 0 -> at = again; j = 0 :: else fi }          /* 5 6 */
  :: d_step { at == wait_higher ->                                                                   /* 10 */
       if
       :: Competing[j] == 0 -> j++; if :: j >= N -> go_in() :: else fi
       :: else
       fi }
  :: d_step { at == critical -> inside--; at = leave }
  :: d_step { at == leave -> Competing[_pid] = 0; passages++;
       if :: passages == PASSAGES -> at = done :: else -> at = compete fi }
  od
}
