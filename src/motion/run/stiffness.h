// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether something decays so much faster than the rest moves that an implicit method is cheaper.

#include "motion/right_side.h"
#include "ode/controller.h"

namespace zwang::motion {

/// Of the linear equations at (t, y), whose rate is f and whose mode is that of the side: a mode that
/// decays 3000 times or more within the span, and 20 times faster than the fastest oscillation or
/// growth. Looks only where there are at most 100 coordinates. By the tangent where the equations have
/// it, else by differences, whose lengths follow from the tolerances. Allocates.
bool is_stiff(RightSide& side, double t, const double* y, const double* f, double span,
              const ode::Tolerances& tolerances);

/// When a run looks. A look costs as much as many steps, and one that changed nothing is not soon
/// repeated.
struct StiffnessWatch {
  long turns = 0, next_turn = 1;  // where the motion went on otherwise: events, modes
  long next_step = 0;             // from there on steps that are strained are a reason

  bool is_due_at_turn() noexcept {
    if (++turns < next_turn) return false;
    next_turn = 2 * turns;
    return true;
  }
  bool is_due_when_strained(long steps) noexcept {
    if (steps < next_step) return false;
    next_step = 2 * steps;
    return true;
  }

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("stiffness watch", 1, x.turns, x.next_turn, x.next_step);
  }
};

}  // namespace zwang::motion
