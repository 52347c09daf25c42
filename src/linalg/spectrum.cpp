// SPDX-License-Identifier: Apache-2.0
#include "linalg/spectrum.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include "base/contract.h"

namespace zwang::linalg {

std::vector<std::complex<double>> eigenvalues(Index n, std::span<const double> A) {
  expects(static_cast<Index>(A.size()) >= n * n);
  if (n == 0) return {};
  const Eigen::Map<const Eigen::MatrixXd> matrix(A.data(), n, n);
  if (!matrix.allFinite()) return {};
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(matrix, false);
  if (solver.info() != Eigen::Success) return {};
  return {solver.eigenvalues().data(), solver.eigenvalues().data() + n};
}

std::vector<double> shortest_solution(Index n, std::span<const double> A, std::span<const double> b,
                                      double tolerance) {
  expects(static_cast<Index>(A.size()) >= n * n && static_cast<Index>(b.size()) >= n);
  const Eigen::Map<const Eigen::MatrixXd> matrix(A.data(), n, n);
  const Eigen::Map<const Eigen::VectorXd> rhs(b.data(), n);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
  factors.setThreshold(tolerance);
  factors.compute(matrix);
  const Eigen::VectorXd x = factors.solve(rhs);
  return {x.data(), x.data() + n};
}

PseudoInverse pseudo_inverse(Index n, std::span<const double> A, double tolerance) {
  expects(static_cast<Index>(A.size()) >= n * n);
  const Eigen::Map<const Eigen::MatrixXd> matrix(A.data(), n, n);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
  factors.setThreshold(tolerance);
  factors.compute(matrix);
  const Eigen::MatrixXd inverse = factors.pseudoInverse();
  return {{inverse.data(), inverse.data() + n * n}, factors.rank()};
}

}  // namespace zwang::linalg
