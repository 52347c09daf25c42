// SPDX-License-Identifier: Apache-2.0
#include "support/algebra.h"

namespace zwang::test {

namespace {
using Dense = Eigen::MatrixXd;
}

Vector singular_values(const Matrix& A) {
  if (A.size() == 0) return Vector(0);
  return Eigen::JacobiSVD<Dense>(A).singularValues();
}

Vector eigenvalues(const Matrix& S) {
  if (S.size() == 0) return Vector(0);
  return Eigen::SelfAdjointEigenSolver<Dense>(S, Eigen::EigenvaluesOnly).eigenvalues();
}

Matrix inverse(const Matrix& A) { return Eigen::PartialPivLU<Dense>(A).inverse(); }

Matrix cholesky(const Matrix& M) {
  const Eigen::LLT<Dense> llt(M);
  return llt.info() == Eigen::Success ? Matrix(Dense(llt.matrixL())) : Matrix(0, 0);
}

Matrix null_space(const Matrix& A, Index rank) {
  const Index n = A.cols();
  if (rank == 0) return Matrix::Identity(n, n);
  return Eigen::JacobiSVD<Dense>(A, Eigen::ComputeFullV).matrixV().rightCols(n - rank);
}

Matrix pinv(const Matrix& A, Index rank) {
  Matrix P = Matrix::Zero(A.cols(), A.rows());
  if (A.size() == 0) return P;
  const Eigen::JacobiSVD<Dense> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const auto& sigma = svd.singularValues();
  for (Index k = 0; k < sigma.size(); ++k) {
    const bool counts = rank < 0 ? sigma(k) > 1e-12 * sigma(0) : k < rank;
    if (counts) P += svd.matrixV().col(k) * svd.matrixU().col(k).transpose() / sigma(k);
  }
  return P;
}

double kappa(const Matrix& A, Index rank) {
  if (rank == 0) return 1;
  const Vector sigma = singular_values(A);
  return sigma(0) / sigma(rank - 1);
}

Root root(const Matrix& M) {
  const Eigen::SelfAdjointEigenSolver<Dense> eigen(M);
  return {eigen.operatorSqrt(), eigen.operatorInverseSqrt()};
}

}  // namespace zwang::test
