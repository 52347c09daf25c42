// SPDX-License-Identifier: Apache-2.0
#include "linear/basis.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <cmath>

namespace zwang::linear {

namespace {

// Of what serves half as well as the best, the first is taken: the choice then hangs on no rounding.
constexpr double good_enough = 0.5;
// Columns that stand out from each other by less are a sign that M does not measure all of them.
constexpr double singular = 1e-9;

/// The first in the order whose size is about the largest.
Index first_large(const Vector& sizes, const std::vector<Index>& order, double share) {
  const double most = sizes.maxCoeff();
  for (const Index i : order) {
    if (sizes[i] >= share * most) return i;
  }
  return order.front();
}

/// Columns of P that span its range, by a Cholesky factorisation with pivots of W = PᵀMP, scaled to a
/// diagonal of ones; none where a pivot vanishes.
std::vector<Index> choose_columns(const Matrix& W, Index freedom) {
  const Index n = W.rows();
  std::vector<Index> order(static_cast<std::size_t>(n)), chosen;
  for (Index i = 0; i < n; ++i) order[static_cast<std::size_t>(i)] = i;
  const double most = W.diagonal().cwiseAbs().maxCoeff();
  Vector scale = Vector::Zero(n);
  for (Index i = 0; i < n; ++i) {
    if (W(i, i) > 1e-26 * most) scale[i] = 1 / std::sqrt(W(i, i));
  }
  Matrix left = scale.asDiagonal() * W * scale.asDiagonal();
  for (Index k = 0; k < freedom; ++k) {
    const Vector sizes = left.diagonal();
    const Index pivot = first_large(sizes, order, good_enough * good_enough);
    if (!(sizes[pivot] > singular)) return {};
    chosen.push_back(pivot);
    const Vector column = left.col(pivot) / std::sqrt(sizes[pivot]);
    left -= column * column.transpose();
  }
  return chosen;
}

Matrix columns_of(const Matrix& X, const std::vector<Index>& columns) {
  Matrix result(X.rows(), static_cast<Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k) {
    result.col(static_cast<Index>(k)) = X.col(columns[k]);
  }
  return result;
}

// Z ← Z R⁻¹ with RᵀR = ZᵀMZ; false where that is not definite.
bool orthonormalise(const Matrix& M, Matrix& Z) {
  const Matrix G = Z.transpose() * (M * Z);
  const Eigen::LLT<Matrix> factor(0.5 * (G + G.transpose()));
  if (factor.info() != Eigen::Success) return false;
  Z = factor.matrixU().solve<Eigen::OnTheRight>(Z);
  return Z.allFinite();
}

}  // namespace

Matrix tangent_basis(const std::function<Matrix(const Matrix&)>& project, const Matrix& M,
                     Index freedom, bool& metric) {
  const Index n = M.rows();
  if (freedom == 0) return Matrix(n, 0);
  const Matrix P = project(Matrix::Identity(n, n));
  for (const Matrix& measure : {M, Matrix(Matrix::Identity(n, n))}) {
    const Matrix W = P.transpose() * (measure * P);
    const std::vector<Index> chosen = choose_columns(0.5 * (W + W.transpose()), freedom);
    Matrix Z = columns_of(P, chosen);
    // Twice: what the first leaves of rounding, the second takes away.
    const bool good = static_cast<Index>(chosen.size()) == freedom && orthonormalise(measure, Z) &&
                      orthonormalise(measure, Z = project(Z));
    if (good) return Z;
    metric = false;
  }
  Eigen::ColPivHouseholderQR<Matrix> qr(P);
  return Matrix(qr.householderQ()).leftCols(freedom);
}

std::vector<Index> choose_rows(const Matrix& Z, const std::vector<Index>& preferred) {
  if (Z.size() == 0) return {};
  Matrix rows = Z;
  for (Index i = 0; i < rows.rows(); ++i) {
    const double size = rows.row(i).norm();
    if (size > 0) rows.row(i) /= size;
  }
  // A row that rounding alone has made is no row.
  const double most = Z.cwiseAbs().maxCoeff();
  for (Index i = 0; i < rows.rows(); ++i) {
    if (!(Z.row(i).norm() > 1e-13 * most)) rows.row(i).setZero();
  }
  std::vector<Index> chosen;
  for (Index k = 0; k < Z.cols(); ++k) {
    const Index pivot = first_large(rows.rowwise().norm(), preferred, good_enough);
    chosen.push_back(pivot);
    const Vector along = rows.row(pivot).transpose().normalized();
    rows -= (rows * along) * along.transpose();
    rows.row(pivot).setZero();
  }
  return chosen;
}

Matrix rows_of(const Matrix& X, const std::vector<Index>& rows) {
  Matrix result(static_cast<Index>(rows.size()), X.cols());
  for (std::size_t k = 0; k < rows.size(); ++k) result.row(static_cast<Index>(k)) = X.row(rows[k]);
  return result;
}

}  // namespace zwang::linear
