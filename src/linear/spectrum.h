// SPDX-License-Identifier: Apache-2.0
#pragma once
// The eigenvalues of ẋ = A x where the first of x are coordinates and the others their rates.

#include <complex>
#include <vector>

#include "linear/matrix.h"

namespace zwang::linear {

using Complex = std::complex<double>;

struct Spectrum {
  bool converged = true;
  /// Those that are not zero: smallest first, of a pair the one with the positive imaginary part first.
  std::vector<Complex> values;
  std::vector<double> errors;  // of each: rounding times its condition
  ComplexMatrix vectors;       // a column for each
  /// A basis of what belongs to the eigenvalue zero, as many columns as its multiplicity. The first
  /// `still` of them do not move; the others drift along those before them.
  Matrix kernel;
  Eigen::Index still = 0;
  double rate = 1;  // the natural unit of 1/time
};

/// `positions` of the variables are coordinates.
Spectrum spectrum_of(const Matrix& A, Eigen::Index positions);

}  // namespace zwang::linear
