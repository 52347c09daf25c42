// SPDX-License-Identifier: Apache-2.0
#pragma once
// The instant at one sample of a curve: ẍ, λ, and how far ẍ is from the free one.

#include "instant/response.h"

namespace zwang::instant {

class Sample {
 public:
  explicit Sample(const equations::Equations& equations);

  /// Of the M, Q, A, b that are in the numbers.
  void solve(equations::Workspace& numbers);

  const double* acceleration() const { return response_.acceleration(); }  // n
  const double* multipliers() const { return response_.multipliers(); }    // m
  const double* deviation() const { return deviation_; }  // n; NaN without free motion
  bool free_motion() const { return free_motion_; }       // M is regular
  Method method() const { return method_; }               // as Method::automatic chooses

 private:
  bool solve_small(const least::Task& task);
  void deviate(const least::Task& task);

  Response response_;
  least::RegularDerivative free_;
  std::vector<double> delta_, force_;  // n
  const double* deviation_ = nullptr;
  bool free_motion_ = true;
  bool massless_ = false;  // the general method has found M singular
  Method method_ = Method::automatic;
};

}  // namespace zwang::instant
