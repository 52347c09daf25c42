// SPDX-License-Identifier: Apache-2.0
#pragma once
// Matrices of this module: questions are asked once, so they may allocate.

#include <Eigen/Core>

namespace zwang::linear {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using ComplexMatrix = Eigen::MatrixXcd;
using ComplexVector = Eigen::VectorXcd;

}  // namespace zwang::linear
