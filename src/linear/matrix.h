// SPDX-License-Identifier: Apache-2.0
#pragma once
// Matrices of this module: questions are asked once, so they may allocate.

#include <Eigen/Core>

namespace zwang::linear {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using ComplexMatrix = Eigen::MatrixXcd;
using ComplexVector = Eigen::VectorXcd;

/// f⁻¹b; without inputs or outputs b has no columns, and Eigen would look at its first number.
template <class Factor>
Matrix solved(const Factor& f, const Matrix& b) {
  return b.size() == 0 ? b : Matrix(f.solve(b));
}

}  // namespace zwang::linear
