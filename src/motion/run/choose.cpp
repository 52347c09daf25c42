// SPDX-License-Identifier: Apache-2.0
#include "motion/run/choose.h"

#include <algorithm>
#include <vector>

#include "flow/project.h"
#include "flow/tolerances.h"
#include "motion/run/stiffness.h"

namespace zwang::motion {

namespace {

// Newton's iteration on the rows is RATTLE's own, and the kick of its beginning knows no rates.
Refusal why_not_rattle(const equations::Equations& equations) {
  if (equations.order != 2) return Refusal::first_order;
  if (equations.traits.mass_varies) return Refusal::varying_mass;
  if (equations.traits.force_by_rate) return Refusal::forces_by_rates;
  for (const equations::Row& row : equations.rows) {
    if (row.level != equations::Level::position) return Refusal::rows_by_rates;
    if (row.drift != equations::Drift::project) return Refusal::other_drift;
  }
  return Refusal::none;
}

// At the start, where ideal rows decide. What laws and contacts do there is seen when the run has begun.
bool begins_stiff(RightSide& side, const RunOptions& options) {
  const equations::Equations& equations = side.equations();
  if (side.laws() || instant::has_events(equations)) return false;
  const instant::StateLayout at = side.layout();
  std::vector<double> y(zwang::at(at.size()), 0.0), f(y);
  const std::vector<double>& q = options.from ? options.from->q : equations.q;
  const std::vector<double>& v = options.from ? options.from->v : equations.v;
  const double t = options.from ? options.from->t : equations.t;
  std::copy(q.begin(), q.end(), y.begin() + at.q());
  std::copy(v.begin(), v.end(), y.begin() + at.v());
  Projector(side).assemble(t, y.data() + at.q(), y.data() + at.v());
  if (!side.rate(t, y.data(), f.data())) return false;
  Tolerances sizes(equations, options.tolerance, options.absolute);
  sizes.see(y.data(), f.data());
  return is_stiff(side, t, y.data(), f.data(), options.t_end - t, sizes.view(0));
}

}  // namespace

Choice choose(RightSide& side, const RunOptions& options) {
  const long evaluations = side.evaluations();
  const bool stiff = begins_stiff(side, options);
  side.set_evaluations(evaluations);
  const bool seen = side.equations().n <= most_looked_at;
  if (stiff) return {Stepper::radau5, ChoiceReason::stiff, seen};
  const Stepper stepper = explicit_for(options.tolerance);
  const bool loose = stepper == Stepper::dopri5;
  return {stepper, loose ? ChoiceReason::loose : ChoiceReason::tight, seen};
}

Refusal why_not(Stepper stepper, const equations::Equations& equations) {
  const bool plain = !instant::has_laws(equations) && !instant::has_events(equations);
  switch (stepper) {
    case Stepper::bdf:
      return plain ? Refusal::none : Refusal::bdf_with_laws;
    case Stepper::rattle2:
    case Stepper::rattle4:
    case Stepper::rattle6:
    case Stepper::rattle8:
      return plain ? why_not_rattle(equations) : Refusal::rattle_with_laws;
    default:
      return Refusal::none;
  }
}

}  // namespace zwang::motion
