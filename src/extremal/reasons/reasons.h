// SPDX-License-Identifier: Apache-2.0
#pragma once
// Why no extremal was found, where that can be told: an end at which F_vv is singular, conditions that
// depend on each other whatever the curve. Looked for only then, and along curves that are bent in
// every direction: on straight ones many things vanish by accident.

#include "extremal/answer.h"
#include "extremal/attempt.h"
#include "extremal/question/question.h"
#include "variation/functional.h"

namespace zwang::extremal {

/// Multipliers that no formula is likely to contain, for the guess's own may be zero, and F_vv with them
/// where rows or integrals bring it.
void take_any_multipliers(Question& question, bvp::Curve& guess);

/// Whether F_vv has both signs on the constraints at the ends. True: at one of them only, so that it
/// is singular on the way unless the rates, which are guessed here, make up for it.
bool changes_sign(Question& question, Answer& answer);

/// Changes answer.failure where something else is to blame.
void explain(Attempt& attempt, Answer& answer);

// Integrals of which one follows from the others and the ends, whatever the curve.

/// Along a trial curve: what each integral gains by a bend of it, G_x − d/dt G_v in the directions that
/// rows leave free, is a combination of what the others gain; or nothing. p are set, those of the
/// first guess.
Dependent dependent_integrals(Question& question, const variation::Functional& functional);

// Integrals that are asked to be what they cannot between these ends: a string shorter than its span.

/// The first whose least value, along the way down from the guess, lies beyond what is asked for, or
/// whose largest lies below. Only between fixed ends, without unknowns, and where no rows bind rates; p
/// are set, those of the first guess.
OutOfRange integral_out_of_range(Question& question, const variation::Functional& functional);

// Rows on rates, and integrals beside them, that depend on each other, or decide where a curve can end
// that leaves a fixed start.

/// Along a trial curve; p are set, those of the first guess.
Dependent dependent_velocity_rows(Question& question, const variation::Functional& functional);

// Velocity rows that say nothing at an end: 0.5*(x'^2 + y'^2) = -g*y from y = 0 lets nothing move there,
// and at rest its gradient by the rates is zero.

/// The first such row, at an end that is fixed. The guess tells which rates to begin with; its p are set.
Stalled stalled_row(const Question& question, const variation::Functional& functional,
                    const bvp::Curve& guess);

// Rows that a solution does not satisfy. It has the second derivatives that they ask for as nearly as
// can be; where rows contradict each other between the ends, that is not enough.

/// None, where the residuals of the curve are what a solution to this tolerance leaves.
Dependent unmet_rows(Question& question, const Found& found, double tolerance);

/// Places where a curve would need a corner to be an extremal. Where F jumps, as between two media, its
/// derivatives know nothing of it, and the equations are satisfied on either side. But there (Weierstrass
/// and Erdmann) F_v must not jump, so that d/dt F_v = F_x + Aᵀλ is summed up here over each interval;
/// and what jumps with x must leave F − v·F_v alone, as a ball leaves the step that it rolls down.
struct Corner {
  bool found = false;
  double t = 0;
};

/// The largest, if it is more than a solution to this tolerance leaves. For questions with an F.
Corner missing_corner(Question& question, const bvp::Curve& curve, double tolerance);

// Curves that rest at both ends: kinks of long duration. Where nothing knows the time, such a curve may
// leave a little earlier or later and is as good, within rounding; the ends do not determine when.

/// The curve need not be a solution, only near one. Its p are set then.
bool may_leave_at_any_time(Question& question, const bvp::Curve& curve);

}  // namespace zwang::extremal
