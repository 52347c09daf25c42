// SPDX-License-Identifier: Apache-2.0
// The method of Lanczos for (K − σM)⁻¹M, which is symmetric in the metric of M. The inverse along the constraints is that of
// (K − σM  Aᵀ; A  0), a sparse matrix: a chain of n links costs a multiple of n. All vectors are kept orthogonal.

#include "linear/sparse_modes.h"

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCore>
#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "instant/usable.h"

namespace zwang::linear {

namespace {

using Sparse = Eigen::SparseMatrix<double>;
using Triplets = std::vector<Eigen::Triplet<double>>;

constexpr double none = 1e-12;  // of the largest entry

double largest(const Sparse& X) { return X.nonZeros() > 0 ? X.coeffs().cwiseAbs().maxCoeff() : 0; }

// Columns from `first` on, as many as there are rows to them.
Sparse block(const equations::Pattern& pattern, const double* values, Index first, Index columns) {
  Triplets all;
  for (Index i = 0; i < pattern.rows(); ++i) {
    for (Index k = pattern.begin[at(i)]; k < pattern.begin[at(i) + 1]; ++k) {
      const Index j = pattern.column[at(k)] - first;
      if (j >= 0 && j < columns && values[k] != 0)
        all.emplace_back(static_cast<int>(i), static_cast<int>(j), values[k]);
    }
  }
  Sparse result(pattern.rows(), columns);
  result.setFromTriplets(all.begin(), all.end());
  return result;
}

Sparse mass(const equations::Equations& equations, const double* M) {
  Triplets all;
  Index first = 0;
  for (const std::size_t size : equations.mass_blocks) {
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j)
        all.emplace_back(static_cast<int>(first + static_cast<Index>(i)),
                         static_cast<int>(first + static_cast<Index>(j)), M[i * size + j]);
    }
    M += size * size;
    first += static_cast<Index>(size);
  }
  Sparse result(equations.n, equations.n);
  result.setFromTriplets(all.begin(), all.end());
  return result;
}

Sparse bordered(const Sparse& K, const Sparse& A) {
  Triplets all;
  for (int k = 0; k < K.outerSize(); ++k)
    for (Sparse::InnerIterator it(K, k); it; ++it)
      all.emplace_back(static_cast<int>(it.row()), static_cast<int>(it.col()), it.value());
  const auto n = static_cast<int>(K.rows());
  for (int k = 0; k < A.outerSize(); ++k) {
    for (Sparse::InnerIterator it(A, k); it; ++it) {
      all.emplace_back(n + static_cast<int>(it.row()), static_cast<int>(it.col()), it.value());
      all.emplace_back(static_cast<int>(it.col()), n + static_cast<int>(it.row()), it.value());
    }
  }
  Sparse result(K.rows() + A.rows(), K.rows() + A.rows());
  result.setFromTriplets(all.begin(), all.end());
  return result;
}

/// K x = μ M x, A x = 0.
class Pencil {
 public:
  Pencil(Sparse K, Sparse M, Sparse A)
      : K_(std::move(K)), M_(std::move(M)), A_(std::move(A)), n_(K_.rows()) {
    // Below zero, by less than any frequency that a chain or a net of this size has beside its fastest.
    shift_ = -1e-3 * largest(K_) / largest(M_) / static_cast<double>(n_ * n_);
    factor_.compute(bordered(K_ - shift_ * M_, A_));
  }

  bool factored() const { return factor_.info() == Eigen::Success; }
  double shift() const { return shift_; }
  const Sparse& M() const { return M_; }

  /// (K − σM)⁻¹ f along the constraints, corrected once by what is left.
  Vector solve(const Vector& f) const {
    Vector right = Vector::Zero(n_ + A_.rows());
    right.head(n_) = f;
    Vector x = factor_.solve(right);
    Vector left = right;
    left.head(n_) -=
        K_ * x.head(n_) - shift_ * (M_ * x.head(n_)) + A_.transpose() * x.tail(A_.rows());
    left.tail(A_.rows()) -= A_ * x.head(n_);
    x += factor_.solve(left);
    return x.head(n_);
  }

  /// |(K − σM)⁻¹M x − θ x| in the metric of M, for x of length one: how far 1/(μ − σ) may be from θ.
  double miss(const Vector& x, double theta) const {
    const Vector off = solve(M_ * x) - theta * x;
    return std::sqrt(std::max(off.dot(M_ * off), 0.0));
  }

 private:
  Sparse K_, M_, A_;
  Index n_;
  double shift_ = 0;
  Eigen::SparseLU<Sparse> factor_;
};

// The same numbers every time, in all directions.
Vector first_vector(Index n) {
  Vector x(n);
  for (Index i = 0; i < n; ++i) x[i] = std::sin(1.0 + 2.7 * static_cast<double>(i));
  return x;
}

void fill_modes(const Pencil& pencil, Index n, Index count, SparseModes& result) {
  const Index most = std::min(result.freedom, 3 * count + 20);
  Matrix V(n, most);
  Matrix T = Matrix::Zero(most, most);
  const auto length = [&](const Vector& x) {
    return std::sqrt(std::max(x.dot(pencil.M() * x), 0.0));
  };
  Vector next = pencil.solve(pencil.M() * first_vector(n));
  next /= length(next);
  Index steps = 0;
  while (steps < most) {
    V.col(steps) = next;
    next = pencil.solve(pencil.M() * next);
    for (int twice = 0; twice < 2; ++twice) {
      const Vector h = V.leftCols(steps + 1).transpose() * (pencil.M() * next);
      next -= V.leftCols(steps + 1) * h;
      T.col(steps).head(steps + 1) += h;
    }
    ++steps;
    const double beta = length(next);
    if (steps == most || !(beta > 1e-14 * std::abs(T(0, 0)))) break;
    T(steps, steps - 1) = beta;
    next /= beta;
  }
  const Matrix H = T.topLeftCorner(steps, steps);
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(0.5 * (H + H.transpose()));
  // 1/(μ − σ), the largest first.
  std::vector<Index> order(at(steps));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    return std::abs(solver.eigenvalues()[a]) > std::abs(solver.eigenvalues()[b]);
  });
  order.resize(at(std::min(count, steps)));
  const auto mu = [&](Index k) { return pencil.shift() + 1 / solver.eigenvalues()[k]; };
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return mu(a) < mu(b); });
  std::vector<double> values, errors;
  std::vector<Vector> shapes;
  for (const Index k : order) {
    Vector x = V.leftCols(steps) * solver.eigenvectors().col(k);
    x /= length(x);
    const double theta = solver.eigenvalues()[k], miss = pencil.miss(x, theta);
    if (!(miss <= 1e-6 * std::abs(theta))) continue;  // not found yet
    values.push_back(mu(k));
    errors.push_back(miss / (theta * theta));
    shapes.push_back(std::move(x));
  }
  const auto found = static_cast<Index>(values.size());
  result.values = Eigen::Map<const Vector>(values.data(), found);
  result.errors = Eigen::Map<const Vector>(errors.data(), found);
  result.shapes.resize(n, found);
  for (Index k = 0; k < found; ++k) result.shapes.col(k) = shapes[at(k)];
}

}  // namespace

SparseModes slowest_modes(motion::RightSide& side, double t, const Vector& q, Index count) {
  const equations::Equations& equations = side.equations();
  const Index n = equations.n;
  SparseModes result;
  const Vector v = Vector::Zero(n);
  const Instant& now = side.full_instant(t, q.data(), v.data());
  if (!instant::usable(now.status)) {
    result.problem = "the accelerations at this state have no unique answer";
    return result;
  }
  const Vector a = Eigen::Map<const Vector>(now.acceleration.data(), n);
  const Vector lambda = Eigen::Map<const Vector>(now.multipliers.data(), equations.m);
  result.freedom = n - static_cast<Index>(now.rank);
  const bool redundant = static_cast<Index>(now.rank) < equations.m;
  equations::Workspace& numbers = side.numbers();
  numbers.evaluate(equations::Stage::dynamics, t, q.data(), v.data());
  const Sparse M = mass(equations, numbers.M()), A = block(equations.A(), numbers.A(), 0, n);
  double forces = 0;
  for (Index i = 0; i < n; ++i) forces = std::max(forces, std::abs(numbers.Q()[i]));
  numbers.evaluate_tangent(t, q.data(), v.data(), a.data(), lambda.data());
  const Sparse K = -block(equations.G(), numbers.G(), 0, n),
               C = block(equations.G(), numbers.G(), n, n);
  if (redundant) {
    result.problem = "constraint equations are redundant";
  } else if ((M * a).cwiseAbs().maxCoeff() > 1e-8 * std::max(forces, none)) {
    result.problem = "the state is not at rest";
  } else if (largest(C) > none * std::sqrt(largest(K) * largest(M))) {
    result.problem = "forces depend on rates";
  } else if (largest(K - Sparse(K.transpose())) > 1e-9 * largest(K)) {
    result.problem = "forces have no potential";
  }
  if (result.problem) return result;
  const Pencil pencil(K, M, A);
  if (!pencil.factored()) {
    result.problem = "the stiffness matrix cannot be factored";
    return result;
  }
  fill_modes(pencil, n, std::min(count, result.freedom), result);
  return result;
}

}  // namespace zwang::linear
