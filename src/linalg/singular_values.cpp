// SPDX-License-Identifier: Apache-2.0
#include "linalg/singular_values.h"

#include <Eigen/Cholesky>
#include <Eigen/SVD>

#include "base/contract.h"

namespace zwang::linalg {

std::vector<double> relative_singular_values(Index n, std::span<const double> A,
                                             std::span<const double> B) {
  expects(static_cast<Index>(A.size()) >= n * n && static_cast<Index>(B.size()) >= n * n);
  const Eigen::Map<const Eigen::MatrixXd> a(A.data(), n, n), b(B.data(), n, n);
  if (!a.allFinite() || !b.allFinite()) return {};
  const Eigen::LLT<Eigen::MatrixXd> factor(b);
  if (factor.info() != Eigen::Success) return {};
  const Eigen::MatrixXd ratio = factor.matrixL().solve(a.transpose());
  // One-sided: small singular values keep their digits.
  const Eigen::VectorXd sigma = Eigen::JacobiSVD<Eigen::MatrixXd>(ratio).singularValues();
  return {sigma.data(), sigma.data() + n};
}

}  // namespace zwang::linalg
