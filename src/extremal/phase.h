// SPDX-License-Identifier: Apache-2.0
#pragma once
// Periodic motions of systems that know no time: they may begin anywhere along themselves, and Newton's
// iteration would not know where.

#include "extremal/attempt.h"

namespace zwang::extremal {

/// Whether nothing says where a periodic motion begins.
bool is_phase_open(Attempt& attempt);

/// The motion that begins beside the guess, not before or behind it. Energy is conserved, so that one of the
/// conditions holds by itself: in its place stands a drag κv, which is zero along every periodic motion.
bvp::Solution find_periodic(Attempt& attempt);

/// Whether a curve is at rest; and how often it runs through what it repeats.
bool is_at_rest(const bvp::Curve& curve);
Index repetitions(const bvp::Curve& curve);

}  // namespace zwang::extremal
