// SPDX-License-Identifier: Apache-2.0
#include "motion/run/choose.h"

#include <algorithm>
#include <cmath>

#include "linalg/spectrum.h"
#include "motion/project.h"
#include "motion/run/rattle.h"

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
  if (stiff) {
    return {
        Stepper::radau5,
        "The system is stiff: something decays much faster than the rest moves, and an implicit "
        "method need not follow it."};
  }
  if (options.tolerance >= 1e-5) {
    return {Stepper::dopri5,
            "The system is not stiff and the tolerance is loose: order 5 has the cheaper steps."};
  }
  return {Stepper::dopri853,
          "The system is not stiff and the tolerance is tight: order 8 has the fewest steps."};
}

std::string why_not(Stepper stepper, const equations::Equations& equations) {
  const bool plain = !instant::has_laws(equations) && !instant::has_events(equations);
  switch (stepper) {
    case Stepper::bdf:
      if (plain) return {};
      return "bdf remembers many steps and takes no events, contacts, friction or servo forces";
    case Stepper::rattle2:
    case Stepper::rattle4:
    case Stepper::rattle6:
    case Stepper::rattle8:
      if (!plain) return "rattle takes no events, contacts, friction or servo forces";
      return why_not_rattle(equations);
    default:
      return {};
  }
}

}  // namespace zwang::motion
