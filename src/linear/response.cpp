// SPDX-License-Identifier: Apache-2.0
#include "linear/response.h"

#include <Eigen/Eigenvalues>

namespace zwang::linear {

std::vector<ComplexMatrix> frequency_response(const System& system,
                                              const std::vector<double>& frequencies) {
  const Index s = system.states();
  std::vector<ComplexMatrix> result;
  const ComplexMatrix D = system.D.cast<Complex>();
  if (s == 0 || D.size() == 0) {
    result.assign(frequencies.size(), D);
    return result;
  }
  // A = U R Uᴴ once; each frequency is then a triangle.
  const Eigen::ComplexSchur<Matrix> schur(system.A);
  if (schur.info() != Eigen::Success) return result;
  const ComplexMatrix B = schur.matrixU().adjoint() * system.B.cast<Complex>();
  const ComplexMatrix C = system.C.cast<Complex>() * schur.matrixU();
  for (const double frequency : frequencies) {
    ComplexMatrix R = -schur.matrixT();
    R.diagonal().array() += Complex(0, frequency);
    result.push_back(C * R.triangularView<Eigen::Upper>().solve(B) + D);
  }
  return result;
}

}  // namespace zwang::linear
