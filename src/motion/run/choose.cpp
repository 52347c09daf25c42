// SPDX-License-Identifier: Apache-2.0
#include "motion/run/choose.h"

#include <algorithm>
#include <cmath>

#include "linalg/spectrum.h"
#include "motion/project.h"

namespace zwang::motion {

namespace {

constexpr Index most_coordinates = 100;  // beyond, the eigenvalues cost more than they save
constexpr double many_decays = 3000, far_apart = 20;

// Without forces that know rates nothing decays.
bool may_decay(const equations::Equations& equations) {
  const auto damps = [](const equations::Row& row) {
    return row.drift == equations::Drift::baumgarte;
  };
  return equations.order == 1 || equations.traits.force_by_rate ||
         std::any_of(equations.rows.begin(), equations.rows.end(), damps);
}

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

bool is_stiff(RightSide& side, const RunOptions& options) {
  const equations::Equations& equations = side.equations();
  if (!may_decay(equations)) return false;
  if (equations.n > most_coordinates || !side.prepare_jacobian()) return false;
  const instant::StateLayout at = side.layout();
  std::vector<double> y(static_cast<std::size_t>(at.size()), 0.0);
  const std::vector<double>& q = options.from ? options.from->q : equations.q;
  const std::vector<double>& v = options.from ? options.from->v : equations.v;
  const double t = options.from ? options.from->t : equations.t;
  std::copy(q.begin(), q.end(), y.begin() + at.q());
  std::copy(v.begin(), v.end(), y.begin() + at.v());
  Projector(side).assemble(t, y.data() + at.q(), y.data() + at.v());
  std::vector<double> J(y.size() * y.size());
  if (!side.jacobian(t, y.data(), J.data())) return false;
  // Read as column-major it is the transpose, which has the same eigenvalues.
  double decay = 0, other = 0;
  for (const std::complex<double>& lambda : linalg::eigenvalues(at.size(), J)) {
    decay = std::max(decay, -lambda.real());
    other = std::max({other, std::abs(lambda.imag()), lambda.real()});
  }
  return decay * (options.t_end - t) > many_decays && decay > far_apart * other;
}

}  // namespace

Choice choose(RightSide& side, const RunOptions& options) {
  const long evaluations = side.evaluations();
  const bool stiff = is_stiff(side, options);
  side.set_evaluations(evaluations);
  if (stiff) return {Stepper::radau5, ChoiceReason::stiff};
  if (options.tolerance >= 1e-5) return {Stepper::dopri5, ChoiceReason::loose};
  return {Stepper::dopri853, ChoiceReason::tight};
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
