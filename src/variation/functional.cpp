// SPDX-License-Identifier: Apache-2.0
#include "variation/functional.h"

namespace zwang::variation {

FunctionalPoint::FunctionalPoint(const Functional& of)
    : F_x(of.n),
      F_v(of.n),
      F_xx(of.n * of.n),
      F_xv(F_xx),
      F_vv(F_xx),
      phi(of.rows),
      A(of.rows * of.n),
      f(of.velocities),
      f_x(of.velocities * of.n),
      f_v(f_x),
      G(of.integrals),
      G_x(of.integrals * of.n),
      G_v(G_x) {}

bool FunctionalPoint::take_slopes(const Functional& of, double t, const double* x, const double* v,
                                  const double* lambda, const double* mu) noexcept {
  return of.slopes(of.self, t, x, v, lambda, mu, &F, F_x.data(), F_v.data(), F_xx.data(),
                   F_xv.data(), F_vv.data());
}

bool FunctionalPoint::take_positions(const Functional& of, double t, const double* x) noexcept {
  return !of.rows || of.position_rows(of.self, t, x, phi.data(), A.data());
}

bool FunctionalPoint::take_velocities(const Functional& of, double t, const double* x,
                                      const double* v) noexcept {
  return !of.velocities || of.velocity_rows(of.self, t, x, v, f.data(), f_x.data(), f_v.data());
}

bool FunctionalPoint::take_integrals(const Functional& of, double t, const double* x,
                                     const double* v) noexcept {
  return !of.integrals || of.integral_rows(of.self, t, x, v, G.data(), G_x.data(), G_v.data());
}

}  // namespace zwang::variation
