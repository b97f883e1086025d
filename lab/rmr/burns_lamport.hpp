// The schedule of He et al. 2017 for Burns and Lamport's algorithm, which shows that one passage can take of the order of N^2 RMRs.
//
// Y. He, K. Gopalakrishnan, E. Gafni, "Group mutual exclusion in linear time and space", Theoretical Computer Science, 2017,
// section 4. P_N raises its flag, P_(N-1) raises its own and blocks P_N; P_(N-2) blocks P_(N-1), whereupon P_N tries again,
// only to be blocked by P_(N-2); and so on down to P_1, which gets in. That blocks P_N once by every other process. Then the
// same again without P_1, without P_1 and P_2, ...: N(N-1)/2 times in all, in one passage of P_N and one of everybody else.
#pragma once

#include "lab/rmr/measure.hpp"

namespace doorway::lab::rmr {

// `blocked`: how often P_N found somebody's flag raised and lowered its own, counted from its writes, not from the plan.
// `worst` and `worst_of`: the RMRs of P_N, of which only its one passage is looked at.
// std::logic_error if the algorithm does not behave as the paper says it must.
[[nodiscard]] figures burns_lamport(const program& one_bit, const cost_model& model);

}  // namespace doorway::lab::rmr
