// SPDX-License-Identifier: Apache-2.0
// N and K₁ in the coordinates ω of the factored rows, x = S Q_h ω: the first `rank` of them are what
// the rows decide, the others (Z) are free.
//
//   M definite    S = L⁻ᵀ:  N = ± S Z Zᵀ Sᵀ,         K₁ = S Y T⁺
//   M symmetric   S = τ:    N = S Z H⁻¹ Zᵀ Sᵀ,       K₁ = (I − N M) S Y T⁺,   H = ZᵀSᵀMSZ
// where T, m × rank, holds the rows in these coordinates and T⁺ = (TᵀWT)⁻¹TᵀW.

#include "least/derivative.h"

#include <algorithm>
#include <cmath>

#include "least/weigh.h"
#include "linalg/vector.h"

namespace zwang::least {

void Derivative::turn_in(const double* x, double* omega) noexcept {
  const Index n = ws_.n;
  std::copy_n(x, n, omega);
  if (sign_ == 0 || shape_.mass == Mass::diagonal) {
    const double* S = sign_ == 0 ? ws_.null.tau.data() : ws_.inverse.data();
    for (Index i = 0; i < n; ++i) omega[i] *= S[i];
  } else {
    for_each_block(shape_, [this, omega](Index first, Index size, const double*) {
      double* v = omega + first;
      for (Index j = 0; j < size; ++j) {
        const double* column = ws_.L.data() + (first + j) * ws_.ldn;
        const double t = v[j] *= ws_.inverse.data()[first + j];
        for (Index i = j + 1; i < size; ++i) v[i] -= column[i] * t;
      }
    });
  }
  ws_.rows.turn_in(ws_.rows.rank, omega);
}

void Derivative::turn_out(double* omega, double* x) noexcept {
  linalg::kernels().apply_reflectors(ws_.rows.view, ws_.rows.rank, &omega, 1);
  if (sign_ != 0)
    unweigh(shape_, ws_, &omega, 1);
  else
    for (Index i = 0; i < ws_.n; ++i) omega[i] *= ws_.null.tau.data()[i];
  std::copy_n(omega, ws_.n, x);
}

void Derivative::solve_free(double* omega) noexcept {
  const Index n = ws_.n, r = ws_.rows.rank;
  if (sign_ != 0) {
    for (Index i = r; i < n; ++i) omega[i] *= sign_;
    return;
  }
  double* w = free_.data();
  std::copy(omega + r, omega + n, w);
  std::fill(w + (n - r), w + ws_.ldn, 0.0);
  linalg::solve_any(H_, w, spare_.data());
  std::copy_n(w, n - r, omega + r);
}

void Derivative::couple(double* omega) noexcept {
  if (sign_ != 0) return;  // weighed coordinates: M is ± the unit matrix
  for (Index k = 0; k < ws_.rows.rank; ++k) {
    const double* column = rotated_.data() + k * ws_.ldn;
    for (Index i = ws_.rows.rank; i < ws_.n; ++i) omega[i] -= column[i] * omega[k];
  }
}

void Derivative::decouple(double* omega) noexcept {
  solve_free(omega);
  if (sign_ != 0) return;
  for (Index k = 0; k < ws_.rows.rank; ++k) {
    const double* column = rotated_.data() + k * ws_.ldn;
    omega[k] -= linalg::dot(column + ws_.rows.rank, omega + ws_.rows.rank, ws_.n - ws_.rows.rank);
  }
}

void Derivative::meet(const double* h, double* z) noexcept {
  const linalg::RowQr& qr = ws_.rows.view;
  const Index m = ws_.m, r = ws_.rows.rank;
  double* rhs = demand_.data();
  for (Index j = 0; j < m; ++j) rhs[j] = h[qr.order[j]];
  if (r < m) {
    for (Index j = 0; j < m; ++j) rhs[j] *= weight_.data()[qr.order[j]];
    return linalg::least_squares(tall_, rhs, z);
  }
  std::copy_n(rhs, r, z);
  ws_.rows.solve_lower(z);
}

void Derivative::meet_transposed(double* z, double* s) noexcept {
  const linalg::RowQr& qr = ws_.rows.view;
  const Index m = ws_.m, r = ws_.rows.rank;
  double* x = demand_.data();
  if (r < m) {
    linalg::shortest(tall_, z, x);
    for (Index j = 0; j < m; ++j) x[j] *= weight_.data()[qr.order[j]];
  } else {
    std::copy_n(z, r, x);
    std::fill_n(x + r, qr.ldx - r, 0.0);
    linalg::kernels().backward(qr, r, x);
  }
  for (Index j = 0; j < m; ++j) s[qr.order[j]] = x[j];
}

void Derivative::meet_twice(double* z, double* out) noexcept {
  linalg::shortest(tall_, z, demand_.data());
  linalg::least_squares(tall_, demand_.data(), out);
}

void Derivative::tangent(const double* g, const double* h, const double* p, Index columns,
                         double* dx) noexcept {
  const Index n = ws_.n, m = ws_.m, r = ws_.rows.rank;
  double *omega = omega_.data(), *other = other_.data();
  for (Index column = 0; column < columns; ++column) {
    std::fill_n(omega, n, 0.0);
    if (g) turn_in(g + column * n, omega);
    std::fill_n(omega, r, 0.0);
    if (h) meet(h + column * m, omega);
    if (p && r < m) {
      turn_in(p + column * n, other);
      decouple(other);
      meet_twice(other, other);
      for (Index k = 0; k < r; ++k) omega[k] += other[k];
    }
    couple(omega);
    solve_free(omega);
    turn_out(omega, dx + column * n);
  }
}

void Derivative::adjoint(const double* w, double* u, double* s, double* t) noexcept {
  const Index n = ws_.n, m = ws_.m, r = ws_.rows.rank;
  double *omega = omega_.data(), *z = other_.data();
  turn_in(w, omega);
  decouple(omega);
  std::copy_n(omega, r, z);
  std::fill_n(omega, r, 0.0);
  if (u) turn_out(omega, u);
  if (s) {
    std::copy_n(z, r, omega);
    meet_transposed(omega, s);
  }
  if (!t) return;
  std::fill_n(omega, n, 0.0);
  if (r < m) meet_twice(z, omega);
  couple(omega);
  solve_free(omega);
  turn_out(omega, t);
}

}  // namespace zwang::least
