// SPDX-License-Identifier: Apache-2.0
#include "least/public/certificate_system.h"

#include <algorithm>
#include <cmath>

namespace zwang::certified {

namespace {

Vector times(std::span<const double> B, std::size_t rows, const Vector& x) {
  Vector y(rows, 0);
  const std::size_t n = x.size();
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < n; ++j) y[i] += B[i * n + j] * x[j];
  return y;
}

}  // namespace

System::System(const Problem& p)
    : problem(p), n(p.applied_force.size()), m(p.constraint_rhs.size()), M(n * n, 0) {
  const std::size_t whole[1] = {n};
  std::span<const std::size_t> blocks = p.mass_blocks;
  if (blocks.empty()) blocks = whole;
  if (p.mass_blocks.empty() && p.mass_matrix.size() == n) {
    for (std::size_t i = 0; i < n; ++i) M[i * n + i] = p.mass_matrix[i];
  } else {
    std::size_t first = 0, at = 0;
    for (std::size_t k : blocks) {
      for (std::size_t i = 0; i < k; ++i)
        for (std::size_t j = 0; j < k; ++j) M[(first + i) * n + first + j] = p.mass_matrix[at++];
      first += k;
    }
  }
  for (std::size_t i = 0; i < n; ++i) root.push_back(std::sqrt(std::fabs(M[i * n + i])));
}

Vector System::mass_times(const Vector& x) const { return times(M, n, x); }

Vector System::rows_times(const Vector& x) const { return times(problem.constraint_matrix, m, x); }

double System::size(const Vector& x) const {
  double s = 0;
  for (std::size_t i = 0; i < n; ++i) s += root[i] * std::fabs(x[i]);
  return s;
}

double System::force_size(const Vector& f) const {
  double s = 0;
  for (std::size_t i = 0; i < n; ++i)
    s += root[i] > 0 ? std::fabs(f[i]) / root[i] : std::fabs(f[i]);
  return s;
}

double System::row_size(std::size_t j, const Vector& x, double from) const {
  double steep = 0, terms = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double a = std::fabs(problem.constraint_matrix[j * n + i]);
    terms += a * std::fabs(x[i]);
    if (root[i] > 0) steep = std::max(steep, a / root[i]);
  }
  return terms + steep * (size(x) + from);
}

double System::mass_amplification(const Vector& v) const {
  const double natural = std::sqrt(std::fabs(dot(v, mass_times(v))));
  return natural > 0 ? std::max(1.0, size(v) / natural) : 1;
}

double dot(const Vector& x, const Vector& y) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) s += x[i] * y[i];
  return s;
}

Vector sum(const Vector& x, const Vector& y, double t) {
  Vector z = x;
  for (std::size_t i = 0; i < x.size(); ++i) z[i] += t * y[i];
  return z;
}

double ratio(double residual, double size) {
  return size > 0 ? std::fabs(residual) / size : std::fabs(residual);
}

}  // namespace zwang::certified
