// The anteroom: where those wait who find all seats taken, asleep and in order of arrival.
//
// It is a lock of its own beside the lock that has the seats: k-bakery-cc-fast with one slot, in a file of its own that is made
// when somebody first finds all seats taken. The process inside of it is the next to get a seat.
//
//     1  if nobody is in the anteroom and a seat is free: take it; doorway of the lock
//     2  else: enter the anteroom
//     3        until a seat is free: sleep
//     4        take it; doorway of the lock
//     5        leave the anteroom
//
// Why the order is kept. Say that p has ended a doorway, the anteroom's or the lock's, before q comes. If p is still in the
// anteroom, q finds it there at 1 and ends up behind it. If p has left, it did so at 5: its doorway of the lock had ended before
// q's begins.
//
// A death. To be in the anteroom is to have the kernel's lock on one of its bytes, as with seats: a dead process is in nobody's
// way at 1, and is cleared away by those behind it like a dead process on a seat.
//
// Room. The anteroom has as many places as a file can have seats. A process that finds no place there either, or no room for its file,
// asks again now and then, in no order.
#pragma once

namespace doorway::processes {

// 1 to 4. Room is the anteroom: is_occupied(); enter() and wait_for_seat(), which are false for one that gives up; leave().
// take() takes a seat if there is one. The caller leaves the anteroom (5), if it is in there, when its doorway has ended.
template <class Room, class Take>
bool come_in(Room& room, Take&& take) {
  if (!room.is_occupied() && take()) return true;  // 1
  if (!room.enter()) return false;                 // 2
  while (!take()) {                                // 4
    if (room.wait_for_seat()) continue;            // 3
    room.leave();
    return false;
  }
  return true;
}

}  // namespace doorway::processes
