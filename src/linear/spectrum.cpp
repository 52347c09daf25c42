// SPDX-License-Identifier: Apache-2.0
#include "linear/spectrum.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/index.h"

namespace zwang::linear {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
// What A does to a direction is zero if it is less than this, in units of the largest that it does: the
// derivatives that A consists of are good to about thirteen digits.
constexpr double no_motion = 1e-12;
// Of stiffness: what is less than this unsymmetric is rounding, and no force that feeds a motion.
constexpr double symmetric = 1e-11;

double largest_entry(const Matrix& X) { return X.size() > 0 ? X.cwiseAbs().maxCoeff() : 0.0; }

/// In the order of the struct.
void sort(Spectrum& spectrum) {
  const std::size_t count = spectrum.values.size();
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t k) {
    const Complex x = spectrum.values[k];
    // The two of a pair have the same size, up to its last digits.
    return std::tuple(static_cast<double>(static_cast<float>(std::abs(x))), x.real(),
                      std::abs(x.imag()), -x.imag());
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  Spectrum sorted = spectrum;
  for (std::size_t k = 0; k < count; ++k) {
    sorted.values[k] = spectrum.values[order[k]];
    sorted.errors[k] = spectrum.errors[order[k]];
    sorted.vectors.col(static_cast<Index>(k)) = spectrum.vectors.col(static_cast<Index>(order[k]));
  }
  spectrum = std::move(sorted);
}

/// ẍ = K x with a symmetric K: frequencies and growth are roots of its eigenvalues, and exactly so.
Spectrum of_stiffness(const Matrix& K) {
  const Index f = K.rows();
  Spectrum result;
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(0.5 * (K + K.transpose()));
  result.converged = solver.info() == Eigen::Success;
  if (!result.converged) return result;
  const double size = solver.eigenvalues().cwiseAbs().maxCoeff();
  const double error = 4 * eps * std::sqrt(static_cast<double>(f)) * size;
  std::vector<Index> zero;
  std::vector<ComplexVector> columns;
  for (Index k = 0; k < f; ++k) {
    const double mu = solver.eigenvalues()[k];
    if (!(std::abs(mu) > no_motion * size)) {
      zero.push_back(k);
      continue;
    }
    const double root = std::sqrt(std::abs(mu));
    for (const double sign : {1.0, -1.0}) {
      const Complex lambda = mu > 0 ? Complex(sign * root, 0) : Complex(0, sign * root);
      ComplexVector x(2 * f);
      x.head(f) = solver.eigenvectors().col(k).cast<Complex>();
      x.tail(f) = lambda * x.head(f);
      result.values.push_back(lambda);
      result.errors.push_back(error / (2 * root));
      columns.push_back(x);
    }
  }
  result.vectors.resize(2 * f, static_cast<Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k)
    result.vectors.col(static_cast<Index>(k)) = columns[k];
  const auto zeros = static_cast<Index>(zero.size());
  result.still = zeros;
  result.kernel = Matrix::Zero(2 * f, 2 * zeros);
  for (Index k = 0; k < zeros; ++k) {
    const auto x = solver.eigenvectors().col(zero[static_cast<std::size_t>(k)]);
    result.kernel.col(k).head(f) = x;
    result.kernel.col(zeros + k).tail(f) = x;
  }
  return result;
}

/// Turns A until its eigenvalue zero stands apart: Qᵀ A Q = (A₀ A₀₁; 0 A₁), A₀ nilpotent. Each pass takes
/// the null space of what is left, so that drifts, which are zero twice, are found to full accuracy: as
/// eigenvalues they would scatter by the root of rounding.
struct Staircase {
  Matrix Q, A;
  Index zeros = 0, still = 0;
};

Staircase take_zeros_apart(const Matrix& A) {
  const Index s = A.rows();
  Staircase stairs{Matrix::Identity(s, s), A};
  const double bound = no_motion * A.norm();
  while (stairs.zeros < s) {
    const Index left = s - stairs.zeros;
    const Matrix rest = stairs.A.bottomRightCorner(left, left);
    const Eigen::JacobiSVD<Matrix> svd(rest, Eigen::ComputeFullV);
    Index null = 0;
    while (null < left && !(svd.singularValues()[left - 1 - null] > bound)) ++null;
    if (null == 0) break;
    Matrix V(left, left);
    V.leftCols(null) = svd.matrixV().rightCols(null);
    V.rightCols(left - null) = svd.matrixV().leftCols(left - null);
    Matrix turn = Matrix::Identity(s, s);
    turn.bottomRightCorner(left, left) = V;
    stairs.A = turn.transpose() * stairs.A * turn;
    stairs.Q = stairs.Q * turn;
    stairs.A.block(stairs.zeros, stairs.zeros, left, null).setZero();
    if (stairs.zeros == 0) stairs.still = null;
    stairs.zeros += null;
  }
  return stairs;
}

/// The norm of the left eigenvector that belongs to each column of X, all of length one.
Vector conditions(const ComplexMatrix& X) {
  const Eigen::PartialPivLU<ComplexMatrix> lu(X);
  const ComplexMatrix left = lu.inverse();
  return left.rowwise().norm().array() * X.colwise().norm().transpose().array();
}

Spectrum of_any(const Matrix& A) {
  Spectrum result;
  const Index s = A.rows();
  const Staircase stairs = take_zeros_apart(A);
  const Index zeros = stairs.zeros, rest = s - zeros;
  result.kernel = stairs.Q.leftCols(zeros);
  result.still = stairs.still;
  result.vectors.resize(s, rest);
  if (rest == 0) return result;
  const Eigen::EigenSolver<Matrix> solver(stairs.A.bottomRightCorner(rest, rest));
  result.converged = solver.info() == Eigen::Success;
  if (!result.converged) return result;
  const ComplexMatrix X = solver.eigenvectors();
  const Vector condition = conditions(X);
  const double error = 4 * eps * A.norm();
  const ComplexMatrix A0 = stairs.A.topLeftCorner(zeros, zeros).cast<Complex>();
  const ComplexMatrix A01 = stairs.A.topRightCorner(zeros, rest).cast<Complex>();
  for (Index k = 0; k < rest; ++k) {
    const Complex lambda = solver.eigenvalues()[k];
    ComplexVector x(s);
    x.tail(rest) = X.col(k);
    const ComplexMatrix apart = lambda * ComplexMatrix::Identity(zeros, zeros) - A0;
    if (zeros > 0) x.head(zeros) = apart.partialPivLu().solve(A01 * X.col(k));
    result.values.push_back(lambda);
    result.errors.push_back(error * condition[k]);
    result.vectors.col(k) = stairs.Q.cast<Complex>() * x;
  }
  return result;
}

}  // namespace

Spectrum spectrum_of(const Matrix& A, Index positions) {
  const Index s = A.rows(), f = positions, g = s - f;
  Spectrum result;
  if (s == 0) return result;
  const Matrix K = A.bottomLeftCorner(g, f), damping = A.bottomRightCorner(g, g);
  const Matrix turns = A.topLeftCorner(f, f), moving = A.topRightCorner(f, g);
  // Time in units in which accelerations by coordinates and by rates are of the same size.
  double rate = g > 0 ? std::sqrt(largest_entry(K)) + largest_entry(damping) + largest_entry(turns)
                      : largest_entry(A);
  if (!(rate > 0)) rate = 1;
  const bool rests = f == g && largest_entry(turns) <= 1e-14 * rate &&
                     largest_entry(damping) <= 1e-14 * rate &&
                     largest_entry(moving - Matrix::Identity(f, g)) <= 1e-12 &&
                     largest_entry(K - K.transpose()) <= symmetric * largest_entry(K);
  Matrix scaled = A / rate;
  scaled.topRightCorner(f, g) *= rate;
  scaled.bottomLeftCorner(g, f) /= rate;
  result = rests ? of_stiffness(scaled.bottomLeftCorner(g, f)) : of_any(scaled);
  result.rate = rate;
  for (Complex& value : result.values) value *= rate;
  for (double& error : result.errors) error *= rate;
  if (g > 0) {
    result.vectors.bottomRows(g) *= rate;
    result.kernel.bottomRows(g) *= rate;
  }
  if (result.converged) sort(result);
  return result;
}

}  // namespace zwang::linear
