// SPDX-License-Identifier: Apache-2.0
#include "system.h"

#include <algorithm>
#include <limits>

#include "random.h"

namespace bench {
namespace {

std::vector<double> random_matrix(std::size_t rows, std::size_t columns, Random& random) {
  std::vector<double> entries(rows * columns);
  for (double& entry : entries) entry = random.signed_unit();
  return entries;
}

std::vector<double> random_mass(std::size_t n, Random& random) {
  const std::vector<double> G = random_matrix(n, n, random);
  std::vector<double> M(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < n; ++k) sum += G[i * n + k] * G[j * n + k];
      M[i * n + j] = M[j * n + i] = sum / static_cast<double>(n) + (i == j ? 1.0 : 0.0);
    }
  }
  return M;
}

std::vector<double> random_rows(Size size, Random& random) {
  const auto [n, m, r] = size;
  if (r == m) return random_matrix(m, n, random);
  const std::vector<double> left = random_matrix(m, r, random);
  const std::vector<double> right = random_matrix(r, n, random);
  std::vector<double> A(m * n);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < r; ++k) sum += left[i * r + k] * right[k * n + j];
      A[i * n + j] = sum;
    }
  }
  return A;
}

}  // namespace

System random_system(Size size, std::uint64_t seed) {
  const auto [n, m, r] = size;
  Random random(seed * 0x2545f4914f6cdd1du + n * 1000003u + m * 1009u + r);
  System system{size,
                random_mass(n, random),
                random_matrix(n, 1, random),
                random_rows(size, random),
                std::vector<double>(m * n),
                std::vector<double>(m)};
  const std::vector<double> x = random_matrix(n, 1, random);
  for (std::size_t i = 0; i < m; ++i) {
    long double sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      system.A_columns[j * m + i] = system.A_rows[i * n + j];
      sum += static_cast<long double>(system.A_rows[i * n + j]) * x[j];
    }
    system.b[i] = static_cast<double>(sum);
  }
  return system;
}

Pool random_pool(Size size, std::size_t count) {
  Pool pool;
  pool.reserve(count);
  for (std::size_t s = 0; s < count; ++s) pool.push_back(random_system(size, s + 1));
  return pool;
}

double rank_tolerance(Size size) {
  return 10.0 * static_cast<double>(std::max(size.m, size.n)) *
         std::numeric_limits<double>::epsilon();
}

}  // namespace bench
