/* levels, Omori et al. 2002, (n,k)-EXCL with check_i: a twin of include/doorway/algorithms/k_exclusion/levels.hpp, written by hand for
   Spin. One transition is one access and the local code up to the next. Of the count only what can still matter is kept: 0 if
   it stays within the bound whatever comes, N if it is beyond. Give -DN=3 -DK=2 -DPASSAGES=1, K < N. */
byte turn[N];
byte level[N];
byte inside;

mtype = { join, sign, count_levels, read_turn, critical, leave, done };

hidden byte to_come;

/* the next j to count, itself to_come out; after the last one the turn is read */
inline settle() {
  if :: j == _pid -> j++ :: else fi;
  to_come = N - j;
  if :: j < _pid -> to_come-- :: else fi;
  if
  :: counted + to_come <= N - s - 1 -> counted = 0
  :: else -> if :: counted > N - s - 1 -> counted = N :: else fi
  fi;
  if :: j >= N -> j = 0; at = read_turn :: else -> at = count_levels fi
}

active [N] proctype process() {
  mtype at = join;
  byte s = 1, j, counted, passages;
end:
  do
  :: d_step { at == join -> level[_pid] = s; at = sign }                                             /* a */
  :: d_step { at == sign -> turn[s - 1] = _pid; j = 0; settle() }                                    /* b */
  :: d_step { at == count_levels ->                                                                  /* c */
       if :: level[j] >= s -> counted++ :: else fi;
       j++; settle() }
  :: d_step { at == read_turn ->
       if
       :: turn[s - 1] != _pid || counted <= N - s - 1 ->
          counted = 0; s++;
          if
          :: s > N - K -> s = 1; at = critical; inside++; assert(inside <= K)
          :: else -> at = join
          fi
       :: else -> counted = 0; settle()
       fi }
  :: d_step { at == critical -> inside--; at = leave }
  :: d_step { at == leave -> level[_pid] = 0; passages++;                                            /* d */
       if :: passages == PASSAGES -> at = done :: else -> at = join fi }
  od
}
