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
constexpr double tolerance = 1e-12;

using Qr = Eigen::ColPivHouseholderQR<Matrix>;

// The number of pivots that are not rounding.
Index rank_of(const Qr& qr, double bound) {
  Index rank = 0;
  const Index most = std::min(qr.rows(), qr.cols());
  while (rank < most && std::abs(qr.matrixR()(rank, rank)) > bound) ++rank;
  return rank;
}

/// An equal system, as far as its zeros go, whose D has independent rows.
System with_independent_rows(System x, double bound) {
  while (x.D.rows() > 0) {
    // Turns the outputs: those behind `rank` know no input.
    const Qr of_inputs(x.D);
    const Index rank = rank_of(of_inputs, bound), outputs = x.D.rows();
    if (rank == outputs) return x;
    const Matrix turn = Matrix(of_inputs.householderQ()).transpose();
    const Matrix C = turn * x.C, D = turn * x.D;
    const Matrix blind = C.bottomRows(outputs - rank);
    // Turns the states: the last `seen` of them are what these outputs show, and so must stay zero.
    const Qr of_states(blind.transpose());
    const Index n = x.states();
    const Index seen = n > 0 ? rank_of(of_states, bound) : 0;
    const Index kept = n - seen;
    if (seen == 0) return {x.A, x.B, C.topRows(rank), D.topRows(rank)};
    const Matrix Q = of_states.householderQ();
    Matrix V(n, n);
    V.leftCols(kept) = Q.rightCols(kept);
    V.rightCols(seen) = Q.leftCols(seen);
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
System balanced(System x, double size) {
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
  const double bound = tolerance * size;
  System x = with_independent_rows(balanced(system, size), bound);
  x = transposed(with_independent_rows(transposed(x), bound));
  const Index n = x.states(), inputs = x.D.cols();
  if (n == 0 || x.D.rows() != inputs) return {};
  // (A − zI, B; C, D) with an invertible D: columns are turned until the last rows are (0 D̃).
  Matrix last(inputs, n + inputs), first(n, n + inputs), one = Matrix::Zero(n, n + inputs);
  last << x.C, x.D;
  first << x.A, x.B;
  one.leftCols(n).setIdentity();
  Matrix Q = Matrix::Identity(n + inputs, n + inputs);
  if (inputs > 0) Q = Qr(last.transpose()).householderQ();
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
