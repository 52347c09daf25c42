// SPDX-License-Identifier: Apache-2.0
#pragma once
// Further extremals between the same ends: from shots in all directions and with growing speed, of
// which those that come near the end are good first curves; from Newton's iteration that known ones
// push away; and, where integrals are given, from waves on the guess.

#include "extremal/attempt.h"

namespace zwang::extremal {

/// A first one, where the usual first curves lead nowhere: from shots with the guess's own rates and
/// multipliers of several sizes, whose ends then come nearer and nearer to where they should be; and
/// in the end, of one degree of freedom, from shots of every speed.
bvp::Solution search_first(Attempt& attempt);

/// Adds to `known` until there are `most`, or nothing new comes. All are solved to the plan's
/// tolerance. Between fixed ends, of one or two freedoms, a scan finds all up to some speed, which it tells,
/// as far as it resolves them.
void search(Attempt& attempt, Index most, std::vector<bvp::Solution>& known, Scan& scan);

}  // namespace zwang::extremal
