// SPDX-License-Identifier: Apache-2.0
#pragma once
// A functional and its rows at one point of a curve.

#include <vector>

#include "variation/fields/jacobi_plan.h"

namespace zwang::variation {

struct FunctionalPoint {
  explicit FunctionalPoint(const JacobiPlan& plan);

  /// At τ, where the curve has z. False: no numbers.
  bool take(const JacobiPlan& plan, double tau, const double* z) noexcept;

  double t = 0, F = 0;
  std::vector<double> v;                 // n, by t
  std::vector<double> F_x, F_v;          // n
  std::vector<double> F_xx, F_xv, F_vv;  // n × n
  std::vector<double> phi, A;            // rows, rows × n
  std::vector<double> f, f_x, f_v;       // velocities, velocities × n
  std::vector<double> G, G_x, G_v;       // integrals, integrals × n
};

}  // namespace zwang::variation
