// SPDX-License-Identifier: Apache-2.0
// The shortest y with D y = e, where the chosen rows of D are R Q, Q orthonormal, R lower
// triangular: R z = e, y = Qᵀz. The rows left out follow from the chosen ones, b being
// consistent.
#include "reference.h"

#include <cmath>
#include <limits>
#include <utility>

namespace bench {
namespace {

using Real = long double;
using Vector = std::vector<Real>;

Real dot(const Real* x, const Real* y, std::size_t n) {
  Real sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

Vector cholesky(const std::vector<double>& M, std::size_t n) {
  Vector L(n * n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const Real rest = M[i * n + j] - dot(&L[i * n], &L[j * n], j);
      L[i * n + j] = i == j ? std::sqrt(rest) : rest / L[j * n + j];
    }
  }
  return L;
}

/// x := L⁻¹ x
void solve_lower(const Vector& L, Real* x, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) x[i] = (x[i] - dot(&L[i * n], x, i)) / L[i * n + i];
}

/// x := L⁻ᵀ x
void solve_lower_transposed(const Vector& L, Real* x, std::size_t n) {
  for (std::size_t i = n; i-- > 0;) {
    x[i] /= L[i * n + i];
    for (std::size_t j = 0; j < i; ++j) x[j] -= L[i * n + j] * x[i];
  }
}

/// The shortest y with D y = e, D m×n of rank r; D and e are used up. Each step takes the longest
/// remaining row as the next direction q and removes it from the other rows and their demands.
Vector shortest(Vector D, Vector e, Size size) {
  const auto [n, m, r] = size;
  Vector y(n, 0);
  for (std::size_t k = 0; k < r; ++k) {
    std::size_t longest = k;
    for (std::size_t i = k + 1; i < m; ++i) {
      if (dot(&D[i * n], &D[i * n], n) > dot(&D[longest * n], &D[longest * n], n)) longest = i;
    }
    for (std::size_t j = 0; j < n; ++j) std::swap(D[k * n + j], D[longest * n + j]);
    std::swap(e[k], e[longest]);

    // Once more against the earlier directions: Gram–Schmidt alone would lose κ².
    Real* q = &D[k * n];
    for (std::size_t i = 0; i < k; ++i) {
      const Real overlap = dot(&D[i * n], q, n);
      for (std::size_t j = 0; j < n; ++j) q[j] -= overlap * D[i * n + j];
      e[k] -= overlap * e[i];
    }
    const Real length = std::sqrt(dot(q, q, n));
    for (std::size_t j = 0; j < n; ++j) q[j] /= length;
    e[k] /= length;
    for (std::size_t i = k + 1; i < m; ++i) {
      const Real overlap = dot(&D[i * n], q, n);
      for (std::size_t j = 0; j < n; ++j) D[i * n + j] -= overlap * q[j];
      e[i] -= overlap * e[k];
    }
    for (std::size_t j = 0; j < n; ++j) y[j] += e[k] * q[j];
  }
  return y;
}

}  // namespace

Answer reference(const System& system) {
  const auto [n, m, r] = system.size;
  const Vector L = cholesky(system.M, n);

  // w = L⁻¹Q, D = A L⁻ᵀ row by row, e = b − D w
  Vector w(system.Q.begin(), system.Q.end());
  solve_lower(L, w.data(), n);
  Vector D(system.A_rows.begin(), system.A_rows.end());
  Vector e(system.b.begin(), system.b.end());
  for (std::size_t i = 0; i < m; ++i) {
    solve_lower(L, &D[i * n], n);
    e[i] -= dot(&D[i * n], w.data(), n);
  }

  // ẍ = L⁻ᵀ(w + y), Qc = L y
  const Vector y = shortest(std::move(D), std::move(e), system.size);
  Vector x(n);
  Answer answer{std::vector<double>(n), std::vector<double>(n)};
  for (std::size_t i = 0; i < n; ++i) x[i] = w[i] + y[i];
  solve_lower_transposed(L, x.data(), n);
  for (std::size_t i = 0; i < n; ++i) {
    answer.acceleration[i] = static_cast<double>(x[i]);
    answer.constraint_force[i] = static_cast<double>(dot(&L[i * n], y.data(), i + 1));
  }
  return answer;
}

std::vector<Answer> references(const Pool& pool) {
  std::vector<Answer> answers;
  answers.reserve(pool.size());
  for (const System& system : pool) answers.push_back(reference(system));
  return answers;
}

double relative_difference(std::span<const double> x, std::span<const double> y) {
  if (x.size() != y.size()) return std::numeric_limits<double>::infinity();
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    difference += (x[i] - y[i]) * (x[i] - y[i]);
    size += y[i] * y[i];
  }
  const double relative = std::sqrt(difference / size);
  return std::isfinite(relative) ? relative : std::numeric_limits<double>::infinity();
}

}  // namespace bench
