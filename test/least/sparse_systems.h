// SPDX-License-Identifier: Apache-2.0
#pragma once
// Large systems with few entries in each row: random ones, chains, braced nets.

#include <cmath>

#include "least/sparse/sparse.h"
#include "support/random.h"

namespace zwang::test {

/// A dense system as the sparse solver wants it.
struct Sparse {
  least::SparsePattern pattern;
  std::vector<double> values, mass;
  std::vector<Index> blocks;

  explicit Sparse(const System& s) {
    pattern = {s.m(), s.n(), {0}, {}};
    for (Index i = 0; i < s.m(); ++i) {
      for (Index j = 0; j < s.n(); ++j)
        if (s.A(i, j) != 0) {
          pattern.column.push_back(j);
          values.push_back(s.A(i, j));
        }
      pattern.begin.push_back(static_cast<Index>(pattern.column.size()));
    }
    for (std::size_t k : s.blocks) blocks.push_back(static_cast<Index>(k));
    mass = s.mass;
  }
};

inline least::SparseAnswer solve_sparse(const System& s) {
  const Sparse sparse(s);
  least::SparseSolver solver(sparse.pattern, sparse.blocks);
  least::SparseAnswer answer(s.n(), s.m());
  solver.solve(sparse.mass.data(), s.Q.data(), sparse.values.data(), s.b.data(),
               s.C.size() ? s.C.data() : nullptr, s.W.size() ? s.W.data() : nullptr, answer);
  return answer;
}

/// Masses between 1 and `ratio`, or blocks of three with eigenvalues between 1/ratio and 1.
inline void set_mass(System& s, Random& random, double ratio, bool blocks) {
  const Index n = s.Q.size();
  s.M = Matrix::Zero(n, n);
  s.mass.clear();
  s.blocks.clear();
  for (Index first = 0; first < n; first += 3) {
    const Index size = std::min<Index>(3, n - first);
    Matrix block = random_mass(random, size, ratio);
    if (!blocks)
      for (Index i = 0; i < size; ++i)
        block.row(i).setZero(), block(i, i) = std::pow(ratio, random.uniform());
    s.M.block(first, first, size, size) = block;
    if (blocks) s.blocks.push_back(static_cast<std::size_t>(size));
    for (Index i = 0; i < size; ++i)
      for (Index j = 0; j < size; ++j)
        if (blocks || i == j) s.mass.push_back(block(i, j));
  }
}

/// Rows of 2 to 4 entries; b is what a random motion does.
inline System random_sparse(Random& random, Index n, Index m) {
  System s;
  s.Q = random_vector(random, n);
  s.A = Matrix::Zero(m, n);
  for (Index i = 0; i < m; ++i)
    for (Index k = random.integer(2, 4); k-- > 0;)
      s.A(i, random.integer(0, n - 1)) = random.normal();
  s.b = s.A * random_vector(random, n);
  return s;
}

/// Points of the plane and bars between them, which keep their lengths up to given accelerations.
struct Net {
  std::vector<std::pair<double, double>> points;
  std::vector<std::pair<Index, Index>> bars;

  least::SparsePattern pattern() const {
    least::SparsePattern p{
        static_cast<Index>(bars.size()), 2 * static_cast<Index>(points.size()), {0}, {}};
    for (const auto& [i, j] : bars) {
      for (Index column : {2 * i, 2 * i + 1, 2 * j, 2 * j + 1}) p.column.push_back(column);
      p.begin.push_back(static_cast<Index>(p.column.size()));
    }
    return p;
  }
  std::vector<double> values() const {
    std::vector<double> v;
    for (const auto& [i, j] : bars) {
      const auto &p = points[static_cast<std::size_t>(i)], &q = points[static_cast<std::size_t>(j)];
      const double x = p.first - q.first, y = p.second - q.second;
      v.insert(v.end(), {x, y, -x, -y});
    }
    return v;
  }
  System system(Random& random) const {
    const least::SparsePattern p = pattern();
    const std::vector<double> v = values();
    System s;
    s.Q = random_vector(random, p.n);
    s.A = Matrix::Zero(p.m, p.n);
    for (Index i = 0; i < p.m; ++i)
      for (Index e = p.begin[static_cast<std::size_t>(i)];
           e < p.begin[static_cast<std::size_t>(i) + 1]; ++e)
        s.A(i, p.column[static_cast<std::size_t>(e)]) = v[static_cast<std::size_t>(e)];
    s.b = s.A * random_vector(random, p.n);
    return s;
  }
};

inline Net chain(Random& random, Index links) {
  Net net;
  double x = 0, y = 0;
  net.points.emplace_back(x, y);
  for (Index k = 1; k <= links; ++k) {
    const double angle = random.uniform(-1, 1);
    x += std::cos(angle);
    y += std::sin(angle);
    net.points.emplace_back(x, y);
    net.bars.emplace_back(k - 1, k);
  }
  return net;
}

/// side × side points off a grid, every cell with four sides and both diagonals: as a whole rigid, so
/// that its rank is 2·side² − 3, while it has 4·side² − 6·side + 2 bars.
inline Net braced(Random& random, Index side) {
  Net net;
  for (Index i = 0; i < side * side; ++i) {
    const double y = static_cast<double>(i % side) + random.uniform(-0.2, 0.2);
    const double x = static_cast<double>(i / side) + random.uniform(-0.2, 0.2);
    net.points.emplace_back(x, y);
  }
  for (Index i = 0; i < side; ++i)
    for (Index j = 0; j < side; ++j) {
      const Index k = i * side + j;
      if (j + 1 < side) net.bars.emplace_back(k, k + 1);
      if (i + 1 < side) net.bars.emplace_back(k, k + side);
      if (i + 1 < side && j + 1 < side) net.bars.emplace_back(k, k + side + 1);
      if (i + 1 < side && j > 0) net.bars.emplace_back(k, k + side - 1);
    }
  return net;
}

}  // namespace zwang::test
