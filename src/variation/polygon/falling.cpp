// SPDX-License-Identifier: Apache-2.0
#include "variation/polygon/falling.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zwang::variation {

namespace {

constexpr double first_shift = 1e-2, last_shift = 1e16;

bool definite(Bordered& system, double sigma) {
  const linalg::SymmetricInertia inertia = system.factor(sigma);
  return inertia.negative == 0 && inertia.zero == 0;
}

/// Largest entry 1, in size; false where there is none.
bool normalise(std::vector<double>& x) {
  double most = 0;
  for (const double entry : x) most = std::max(most, std::fabs(entry));
  if (!(most > 0) || !std::isfinite(most)) return false;
  for (double& entry : x) entry /= most;
  return true;
}

}  // namespace

double definite_shift(Bordered& system, double least) {
  for (double sigma = least; sigma < last_shift; sigma = std::max(4 * sigma, first_shift))
    if (definite(system, sigma)) return sigma;
  return std::numeric_limits<double>::infinity();
}

std::vector<double> falling_direction(Bordered& system, Index unknowns) {
  double high = definite_shift(system, 0), low = 0;
  if (high == 0 || !std::isfinite(high)) return {};
  while (high - low > 1e-3 * high) {
    const double middle = (low + high) / 2;
    (definite(system, middle) ? high : low) = middle;
  }
  system.factor(high);
  // A start with every direction in it, the same on every machine.
  std::vector<double> eta(static_cast<std::size_t>(unknowns));
  for (Index i = 0; i < unknowns; ++i)
    eta[i] = 1 + 0.5 * std::cos(static_cast<double>(i * 7 % 11) + 0.01 * static_cast<double>(i));
  for (int round = 0; round < 6; ++round) {
    system.solve(eta, {});
    if (!normalise(eta)) return {};
  }
  return eta;
}

}  // namespace zwang::variation
