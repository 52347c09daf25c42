// SPDX-License-Identifier: Apache-2.0
#include "support/draw.h"

#include <algorithm>
#include <cmath>

namespace zwang::test {

namespace {

/// Blocks of 1 to 6 coordinates, or all diagonal, or one full matrix.
void draw_mass(System& s, Random& random, Index n) {
  const double kappa = std::pow(10.0, random.uniform(0, 2));
  const Index kind = random.integer(0, 2);
  s.M = Matrix::Zero(n, n);
  for (Index first = 0; first < n;) {
    const Index size = kind == 0 ? n : kind == 1 ? 1 : std::min(n - first, random.integer(1, 6));
    s.M.block(first, first, size, size) = random_mass(random, size, kappa);
    if (kind == 1) s.M(first, first) = std::pow(kappa, -random.uniform());
    if (kind == 2) {
      s.blocks.push_back(static_cast<std::size_t>(size));
      for (Index i = 0; i < size; ++i)
        for (Index j = 0; j < size; ++j) s.mass.push_back(s.M(first + i, first + j));
    }
    first += size;
  }
  if (kind == 1)
    for (Index i = 0; i < n; ++i) s.mass.push_back(s.M(i, i));
}

}  // namespace

Drawn draw(std::uint64_t seed, Index largest) {
  Random random(seed);
  Drawn d;
  System& s = d.system;
  // Squared, so that small systems, where corner cases live, are the most.
  const double u = random.uniform(), v = random.uniform();
  const Index n = 1 + static_cast<Index>(u * u * static_cast<double>(largest));
  const Index m = static_cast<Index>(v * (1.3 * static_cast<double>(n) + 3));
  d.rank = random.chance(0.4) ? std::min(m, n) : random.integer(0, std::min(m, n));
  draw_mass(s, random, n);
  s.A = random_of_rank(random, m, n, d.rank);
  s.Q = random_vector(random, n);
  s.b = s.A * random_integers(random, n, 3);
  if (d.rank < m && random.chance(0.5)) {
    s.b += random_integers(random, m, 5);
    Matrix joined(m, n + 1);
    joined << s.A, s.b;
    d.contradictory = integer_rank(joined) > d.rank;
  }
  if (random.chance(0.33)) s.C = random_vector(random, n);
  return d;
}

System permuted(const System& system, Random& random) {
  System s = system;
  for (Index i = s.m(); i-- > 1;) {
    const Index j = random.integer(0, i);
    s.A.row(i).swap(s.A.row(j));
    std::swap(s.b(i), s.b(j));
  }
  return s;
}

System with_scaled_rows(const System& system, Random& random) {
  System s = system;
  for (Index i = 0; i < s.m(); ++i) {
    const double scale = std::ldexp(1.0, static_cast<int>(random.integer(-30, 30)));
    s.A.row(i) *= scale;
    s.b(i) *= scale;
  }
  return s;
}

System with_duplicate_rows(const System& system, Random& random) {
  System s = system;
  const Index extra = random.integer(1, 3), m = system.m();
  s.A.conservativeResize(m + extra, s.n());
  s.b.conservativeResize(m + extra);
  for (Index k = 0; k < extra; ++k) {
    const Index i = random.integer(0, m - 1);
    const double scale = static_cast<double>(random.chance(0.5) ? random.integer(1, 3) : -1);
    s.A.row(m + k) = scale * system.A.row(i);
    s.b(m + k) = scale * system.b(i);
  }
  return s;
}

System in_coordinates(const System& system, const Matrix& T) {
  System s = system;
  s.mass.clear();
  s.blocks.clear();
  const Matrix M = T.transpose() * system.M * T;
  s.M = (M + M.transpose()) / 2;
  s.Q = T.transpose() * system.Q;
  s.A = system.A * T;
  if (s.C.size()) s.C = T.transpose() * system.C;
  return s;
}

Matrix integer_coordinates(Random& random, Index n) {
  Matrix T = Matrix::Identity(n, n);
  for (Index k = 0; k < n && n > 1; ++k) {
    const Index i = random.integer(0, n - 1), j = (i + random.integer(1, n - 1)) % n;
    if (k % 2)
      T.col(i).swap(T.col(j));
    else
      T.col(i) += random.chance(0.5) ? T.col(j) : Vector(-T.col(j));
  }
  return T;
}

}  // namespace zwang::test
