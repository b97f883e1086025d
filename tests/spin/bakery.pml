/* bakery, thesis Fig. 5.1: a twin of include/doorway/algorithms/mutual_exclusion/bakery.hpp, written by hand for Spin.
   One transition is one access and the local code up to the next. Give -DN=2 -DPASSAGES=2. */
byte Doorway[N];
byte Ticket[N];
byte inside;

mtype = { first, choose, take, shut, wait_doorway, wait_ticket, critical, leave, done };

/* the next process to wait for, itself left out; after the last one: in */
inline settle() {
  if :: i == _pid -> i++ :: else fi;
  if
  :: i >= N -> at = critical; i = 0; ticket = 0; inside++; assert(inside <= 1)
  :: else -> at = wait_doorway
  fi
}

active [N] proctype process() {
  mtype at = first;
  byte ticket, i, passages;
end:
  do
  :: d_step { at == first -> Doorway[_pid] = 1; at = choose }                                        /* 48 */
  :: d_step { at == choose ->                                                                        /* 49 */
       if :: Ticket[i] > ticket -> ticket = Ticket[i] :: else fi;
       i++;
       if :: i == N -> i = 0; ticket++; at = take :: else fi }
  :: d_step { at == take -> Ticket[_pid] = ticket; at = shut }
  :: d_step { at == shut -> Doorway[_pid] = 0; settle() }                                            /* 50 51 */
  :: d_step { at == wait_doorway -> if :: Doorway[i] == 0 -> at = wait_ticket :: else fi }           /* 52 */
  :: d_step { at == wait_ticket ->                                                                   /* 53 */
       if
       :: Ticket[i] == 0 || Ticket[i] > ticket || (Ticket[i] == ticket && i >= _pid) -> i++; settle()
       :: else
       fi }
  :: d_step { at == critical -> inside--; at = leave }
  :: d_step { at == leave -> Ticket[_pid] = 0; passages++;                                           /* 55 */
       if :: passages == PASSAGES -> at = done :: else -> at = first fi }
  od
}
