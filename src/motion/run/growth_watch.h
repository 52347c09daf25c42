// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rates that grow without bound. A mechanism that is driven to the end of its reach at t* is
// there as √(t* − t): its rates grow as (t* − t)^−½, its forces as (t* − t)^−3⁄2, and how large the
// last of them are says only how near to t* rounding let a step end. Steps become nothing beside the run on
// the way there, which tells such growth from rates that are large all the time.

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/index.h"

namespace zwang::motion {

struct GrowthWatch {
  std::vector<double> usual;              // the largest rate behind an ordinary step, by coordinate
  std::vector<double> largest, steepest;  // rates far above it, and their accelerations
  double last = -1;                       // when there was one, since the run began

  void begin(const double* v, Index n) {
    usual.assign(v, v + n);
    for (double& rate : usual) rate = std::abs(rate);
    largest.assign(at(n), 0.0);
    steepest.assign(at(n), 0.0);
  }

  /// A step of length dt led to these rates and accelerations, `elapsed` since the run began.
  void see(double dt, double elapsed, const double* v, const double* a) noexcept {
    const bool ordinary = dt > 1e-5 * elapsed;
    for (std::size_t i = 0; i < usual.size(); ++i) {
      const double rate = std::abs(v[i]);
      if (ordinary) usual[i] = std::max(usual[i], rate);
      if (rate <= 10 * usual[i]) continue;
      last = elapsed;
      largest[i] = std::max(largest[i], rate);
      steepest[i] = std::max(steepest[i], std::abs(a[i]));
    }
  }

  /// Whether a rate grew so at the end that it changes by all of itself in no time.
  bool is_unbounded(double elapsed) const noexcept {
    if (!(last > (1 - 1e-4) * elapsed)) return false;
    for (std::size_t i = 0; i < usual.size(); ++i) {
      if (grows(i, elapsed)) return true;
    }
    return false;
  }

  /// Where it did: the rates of all that moves together with such a one.
  std::vector<bool> growing(double elapsed, const std::vector<Index>& mechanisms) const {
    std::vector<bool> with(usual.size()), all(usual.size());
    for (std::size_t i = 0; i < usual.size(); ++i) {
      if (grows(i, elapsed)) with[at(mechanisms[i])] = true;
    }
    for (std::size_t i = 0; i < usual.size(); ++i) all[i] = with[at(mechanisms[i])];
    return all;
  }

  bool grows(std::size_t i, double elapsed) const noexcept {
    return largest[i] > 0 && largest[i] < 1e-6 * elapsed * steepest[i];
  }

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("growth", 1, x.usual, x.largest, x.steepest, x.last);
  }
};

}  // namespace zwang::motion
