// SPDX-License-Identifier: Apache-2.0
#pragma once
// The choice of a method, and what speaks against one.

#include <cstdint>

#include "flow/right_side.h"
#include "flow/run_plan.h"

namespace zwang::motion {

enum class ChoiceReason : std::uint8_t {
  asked,  // by the user
  stiff,  // something decays much faster than the rest moves
  loose,  // not stiff, and order 5 has the cheaper steps
  tight,  // not stiff, and order 8 has the fewest steps
};

struct Choice {
  Stepper stepper;
  ChoiceReason why;
  bool looked = true;  // for stiffness: not where there are too many coordinates
};

/// Radau5 where the start is stiff (stiffness.h); else dopri853, or dopri5 where the tolerance is 1e-5
/// or looser. Where there are laws, contacts or events the run itself looks, once it has begun.
Choice choose(RightSide& side, const RunOptions& options);

/// What a method does not take.
enum class Refusal : std::uint8_t {
  none,
  bdf_with_laws,     // events, contacts, friction, servo forces
  rattle_with_laws,  // the same
  first_order,
  varying_mass,     // M depends on the state or on time
  forces_by_rates,  // and RATTLE finds Q before the rates
  rows_by_rates,    // a row contains rates or accelerations
  other_drift,      // a row is kept otherwise than by projection
};

/// Why the method does not take these equations; none where it does.
Refusal why_not(Stepper stepper, const equations::Equations& equations);

}  // namespace zwang::motion
