// SPDX-License-Identifier: Apache-2.0
#include "extremal/jacobi.h"

#include <algorithm>
#include <cmath>

#include "extremal/conjugate_sweep.h"

namespace zwang::extremal {

namespace {

// A field that is smaller than this at the end, beside its own size on the way, vanishes there: the
// curve is known to some 1e-9 only.
constexpr double kVanishes = 1e-7;
// Points nearer to each other are one: with a curve that is off by 1e-9, so are they.
constexpr double kSame = 1e-8;

/// Those of them that are the end itself, seen a little before or behind.
void take_out_end(std::vector<double>& vanished, Index ends) {
  const auto from_end = [](double tau) { return std::fabs(tau - 1); };
  std::sort(vanished.begin(), vanished.end(),
            [&](double a, double b) { return from_end(a) > from_end(b); });
  while (ends-- > 0 && !vanished.empty() && from_end(vanished.back()) < 1e-5) vanished.pop_back();
}

std::vector<ConjugatePoint> gather(std::vector<double> vanished) {
  std::sort(vanished.begin(), vanished.end());
  std::vector<ConjugatePoint> points;
  for (double tau : vanished) {
    if (points.empty() || tau - points.back().tau > kSame)
      points.push_back({tau, 1});
    else
      ++points.back().multiplicity;
  }
  return points;
}

/// Up to the end; then as far as is asked for, or the motion goes.
bool walk(const JacobiPlan& plan, ConjugateSweep& sweep, std::vector<double>& ratios) {
  if (!sweep.begin()) return false;
  for (double knot : plan.curve->mesh)  // steps do not straddle them: the curve is not smooth there
    while (sweep.tau() < knot)
      if (!sweep.step(knot)) return false;
  ratios = sweep.ratios();
  if (ratios.empty()) return false;
  while (sweep.tau() < plan.beyond && sweep.step(plan.beyond)) {
  }
  return sweep.settle();
}

}  // namespace

JacobiResult conjugate_points(const JacobiPlan& plan) {
  JacobiResult result;
  const Legendre form = legendre(plan);
  FieldScales scales;
  if (form.positive == form.negative || !measure(plan, scales)) {
    result.done = form.positive;  // nothing is free
    result.end_gap = 1;
    return result;
  }
  LagrangianPlane plane(plan, scales);
  if (!plane.take(0, plan.curve->at(0))) return result;
  ConjugateSweep sweep(plan, scales, plane, form.positive ? 1 : -1);
  std::vector<double> ratios, vanished;
  if (!walk(plan, sweep, ratios)) return result;
  result.end_gap = ratios.back();
  const Index ends = std::count_if(ratios.begin(), ratios.end(),
                                   [](double ratio) { return !(ratio > kVanishes); });
  result.at_end = ends > 0;
  vanished = sweep.vanished();
  take_out_end(vanished, ends);
  result.points = gather(std::move(vanished));
  result.done = true;
  return result;
}

}  // namespace zwang::extremal
