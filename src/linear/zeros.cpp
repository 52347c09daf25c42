// SPDX-License-Identifier: Apache-2.0
#include "linear/zeros.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <tuple>

namespace zwang::linear {

namespace {

// In units of the largest entries, inputs and outputs scaled to the size of A.
constexpr double counts_as_zero = 1e-12;

using Qr = Eigen::ColPivHouseholderQR<Matrix>;

// The number of pivots that are not rounding.
Index rank_of(const Qr& qr, double bound) {
  Index rank = 0;
  const Index most = std::min(qr.rows(), qr.cols());
  while (rank < most && std::abs(qr.matrixR()(rank, rank)) > bound) ++rank;
  return rank;
}

/// The first `rank` columns of the orthogonal Q span the range of M. Eigen's own factorisation
/// takes no matrix without columns.
struct Range {
  Matrix Q;
  Index rank = 0;

  Range(const Matrix& M, double bound) : Q(Matrix::Identity(M.rows(), M.rows())) {
    if (M.size() == 0) return;
    const Qr qr(M);
    Q = qr.householderQ();
    rank = rank_of(qr, bound);
  }
};

/// An equal system, as far as its zeros go, whose D has independent rows.
System with_independent_rows(System x, double bound) {
  while (x.D.rows() > 0) {
    // Turns the outputs: those behind `rank` know no input.
    const Range of_inputs(x.D, bound);
    const Index rank = of_inputs.rank, outputs = x.D.rows();
    if (rank == outputs) return x;
    const Matrix turn = of_inputs.Q.transpose();
    const Matrix C = turn * x.C, D = turn * x.D;
    const Matrix blind = C.bottomRows(outputs - rank);
    // Turns the states: the last `seen` of them are what these outputs show, and so must stay zero.
    const Range of_states(blind.transpose(), bound);
    const Index n = x.states(), seen = of_states.rank, kept = n - seen;
    if (seen == 0) return {x.A, x.B, C.topRows(rank), D.topRows(rank)};
    Matrix V(n, n);
    V.leftCols(kept) = of_states.Q.rightCols(kept);
    V.rightCols(seen) = of_states.Q.leftCols(seen);
    const Matrix A = V.transpose() * x.A * V, B = V.transpose() * x.B, C_turned = C * V;
    System next;
    next.A = A.topLeftCorner(kept, kept);
    next.B = B.topRows(kept);
    next.C.resize(rank + seen, kept);
    next.C << C_turned.topLeftCorner(rank, kept), A.bottomLeftCorner(seen, kept);
    next.D.resize(rank + seen, x.D.cols());
    next.D << D.topRows(rank), B.bottomRows(seen);
    x = std::move(next);
  }
  return x;
}

System transposed(const System& x) {
  return {x.A.transpose(), x.C.transpose(), x.B.transpose(), x.D.transpose()};
}

// Rows of outputs and columns of inputs in units of their own.
System in_own_units(System x, double size) {
  for (Index k = 0; k < x.D.rows(); ++k) {
    const double most = std::max(x.C.row(k).norm(), x.D.row(k).norm());
    if (most > 0) x.C.row(k) *= size / most, x.D.row(k) *= size / most;
  }
  for (Index k = 0; k < x.D.cols(); ++k) {
    const double most = std::max(x.B.col(k).norm(), x.D.col(k).norm());
    if (most > 0) x.B.col(k) *= size / most, x.D.col(k) *= size / most;
  }
  return x;
}

}  // namespace

std::vector<Complex> transmission_zeros(const System& system) {
  if (system.B.cols() == 0 || system.C.rows() == 0 || system.states() == 0) return {};
  double size = system.A.norm();
  if (!(size > 0)) size = 1;
  const double bound = counts_as_zero * size;
  System x = with_independent_rows(in_own_units(system, size), bound);
  x = transposed(with_independent_rows(transposed(x), bound));
  const Index n = x.states(), inputs = x.D.cols();
  if (n == 0 || x.D.rows() != inputs) return {};
  // (A − zI, B; C, D) with an invertible D: columns are turned until the last rows are (0 D̃).
  Matrix last(inputs, n + inputs), first(n, n + inputs), one = Matrix::Zero(n, n + inputs);
  last << x.C, x.D;
  first << x.A, x.B;
  one.leftCols(n).setIdentity();
  const Matrix Q = Range(last.transpose(), 0).Q;
  const Matrix A = (first * Q).rightCols(n), E = (one * Q).rightCols(n);
  const Eigen::GeneralizedEigenSolver<Matrix> solver(A, E, false);
  if (solver.info() != Eigen::Success) return {};
  std::vector<Complex> zeros;
  for (Index k = 0; k < n; ++k) zeros.push_back(solver.alphas()[k] / solver.betas()[k]);
  std::sort(zeros.begin(), zeros.end(), [](const Complex& a, const Complex& b) {
    const auto key = [](const Complex& z) {
      return std::tuple(static_cast<double>(static_cast<float>(std::abs(z))), z.real(), -z.imag());
    };
    return key(a) < key(b);
  });
  return zeros;
}

}  // namespace zwang::linear
