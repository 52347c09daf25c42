// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers of one instant, owned, with Eigen's names for them; the library sees views of them.

#include <Eigen/Dense>
#include <cstddef>
#include <span>
#include <vector>

#include "zwang/instant.h"

namespace zwang::test {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// M, Q, A, b and, where not empty, C and W. `mass` holds what the library reads; unless set, that
/// is the full M.
struct System {
  Matrix M;
  Vector Q;
  Matrix A;
  Vector b;
  Vector C, W;
  std::vector<double> mass;
  std::vector<std::size_t> blocks;

  Index n() const { return Q.size(); }
  Index m() const { return b.size(); }
};

inline std::span<const double> view(const Vector& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}
inline std::span<const double> view(const Matrix& M) {
  return {M.data(), static_cast<std::size_t>(M.size())};
}

/// Valid as long as `system` is.
inline Problem problem(const System& system) {
  Problem p;
  p.mass_matrix = system.mass.empty() ? view(system.M) : std::span<const double>(system.mass);
  p.mass_blocks = system.blocks;
  p.applied_force = view(system.Q);
  p.constraint_matrix = view(system.A);
  p.constraint_rhs = view(system.b);
  p.nonideal_force = view(system.C);
  p.weights = view(system.W);
  return p;
}

inline Instant solve(const System& system, Method method = Method::automatic) {
  Options options;
  options.method = method;
  return solve_instant(problem(system), options);
}

inline Vector vec(const std::vector<double>& v) {
  return Eigen::Map<const Vector>(v.data(), static_cast<Index>(v.size()));
}
inline Matrix mat(const std::vector<double>& v, Index rows, Index columns) {
  return Eigen::Map<const Matrix>(v.data(), rows, columns);
}

/// (rows, columns) filled row by row: matrix({{1, 2}, {3, 4}}).
inline Matrix matrix(std::initializer_list<std::initializer_list<double>> rows) {
  Matrix M(static_cast<Index>(rows.size()),
           static_cast<Index>(rows.size() ? rows.begin()->size() : 0));
  Index i = 0;
  for (const auto& row : rows) {
    Index j = 0;
    for (double x : row) M(i, j++) = x;
    ++i;
  }
  return M;
}
inline Vector vector(std::initializer_list<double> entries) {
  Vector v(static_cast<Index>(entries.size()));
  Index i = 0;
  for (double x : entries) v(i++) = x;
  return v;
}

}  // namespace zwang::test
