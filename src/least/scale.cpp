// SPDX-License-Identifier: Apache-2.0
#include "least/scale.h"

#include <cmath>

namespace zwang::least {

static double power_of_two_near(double x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::ldexp(1.0, exponent);
}

/// The diagonal entry, or the first entry of the row that is not zero.
static double size_of_row(const double* M, Index size, Index i) {
  double x = std::fabs(M[i * size + i]);
  for (Index j = 0; x == 0 && j < size; ++j) x = std::fabs(M[i * size + j]);
  return x;
}

void scale_coordinates(const Task& task, double* tau) noexcept {
  for_each_block(task, [tau](Index first, Index size, const double* M) {
    for (Index i = 0; i < size; ++i) tau[first + i] = size_of_row(M, size, i);
  });
  for (Index i = 0; i < task.n; ++i) {
    if (tau[i] > 0) {
      tau[i] = power_of_two_near(1 / std::sqrt(tau[i]));
      continue;
    }
    double x = 0;
    for (Index j = 0; j < task.m; ++j) x = std::fmax(x, std::fabs(task.A[j * task.n + i]));
    tau[i] = x > 0 ? power_of_two_near(1 / x) : 1;
  }
}

void scaled_mass_times(const Task& task, const double* tau, const double* x, double* scratch,
                       double* y) noexcept {
  for (Index i = 0; i < task.n; ++i) scratch[i] = tau[i] * x[i];
  mass_times(task, scratch, y);
  for (Index i = 0; i < task.n; ++i) y[i] *= tau[i];
}

}  // namespace zwang::least
