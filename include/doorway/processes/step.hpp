// Where a test may stop or kill a process: before every step of these headers that other processes can see. Nothing at
// all unless DOORWAY_BEFORE_STEP is defined before the first include, as tests/processes/ does.
#pragma once

#ifndef DOORWAY_BEFORE_STEP
#define DOORWAY_BEFORE_STEP() static_cast<void>(0)
#endif
