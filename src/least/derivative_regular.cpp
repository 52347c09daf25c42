// SPDX-License-Identifier: Apache-2.0
// With Aᵀ = Y R and QᵀMQ = P, Q = (Y Z), H = P₂₂:
//   N = Z H⁻¹ Zᵀ,   K₁ = (Y − Z H⁻¹ P₂₁) R⁻ᵀ.

#include "least/derivative_regular.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace zwang::least {

namespace {

constexpr Index ld = RegularDerivative::most;

// Far above all tolerances of rank.h, and so far from 1 that ordinary instants pass.
constexpr double clear_row = 1e-3;  // of a row's length: what is not along the rows before it
constexpr double clear_pivot =
    1e-6;  // of ZᵀMZ, against its own diagonal, or all of it if indefinite
constexpr double longest_factor =
    100;  // of an indefinite ZᵀMZ: no growth to speak of without pivots

template <Index known>
using Known = std::integral_constant<Index, known>;

/// Calls `act` with what the compiler shall know of n and m.
template <class Act>
auto with_known(Index n, Index m, Act act) {
  switch (8 * n + m) {
    case 8 * 2:
      return act(Known<2>{}, Known<0>{});
    case 8 * 2 + 1:
      return act(Known<2>{}, Known<1>{});
    case 8 * 3:
      return act(Known<3>{}, Known<0>{});
    case 8 * 3 + 1:
      return act(Known<3>{}, Known<1>{});
    case 8 * 3 + 2:
      return act(Known<3>{}, Known<2>{});
    case 8 * 4:
      return act(Known<4>{}, Known<0>{});
    case 8 * 4 + 1:
      return act(Known<4>{}, Known<1>{});
    case 8 * 4 + 2:
      return act(Known<4>{}, Known<2>{});
    case 8 * 4 + 3:
      return act(Known<4>{}, Known<3>{});
    default:
      return act(Known<0>{}, Known<0>{});
  }
}

}  // namespace

bool RegularDerivative::factor(const Task& task) noexcept {
  n_ = task.n;
  m_ = task.m;
  if (n_ > most || m_ > n_) return false;
  diagonal_ = m_ == 0 && task.mass == Mass::diagonal;
  if (diagonal_) return invert_diagonal(task);
  return with_known(n_, m_, [&](auto n, auto m) { return factor_full<n(), m()>(task); });
}

template <Index known, Index rows>
bool RegularDerivative::factor_full(const Task& task) noexcept {
  if (!reflect_rows<known, rows>(task.A)) return false;
  turn_mass<known, rows>(task);
  if (!factor_free<known, rows>()) return false;
  fill_operators<known, rows>();
  return true;
}

bool RegularDerivative::invert_diagonal(const Task& task) noexcept {
  double largest = 0;
  Index positive = 0;
  for (Index i = 0; i < n_; ++i) largest = std::fmax(largest, std::fabs(task.M[i]));
  for (Index i = 0; i < n_; ++i) {
    if (!(std::fabs(task.M[i]) >= clear_pivot * largest) || task.M[i] == 0) return false;
    N_[i] = 1 / task.M[i];  // a = M⁻¹Q [UK92 2]
    positive += task.M[i] > 0;
  }
  definite_ = positive == 0 || positive == n_;
  return std::isfinite(largest);
}

/// Householder's reflections of the rows, and Q itself.
template <Index known, Index rows>
bool RegularDerivative::reflect_rows(const double* A) noexcept {
  const Index n = this->n<known>(), m = this->m<rows>();
  double B[most * most];  // row k: what is left of row k of A; then its reflector
  double gamma[most];
  std::copy_n(A, m * n, B);
  for (Index k = 0; k < m; ++k) {
    double* const v = B + k * n;
    double all = 0, rest = 0;
    for (Index i = 0; i < k; ++i) {
      R_[i * ld + k] = v[i];
      all += v[i] * v[i];
    }
    for (Index i = k; i < n; ++i) rest += v[i] * v[i];
    all += rest;
    if (!(rest >= clear_row * clear_row * all) || !(rest > 1e-200) || !(all < 1e200)) return false;
    const double length = std::sqrt(rest), beta = v[k] > 0 ? -length : length;
    R_[k * ld + k] = beta;
    v[k] -= beta;
    gamma[k] = -1 / (beta * v[k]);
    for (Index l = k + 1; l < m; ++l) {
      double* const other = B + l * n;
      double t = 0;
      for (Index i = k; i < n; ++i) t += v[i] * other[i];
      t *= gamma[k];
      for (Index i = k; i < n; ++i) other[i] -= t * v[i];
    }
  }
  for (Index r = 0; r < n; ++r) {  // Q = H_0 … H_{m−1}: every row of 1 from the right
    double* const q = Q_ + r * n;
    for (Index i = 0; i < n; ++i) q[i] = i == r ? 1 : 0;
    for (Index k = 0; k < m; ++k) {
      const double* const v = B + k * n;
      double t = 0;
      if (k == 0)
        t = v[r];
      else
        for (Index i = k; i < n; ++i) t += v[i] * q[i];
      t *= gamma[k];
      for (Index i = k; i < n; ++i) q[i] -= t * v[i];
    }
  }
  return true;
}

/// P = QᵀMQ, lower triangle, and of its first rows nothing: YᵀMY is not needed.
template <Index known, Index rows>
void RegularDerivative::turn_mass(const Task& task) noexcept {
  const Index n = this->n<known>(), m = this->m<rows>();
  std::fill_n(M_, n * n, 0.0);
  for_each_block(task, [this, n](Index first, Index size, const double* M) {
    for (Index i = 0; i < size; ++i)
      for (Index j = 0; j < size; ++j) M_[(first + i) * n + first + j] = M[i * size + j];
  });
  double MQ[most * most];  // n × n
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      double sum = 0;
      for (Index k = 0; k < n; ++k) sum += M_[i * n + k] * Q_[k * n + j];
      MQ[i * n + j] = sum;
    }
  for (Index a = m; a < n; ++a)
    for (Index b = 0; b <= a; ++b) {
      double sum = 0;
      for (Index i = 0; i < n; ++i) sum += Q_[i * n + a] * MQ[i * n + b];
      P_[a * n + b] = sum;
    }
}

/// ZᵀMZ = L D Lᵀ in place. Definite ones need no pivots; others are taken where they could do without.
template <Index known, Index rows>
bool RegularDerivative::factor_free() noexcept {
  const Index n = this->n<known>(), m = this->m<rows>();
  double largest = 0, diagonal[most];
  for (Index a = m; a < n; ++a) {
    diagonal[a] = P_[a * n + a];
    for (Index b = m; b <= a; ++b) largest = std::fmax(largest, std::fabs(P_[a * n + b]));
  }
  if (!std::isfinite(largest)) return false;
  bool positive = true, negative = true, clear = true;
  double longest = 0;
  for (Index k = m; k < n; ++k) {
    const double d = P_[k * n + k];
    positive = positive && d >= clear_pivot * diagonal[k] && d > 0;
    negative = negative && d <= clear_pivot * diagonal[k] && d < 0;
    clear = clear && std::fabs(d) >= clear_pivot * largest;
    if (!(positive || negative || (clear && d != 0))) return false;
    double l[most];
    for (Index i = k + 1; i < n; ++i) {
      l[i] = P_[i * n + k] / d;
      longest = std::fmax(longest, std::fabs(l[i]));
    }
    for (Index i = k + 1; i < n; ++i) {
      for (Index j = k + 1; j <= i; ++j) P_[i * n + j] -= l[i] * P_[j * n + k];
    }
    for (Index i = k + 1; i < n; ++i) P_[i * n + k] = l[i];
  }
  definite_ = positive || negative;
  return definite_ || longest <= longest_factor;
}

template <Index known, Index rows>
void RegularDerivative::fill_operators() noexcept {
  const Index n = this->n<known>(), m = this->m<rows>();
  double W[most * 2 * most];  // row a: H⁻¹ (Zᵀ P₂₁), of which n + m columns
  const Index columns = n + m;
  for (Index a = m; a < n; ++a) {
    double* const w = W + a * columns;
    for (Index j = 0; j < n; ++j) w[j] = Q_[j * n + a];
    for (Index j = 0; j < m; ++j) w[n + j] = P_[a * n + j];
    for (Index k = m; k < a; ++k)
      for (Index j = 0; j < columns; ++j) w[j] -= P_[a * n + k] * W[k * columns + j];
  }
  for (Index a = n; a-- > m;) {
    double* const w = W + a * columns;
    const double inverse = 1 / P_[a * n + a];
    for (Index j = 0; j < columns; ++j) w[j] *= inverse;
    for (Index k = a + 1; k < n; ++k)
      for (Index j = 0; j < columns; ++j) w[j] -= P_[k * n + a] * W[k * columns + j];
  }
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      double sum = 0;
      for (Index a = m; a < n; ++a) sum += Q_[i * n + a] * W[a * columns + j];
      N_[i * n + j] = sum;
    }
    double* const K = K_ + i * m;
    for (Index j = m; j-- > 0;) {
      double sum = Q_[i * n + j];
      for (Index a = m; a < n; ++a) sum -= Q_[i * n + a] * W[a * columns + n + j];
      for (Index l = j + 1; l < m; ++l) sum -= K[l] * R_[j * ld + l];
      K[j] = sum / R_[j * ld + j];  // K₁ [UK92 5c']
    }
  }
}

void RegularDerivative::tangent(const double* g, const double* h, Index columns,
                                double* dx) const noexcept {
  with_known(n_, m_, [&](auto n, auto m) { apply<n(), m()>(g, h, columns, dx); });
}

template <Index known, Index rows>
void RegularDerivative::apply(const double* g, const double* h, Index columns,
                              double* dx) const noexcept {
  const Index n = this->n<known>(), m = this->m<rows>();
  for (Index c = 0; c < columns; ++c, g += n, dx += n) {
    if (diagonal_) {
      for (Index i = 0; i < n; ++i) dx[i] = N_[i] * g[i];
      continue;
    }
    for (Index i = 0; i < n; ++i) {
      double sum = 0;
      for (Index j = 0; j < n; ++j) sum += N_[i * n + j] * g[j];
      for (Index j = 0; j < m; ++j) sum += K_[i * m + j] * h[c * m + j];
      dx[i] = sum;
    }
  }
}

void RegularDerivative::multipliers(const double* x, const double* g, double* s) const noexcept {
  with_known(n_, m_, [&](auto n, auto m) { reduce<n(), m()>(x, g, s); });
}

template <Index known, Index rows>
void RegularDerivative::reduce(const double* x, const double* g, double* s) const noexcept {
  const Index n = this->n<known>(), m = this->m<rows>();
  double w[most];
  for (Index i = 0; i < n; ++i) {
    double sum = -g[i];
    for (Index j = 0; j < n; ++j) sum += M_[i * n + j] * x[j];
    w[i] = sum;
  }
  for (Index j = 0; j < m; ++j) {
    double sum = 0;
    for (Index i = 0; i < n; ++i) sum += K_[i * m + j] * w[i];
    s[j] = sum;
  }
}

}  // namespace zwang::least
