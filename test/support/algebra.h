// SPDX-License-Identifier: Apache-2.0
#pragma once
// Eigen's decompositions behind plain functions: slow, trusted, and compiled once.

#include "support/system.h"

namespace zwang::test {

Vector singular_values(const Matrix& A);  // largest first
Vector eigenvalues(const Matrix& S);      // of a symmetric matrix, ascending
Matrix inverse(const Matrix& A);
Matrix cholesky(const Matrix& M);  // L, M = L Lᵀ; 0×0 if a pivot is not positive

/// Orthonormal columns that span the null space of A, whose rank is known.
Matrix null_space(const Matrix& A, Index rank);

/// A⁺ by the singular value decomposition; `rank` where known, else by 1e-12 of the largest.
Matrix pinv(const Matrix& A, Index rank = -1);

/// σ_1/σ_rank; 1 for rank 0.
double kappa(const Matrix& A, Index rank);

/// M^(1/2) and M^(-1/2) by the eigenvectors of the positive definite M.
struct Root {
  Matrix half, inverse_half;
};
Root root(const Matrix& M);

}  // namespace zwang::test
