// SPDX-License-Identifier: Apache-2.0
#include "extremal/reasons/trial_curve.h"

#include <algorithm>
#include <cmath>

namespace zwang::extremal {

TrialCurve::TrialCurve(const Question& question)
    : x(at(question.shape().n)), v(x), question_(question) {
  const std::vector<double>& ends = question.end_points();
  double distance = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    distance = std::max(distance, std::abs(ends[x.size() + i] - ends[i]));
  }
  if (distance > 0) size_ = distance;
}

// A line, and τ (1 − τ) (a + b τ) with numbers that no formula is likely to contain.
void TrialCurve::move_to(double tau) noexcept {
  const std::vector<double>& ends = question_.end_points();
  const Index n = static_cast<Index>(x.size());
  const double T = question_.span().length;
  t = question_.span().time(tau);
  for (Index i = 0; i < n; ++i) {
    const double a = size_ * (0.31 + 0.083 * static_cast<double>(i % 7));
    const double b = size_ * (i % 2 ? 0.47 : -0.59), rise = ends[n + i] - ends[i];
    x[i] = ends[i] + tau * rise + tau * (1 - tau) * (a + b * tau);
    v[i] = (rise + (1 - 2 * tau) * (a + b * tau) + tau * (1 - tau) * b) / T;
  }
}

}  // namespace zwang::extremal
