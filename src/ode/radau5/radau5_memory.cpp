// SPDX-License-Identifier: Apache-2.0
#include "ode/radau5/radau5_memory.h"

#include <algorithm>

#include "ode/jacobian.h"
#include "ode/radau5/radau5_tableau.h"

namespace zwang::ode {

Radau5Memory::Radau5Memory(Index n_)
    : n(n_),
      J(n_ * n_),
      E_1(n_ * n_),
      E_2(n_ * n_),
      E_2i(n_ * n_),
      order_1(static_cast<std::size_t>(n_)),
      order_2(static_cast<std::size_t>(n_)),
      Z_before(3 * round_up(n_, 8)) {}

void forget(Radau5Memory& memory) noexcept {
  memory.formed = memory.current = memory.rejected = false;
  memory.dt_factored = memory.dt_before = 0;
  memory.theta = memory.excess = 1;
}

namespace {

/// (diagonal + i·imaginary) I − J, transposed: J is row-major, the factors are column-major.
void set_matrices(Radau5Memory& m, double dt) noexcept {
  const Index n = m.n;
  double *E_1 = m.E_1.data(), *E_2 = m.E_2.data(), *E_2i = m.E_2i.data();
  std::fill_n(E_2i, n * n, 0.0);
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < n; ++i) E_1[j * n + i] = E_2[j * n + i] = -m.J.data()[i * n + j];
    const Index jj = j * n + j;
    E_1[jj] += radau5::gamma / dt;
    E_2[jj] += radau5::alpha / dt;
    E_2i[jj] = radau5::beta / dt;
  }
}

}  // namespace

Outcome refresh(Radau5Memory& m, const System& f, double t, const double* y, const double* f0,
                double dt, const Tolerances& tolerances, double* scratch) noexcept {
  if (!m.formed) {
    ++m.jacobians;
    if (!form_jacobian(f, t, y, f0, tolerances, m.J.data(), scratch)) return Outcome::not_finite;
    m.formed = m.current = true;
    m.dt_factored = 0;
  }
  if (m.dt_factored != dt) {
    ++m.factorisations;
    m.dt_factored = 0;
    set_matrices(m, dt);
    if (!linalg::factor_lu(m.real()) || !linalg::factor_lu(m.complex())) return Outcome::singular;
    m.dt_factored = dt;
  }
  return Outcome::done;
}

}  // namespace zwang::ode
