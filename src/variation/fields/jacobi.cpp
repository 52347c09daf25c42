// SPDX-License-Identifier: Apache-2.0
#include "variation/fields/jacobi.h"

#include <algorithm>
#include <cmath>

#include "variation/fields/conjugate_sweep.h"
#include "variation/fields/moving_ends.h"

namespace zwang::variation {

namespace {

// A field that is smaller than this at the end, beside its own size on the way, vanishes there: the
// curve is known to some 1e-9 only.
constexpr double vanishes = 1e-7;
// Points nearer to each other are one: with a curve that is off by 1e-9, so are they.
constexpr double same = 1e-8;
constexpr int most_steps = 20'000;  // of fields that turn some thousand times

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
    if (points.empty() || tau - points.back().tau > same)
      points.push_back({tau, 1});
    else
      ++points.back().multiplicity;
  }
  return points;
}

/// What the ends allow beside the fields that vanish there.
void look_at_ends(const JacobiPlan& plan, ConjugateSweep& sweep, JacobiResult& result) {
  const Inertia inertia = inertia_of(sweep.broken(), plan, plan.sign);
  if (!inertia.known) return;
  result.index = sweep.vanished_before() + inertia.negative;
  result.nullity = inertia.zero;
}

/// Up to the end.
bool walk(ConjugateSweep& sweep) {
  if (!sweep.begin()) return false;
  for (int steps = 0; sweep.tau() < 1; ++steps)
    if (steps > most_steps || !sweep.step(1)) return false;
  return true;
}

/// As far as is asked for, or the motion goes.
bool walk_on(const JacobiPlan& plan, ConjugateSweep& sweep) {
  while (sweep.tau() < plan.beyond && sweep.step(plan.beyond)) {
  }
  return sweep.settle();
}

}  // namespace

JacobiResult conjugate_points(const JacobiPlan& asked) {
  JacobiResult result;
  JacobiPlan plan = asked;
  if (plan.sign == 0) {
    const Legendre form = legendre(plan);
    plan.sign = form.positive ? 1 : form.negative ? -1 : 0;
  }
  FieldScales scales;
  if (plan.sign == 0 || !measure(plan, scales)) return result;
  LagrangianPlane plane(plan, scales);
  if (!plane.take(0, plan.curve->at(0))) return result;
  if (plane.size() == 0) {
    result.done = true;
    result.end_gap = 1;
    return result;
  }
  if (plan.ends && !leave_start(plane, plan, result.focal)) return result;
  ConjugateSweep sweep(plan, scales, plane, plan.sign);
  if (!walk(sweep)) return result;
  const std::vector<double> ratios = sweep.ratios();
  if (plan.ends) look_at_ends(plan, sweep, result);
  if (ratios.empty() || !walk_on(plan, sweep)) return result;
  result.end_gap = ratios.back();
  const Index ends =
      std::count_if(ratios.begin(), ratios.end(), [](double ratio) { return !(ratio > vanishes); });
  result.at_end = ends > 0;
  if (!plan.ends) result.nullity = ends;
  std::vector<double> vanished = sweep.vanished();
  take_out_end(vanished, ends);
  result.points = gather(std::move(vanished));
  result.done = true;
  return result;
}

}  // namespace zwang::variation
