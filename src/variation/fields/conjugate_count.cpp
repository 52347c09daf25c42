// SPDX-License-Identifier: Apache-2.0
// How many fields vanish between a and here, and where.

#include <algorithm>
#include <cmath>
#include <iterator>

#include "linalg/spectrum.h"
#include "linalg/symmetric.h"
#include "variation/fields/conjugate_sweep.h"

namespace zwang::variation {

namespace {

constexpr double finest = 1e-13;  // of τ: rounding of the times that it stands for
constexpr double near_enough =
    1e-9;  // of b − a: a secant gains half as many digits again from here

}  // namespace

Index ConjugateSweep::negative_eigenvalues() const {
  const Index r = o_.regular;
  std::vector<double> Q = Q_;
  std::vector<Index> order(r);
  std::vector<unsigned char> pair(r);
  return linalg::factor_symmetric({r, Q.data(), r, order.data(), pair.data(), 0, 0}).negative;
}

// Rising.
std::vector<double> ConjugateSweep::eigenvalues() const {
  std::vector<double> values;
  for (const auto& value : linalg::eigenvalues(o_.regular, Q_)) values.push_back(value.real());
  std::sort(values.begin(), values.end());
  return values;
}

bool ConjugateSweep::count() {
  told_ = true;
  const Index negative = negative_eigenvalues();
  if (negative <= below_) return true;
  fields_.mark(at_b_);
  fields_.move_only(all_ + N_);
  const std::vector<double> at_b = eigenvalues(), at_a = eigenvalues(at_a_.tau);
  for (Index which = below_; which < negative && which < std::ssize(at_b); ++which)
    vanished_.push_back(locate(which, at_a.empty() ? HUGE_VAL : at_a[which], at_b[which]));
  fields_.move_only(all_ + 2 * N_);
  fields_.go_back(at_b_);
  return take_here();
}

// At τ; none where they are not known: so near to the start.
std::vector<double> ConjugateSweep::eigenvalues(double tau) {
  fields_.go_back(at_a_);
  if (!fields_.go(tau) || !take_here() || !compare()) return {};
  return eigenvalues();
}

// By secants between the ends that are known, with a bisection now and then in case they crawl. The
// sorted eigenvalues fall through zero one after the other, at the latest at b.
double ConjugateSweep::locate(Index which, double at_a, double at_b) {
  double low = at_a_.tau, high = at_b_.tau;
  double before = low, at_before = at_a, last = high, at_last = at_b;
  const double near = std::fmax(finest, near_enough * (high - low));
  for (int i = 0; at_b < 0 && high - low > finest; ++i) {
    double tau = last - at_last * (last - before) / (at_last - at_before);
    const bool known = std::isfinite(at_before) && std::isfinite(at_last);
    if (known && std::fabs(tau - last) <= near) return std::clamp(tau, low, high);
    const bool secant = known && i % 5 < 4 && tau > low && tau < high;
    if (!secant) tau = 0.5 * (low + high);
    before = last;
    at_before = at_last;
    last = tau;
    const std::vector<double> here = eigenvalues(tau);
    at_last = here.empty() ? HUGE_VAL : here[which];
    (at_last < 0 ? high : low) = tau;
  }
  return high;
}

}  // namespace zwang::variation
