// SPDX-License-Identifier: Apache-2.0
#include "extremal/cross_check.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "bvp/shooting/shooting.h"
#include "extremal/question/question.h"

namespace zwang::extremal {

namespace {

// Largest difference of x and v at the points of the first, relative to the largest of each.
double difference(const bvp::Curve& a, const bvp::Curve& b) {
  std::vector<double> z(at(b.size()));
  double most[2] = {0, 0}, size[2] = {0, 0};
  for (Index k = 0; k <= a.intervals(); ++k) {
    evaluate(b, a.mesh[at(k)], z.data());
    for (Index i = 0; i < 2 * a.n; ++i) {
      const int part = i < a.n ? 0 : 1;
      most[part] = std::max(most[part], std::abs(a.at(k)[i] - z[at(i)]));
      size[part] = std::max(size[part], std::abs(a.at(k)[i]));
    }
  }
  return std::max(size[0] > 0 ? most[0] / size[0] : most[0],
                  size[1] > 0 ? most[1] / size[1] : most[1]);
}

}  // namespace

void cross_check(const equations::Equations& equations, const Plan& plan, Found& found) {
  const auto begin = std::chrono::steady_clock::now();
  Question question(equations, Route::multipliers);
  if (question.prepare(plan.tolerance) != Failure::none) return;
  question.set(found.curve.p.data());
  bvp::SolveOptions options;
  options.tolerance = plan.tolerance;
  const bvp::Solution solution = shoot(question.bvp(), options, found.curve);
  if (solution.outcome != bvp::Outcome::done) return;
  found.cross_checked = true;
  found.cross_difference = difference(found.curve, solution.curve);
  found.cross_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace zwang::extremal
