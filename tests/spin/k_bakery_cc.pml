/* k-bakery-cc, thesis Fig. 5.4: a twin of include/doorway/algorithms/k_exclusion/k_bakery_cc.hpp, written by hand for Spin.
   One transition is one access and the local code up to the next, so Spin must store as many states as the lab does.
   Private variables go back to 0 as soon as they are dead. Give -DN=3 -DK=1 -DPASSAGES=1. */
#define INF 255
#define EVERYBODY ((1 << N) - 1)

byte Want[N] = INF;
byte Ticket[N];
byte inside;
hidden byte size, j;

mtype = { first, announce, choose, take, want, look, critical, leave, done };

/* i := the first member of ahead from i on, N if there is none */
inline settle() {
  do
  :: i < N && ((ahead >> i) & 1) == 0 -> i++
  :: else -> break
  od
}

inline count() {
  size = 0; j = 0;
  do
  :: j < N -> size = size + ((ahead >> j) & 1); j++
  :: else -> break
  od
}

/* at the head of the loop, line 82 */
inline head() {
  count();
  if
  :: size < K -> at = critical; ticket = 0; ahead = 0; i = 0; inside++; assert(inside <= K)
  :: else -> at = look; i = 0; settle()
  fi
}

active [N] proctype process() {
  mtype at = first;
  byte ticket, i, ahead, passages;
end:
  do
  :: d_step { at == first -> ticket = Ticket[_pid]; at = announce }                                  /* 78 */
  :: d_step { at == announce -> Want[_pid] = ticket; ticket = 0; at = choose }
  :: d_step { at == choose ->                                                                        /* 79 */
       if :: Ticket[i] > ticket -> ticket = Ticket[i] :: else fi;
       i++;
       if :: i == N -> i = 0; ticket++; at = take :: else fi }
  :: d_step { at == take -> Ticket[_pid] = ticket; at = want }
  :: d_step { at == want -> Want[_pid] = ticket; ahead = EVERYBODY & ~(1 << _pid); head() }          /* 80 81 82 */
  :: d_step { at == look ->                                                                          /* 83 84 */
       if
       :: ticket < Want[i] || (ticket == Want[i] && _pid < i) -> ahead = ahead & ~(1 << i)
       :: else
       fi;
       i++; settle();
       if :: i >= N -> head() :: else fi }
  :: d_step { at == critical -> inside--; at = leave }
  :: d_step { at == leave ->                                                                         /* 86 */
       Want[_pid] = INF; passages++;
       if :: passages == PASSAGES -> at = done :: else -> at = first fi }
  od
}
