// SPDX-License-Identifier: Apache-2.0
#include "extremal/reasons/unmet_rows.h"

#include <algorithm>
#include <cmath>

#include "linalg/vector.h"

namespace zwang::extremal {

namespace {

// Times the tolerance: solutions leave some ten of them between the points of a mesh, and rounding at
// the points; contradictions leave their own size.
constexpr double allowance = 1e3, least_tolerance = 1e-9;
constexpr double share = 1e-2;  // of the largest residual: rows with less have no part in it

double largest(const bvp::Curve& curve, Index first) {
  double most = 0;
  for (Index i = 0; i <= curve.intervals(); ++i) {
    for (Index k = 0; k < curve.n; ++k) most = std::max(most, std::abs(curve.at(i)[first + k]));
  }
  return most;
}

/// The largest residual of each row along the curve, over its gradient.
std::vector<double> residuals_of(Question& question, const bvp::Curve& curve, bool positions) {
  const equations::Equations& equations = question.equations();
  std::vector<double> worst(at(equations.m));
  for (Index i = 0; i <= curve.intervals(); ++i) {
    question.evaluate(equations::Stage::projection, curve.mesh[at(i)], curve.at(i));
    equations::Workspace& numbers = question.numbers();
    for (Index row = 0; row < equations.m; ++row) {
      const bool is_position = equations.rows[at(row)].level == equations::Level::position;
      if (positions && !is_position) continue;
      const Index first = equations.A().begin[at(row)], last = equations.A().begin[at(row + 1)];
      const double length = linalg::norm(numbers.A() + first, last - first);
      const double by = positions ? numbers.residual()[row] : numbers.rate()[row];
      worst[at(row)] = std::max(worst[at(row)], std::abs(by) / (length > 0 ? length : 1));
    }
  }
  return worst;
}

}  // namespace

Dependent unmet_rows(Question& question, const Found& found, double tolerance) {
  const bvp::Curve& curve = found.curve;
  const double bound = allowance * std::max(tolerance, least_tolerance);
  const double reach = largest(curve, 0), size = reach > 0 ? reach : 1;
  const double speed = std::max(size, largest(curve, curve.n)) / std::abs(found.t1 - found.t0);
  const bool positions = found.position_residual > bound * size;
  Dependent unmet;
  if (!positions && !(found.velocity_residual > bound * speed)) return unmet;
  question.set(curve.p.data());
  const std::vector<double> worst = residuals_of(question, curve, positions);
  unmet.contradicts = true;
  unmet.by = *std::max_element(worst.begin(), worst.end());
  for (std::size_t row = 0; row < worst.size(); ++row) {
    if (worst[row] > share * unmet.by) unmet.rows.push_back(static_cast<Index>(row));
  }
  return unmet;
}

}  // namespace zwang::extremal
