// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether something decays so much faster than the rest moves that an implicit method is cheaper.

#include "base/kinds.h"
#include "flow/right_side.h"
#include "ode/controller.h"

namespace zwang::motion {

inline constexpr Index most_looked_at = 100;  // coordinates: the eigenvalues of more cost too much

/// The explicit method for a tolerance: order 5 has the cheaper steps where it is loose.
constexpr Stepper explicit_for(double tolerance) {
  return tolerance >= 1e-5 ? Stepper::dopri5 : Stepper::dopri853;
}

/// Of the linear equations at (t, y), whose rate is f and whose mode is that of the side: a mode that
/// decays 3000 times or more within the span, and 20 times faster than the fastest oscillation or
/// growth. False where there are more than most_looked_at coordinates. By the tangent where the equations have
/// it, else by differences, whose lengths follow from the tolerances. Allocates.
bool is_stiff(RightSide& side, double t, const double* y, const double* f, double span,
              const ode::Tolerances& tolerances);

/// When a run looks. A look costs as much as many steps, and one that changed nothing is not soon
/// repeated.
struct StiffnessWatch {
  bool turned = false;            // the motion goes on otherwise from here: an event, another mode
  long turns = 0, next_turn = 1;  // of those
  long next_step = 0;             // from there on it is a reason that steps are strained

  bool is_due(long steps, bool strained) noexcept {
    bool due = false;
    if (turned && ++turns >= next_turn) {
      next_turn = 2 * turns;
      due = true;
    }
    turned = false;
    if (strained && steps >= next_step) {
      next_step = 2 * steps;
      due = true;
    }
    return due;
  }

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("stiffness watch", 1, x.turned, x.turns, x.next_turn, x.next_step);
  }
};

}  // namespace zwang::motion
