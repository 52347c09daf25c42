// SPDX-License-Identifier: Apache-2.0
#include "least/public/certificate_system.h"

#include <algorithm>
#include <cmath>

namespace zwang::certified {

System::System(const Problem& p)
    : problem(p), n(p.applied_force.size()), m(p.constraint_rhs.size()) {
  pattern_ = {static_cast<Index>(m), static_cast<Index>(n), {0}, {}};
  for (std::size_t j = 0; j < m; ++j) {
    for (std::size_t i = 0; i < n; ++i) {
      if (p.constraint_matrix[j * n + i] == 0) continue;
      pattern_.column.push_back(static_cast<Index>(i));
      entries_.push_back(p.constraint_matrix[j * n + i]);
    }
    pattern_.begin.push_back(static_cast<Index>(entries_.size()));
  }
  find_blocks();
}

System::System(const Problem& p, least::SparsePattern pattern, std::vector<double> entries)
    : problem(p),
      n(p.applied_force.size()),
      m(p.constraint_rhs.size()),
      pattern_(std::move(pattern)),
      entries_(std::move(entries)) {
  find_blocks();
}

void System::find_blocks() {
  blocks_.assign(problem.mass_blocks.begin(), problem.mass_blocks.end());
  if (blocks_.empty()) {
    const bool diagonal = problem.mass_matrix.size() == n;
    blocks_.assign(diagonal ? n : 1, diagonal ? 1 : n);
  }
  const double* M = problem.mass_matrix.data();
  for (const std::size_t size : blocks_) {
    for (std::size_t i = 0; i < size; ++i) root.push_back(std::sqrt(std::fabs(M[i * size + i])));
    M += size * size;
  }
}

Vector System::mass_times(const Vector& x) const {
  Vector y(n, 0);
  const double* M = problem.mass_matrix.data();
  std::size_t first = 0;
  for (const std::size_t size : blocks_) {
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j) y[first + i] += M[i * size + j] * x[first + j];
    first += size;
    M += size * size;
  }
  return y;
}

Vector System::full_mass() const {
  Vector full(n * n, 0);
  const double* M = problem.mass_matrix.data();
  std::size_t first = 0;
  for (const std::size_t size : blocks_) {
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j) full[(first + i) * n + first + j] = *M++;
    first += size;
  }
  return full;
}

Vector System::rows_times(const Vector& x) const {
  Vector y(m, 0);
  multiply(rows(), x.data(), y.data());
  return y;
}

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

Vector System::row_sizes(const Vector& x, double from) const {
  const least::SparseRows A = rows();
  const double all = size(x) + from;
  Vector sizes(m, 0);
  for (Index j = 0; j < A.m; ++j) {
    double steep = 0, terms = 0;
    for (Index e = A.begin[j]; e < A.begin[j + 1]; ++e) {
      const double a = std::fabs(A.value[e]);
      const auto i = static_cast<std::size_t>(A.column[e]);
      terms += a * std::fabs(x[i]);
      if (root[i] > 0) steep = std::max(steep, a / root[i]);
    }
    sizes[static_cast<std::size_t>(j)] = terms + steep * all;
  }
  return sizes;
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
