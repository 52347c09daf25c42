// SPDX-License-Identifier: Apache-2.0
// ± = 2 × the difference of the two solutions, and what the second may be off by itself: its tolerance. Rates at the two ends
// share a size, and so do places.

#include "api/extremal/errors.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "extremal/find.h"

namespace zwang {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();
constexpr double divisor = 100, least_tolerance = 1e-13;
constexpr double same_curve = 0.01;  // of a size: curves that differ by more are two

/// Of numbers that share a size.
struct Comparison {
  double floor = 0;  // as a share of the size
  bool same = true;

  double size_of(std::initializer_list<const std::vector<double>*> all) const {
    double size = 0;
    for (const auto* numbers : all)
      for (const double x : *numbers) size = std::max(size, std::abs(x));
    return size;
  }
  double one(double a, double b, double size = 0) const {
    return 2 * std::abs(a - b) + floor * std::max(size, std::abs(a));
  }
  std::vector<double> all(const std::vector<double>& a, const std::vector<double>& b,
                          double size = 0) const {
    std::vector<double> errors(a.size(), unknown);
    for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k)
      errors[k] = one(a[k], b[k], size);
    return errors;
  }
  /// Numbers that make the curve: it is another where they differ by much.
  std::vector<double> of_curve(const std::vector<double>& a, const std::vector<double>& b,
                               double size) {
    for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k)
      if (!(std::abs(a[k] - b[k]) <= same_curve * size)) same = false;
    return all(a, b, size);
  }
};

ExtremalError nothing_known(const ExtremalCurve& curve, double tolerance) {
  const auto none = [](const std::vector<double>& of) {
    return std::vector<double>(of.size(), unknown);
  };
  ExtremalError error;
  error.action = unknown;
  error.start = {unknown, none(curve.start.q), none(curve.start.v)};
  error.end = {unknown, none(curve.end.q), none(curve.end.v)};
  error.unknowns.assign(curve.unknowns.size(), unknown);
  error.multipliers = none(curve.multipliers);
  error.tolerance = tolerance;
  return error;
}

ExtremalError error_of(const ExtremalCurve& curve, const extremal::Found& second, double tolerance,
                       ExtremalSampler& sampler) {
  sampler.take(second);
  const State start = sampler.state(0), end = sampler.state(1);
  Comparison compare{tolerance + rounding};
  const double span = std::abs(curve.end.t - curve.start.t);
  const double v = compare.size_of({&curve.start.v, &curve.end.v});
  const double q = std::max(compare.size_of({&curve.start.q, &curve.end.q}), v * span);
  ExtremalError error;
  error.tolerance = tolerance;
  error.action = curve.action ? compare.one(*curve.action, second.action) : unknown;
  error.start = {compare.one(curve.start.t, start.t, span),
                 compare.of_curve(curve.start.q, start.q, q),
                 compare.of_curve(curve.start.v, start.v, v)};
  error.end = {compare.one(curve.end.t, end.t, span), compare.of_curve(curve.end.q, end.q, q),
               compare.of_curve(curve.end.v, end.v, v)};
  std::vector<double> unknowns;
  for (const auto& [name, value] : curve.unknowns) unknowns.push_back(value);
  error.unknowns = compare.all(unknowns, second.unknowns);
  error.multipliers = compare.all(curve.multipliers, second.mu);
  return compare.same ? error : nothing_known(curve, tolerance);
}

}  // namespace

void estimate_errors(const equations::Equations& equations, const extremal::Plan& plan,
                     const extremal::Answer& answer, ExtremalSampler& sampler,
                     ExtremalSummary& summary) {
  extremal::Plan again = plan;
  again.all = 1;
  again.verdict = again.cross_check = false;
  again.only_first = true;
  again.follow.clear();
  again.tolerance = std::max(plan.tolerance / divisor, least_tolerance);
  for (std::size_t k = 0; k < answer.found.size(); ++k) {
    ExtremalCurve& curve = summary.extremals[k];
    again.first = answer.found[k].curve;
    const extremal::Answer second = extremal::find(equations, again);
    summary.evaluations += second.evaluations;
    curve.error = second.found.empty()
                      ? nothing_known(curve, again.tolerance)
                      : error_of(curve, second.found.front(), again.tolerance, sampler);
    if (second.failure == extremal::Failure::interrupted) return;
  }
}

}  // namespace zwang
