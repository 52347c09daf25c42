// SPDX-License-Identifier: Apache-2.0
#include "variation/functional_point.h"

namespace zwang::variation {

FunctionalPoint::FunctionalPoint(const JacobiPlan& plan) {
  const Functional& functional = *plan.functional;
  const Index n = functional.n;
  for (auto* entries : {&v, &F_x, &F_v}) entries->resize(n);
  for (auto* entries : {&F_xx, &F_xv, &F_vv}) entries->resize(n * n);
  phi.resize(functional.rows);
  A.resize(functional.rows * n);
  f.resize(functional.velocities);
  for (auto* entries : {&f_x, &f_v}) entries->resize(functional.velocities * n);
  G.resize(functional.integrals);
  for (auto* entries : {&G_x, &G_v}) entries->resize(functional.integrals * n);
}

bool FunctionalPoint::take(const JacobiPlan& plan, double tau, const double* z) noexcept {
  const Functional& of = *plan.functional;
  const Index n = of.n;
  const double span = plan.t1 - plan.t0;
  t = plan.t0 + tau * span;
  for (Index i = 0; i < n; ++i) v[i] = z[n + i] / span;
  const double *x = z, *lambda = z + 2 * n, *mu = plan.curve->p.data();
  if (!of.slopes(of.self, t, x, v.data(), lambda, mu, &F, F_x.data(), F_v.data(), F_xx.data(),
                 F_xv.data(), F_vv.data()))
    return false;
  if (of.rows && !of.position_rows(of.self, t, x, phi.data(), A.data())) return false;
  if (of.velocities && !of.velocity_rows(of.self, t, x, v.data(), f.data(), f_x.data(), f_v.data()))
    return false;
  return !of.integrals ||
         of.integral_rows(of.self, t, x, v.data(), G.data(), G_x.data(), G_v.data());
}

}  // namespace zwang::variation
