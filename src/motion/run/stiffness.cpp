// SPDX-License-Identifier: Apache-2.0
#include "motion/run/stiffness.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "linalg/spectrum.h"
#include "ode/jacobian.h"

namespace zwang::motion {

namespace {

constexpr double many_decays = 3000, far_apart = 20;

// Without forces that know rates nothing decays. Of laws and of forces from outside nobody knows.
bool may_decay(RightSide& side) {
  const equations::Equations& equations = side.equations();
  const auto damps = [](const equations::Row& row) {
    return row.drift == equations::Drift::baumgarte;
  };
  return side.laws() || side.has_outer_law() || equations.order == 1 ||
         equations.traits.force_by_rate ||
         std::any_of(equations.rows.begin(), equations.rows.end(), damps);
}

}  // namespace

bool is_stiff(RightSide& side, double t, const double* y, const double* f, double span,
              const ode::Tolerances& tolerances) {
  if (!may_decay(side) || side.equations().n > most_looked_at) return false;
  const long evaluations = side.evaluations();
  const Index size = side.layout().size();
  std::vector<double> J(at(size * size)), scratch(at(2 * size));
  const bool good = ode::form_jacobian(side.system_with_jacobian(), t, y, f, tolerances, J.data(),
                                       scratch.data());
  side.set_evaluations(evaluations);
  if (!good) return false;
  // Read as column-major it is the transpose, which has the same eigenvalues.
  double decay = 0, other = 0;
  for (const std::complex<double>& lambda : linalg::eigenvalues(size, J)) {
    decay = std::max(decay, -lambda.real());
    other = std::max({other, std::abs(lambda.imag()), lambda.real()});
  }
  return decay * span > many_decays && decay > far_apart * other;
}

}  // namespace zwang::motion
