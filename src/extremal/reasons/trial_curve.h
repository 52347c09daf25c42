// SPDX-License-Identifier: Apache-2.0
#pragma once
// A curve between the ends of a question that is bent in every direction.

#include <vector>

#include "extremal/question/question.h"

namespace zwang::extremal {

class TrialCurve {
 public:
  explicit TrialCurve(const Question& question);

  /// Goes to τ.
  void move_to(double tau) noexcept;
  double t = 0;
  std::vector<double> x, v;  // v by t

 private:
  const Question& question_;
  double size_ = 1;  // of the bends
};

}  // namespace zwang::extremal
