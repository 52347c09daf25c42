// SPDX-License-Identifier: Apache-2.0
#include "extremal/reasons/reasons.h"

#include <algorithm>
#include <cmath>

#include "linalg/gram_schmidt.h"
#include "linalg/vector.h"

namespace zwang::extremal {

namespace {

constexpr double nothing = 1e-6;  // of a gradient, beside that of the guess
constexpr int most_steps = 60;    // Newton's halve the distance to a double root

// Brings rates onto the rows; the row whose gradient vanishes on the way, or −1.
Index stalls(const variation::Functional& f, double t, const double* x, double* v) {
  std::vector<double> value(f.velocities), by_x(f.velocities * f.n), by_v(by_x);
  std::vector<double> step(f.n), first(at(f.velocities));
  for (int iteration = 0; iteration < most_steps; ++iteration) {
    if (!f.velocity_rows(f.self, t, x, v, value.data(), by_x.data(), by_v.data())) return -1;
    linalg::RowSpace space(f.n);
    std::vector<double> demand;
    for (Index k = 0; k < f.velocities; ++k) {
      const double* const row = by_v.data() + k * f.n;
      const double length = linalg::norm(row, f.n);
      if (iteration == 0) first[k] = length;
      if (length < nothing * first[k]) return k;
      if (space.add(row, 1e-9)) demand.push_back(-value[k]);
    }
    space.shortest(demand.data(), step.data());
    for (Index i = 0; i < f.n; ++i) v[i] += step[i];
  }
  return -1;
}

}  // namespace

Stalled stalled_row(const Question& question, const variation::Functional& functional,
                    const bvp::Curve& guess) {
  const bool fixed[] = {question.end_rows().starts_fixed(), question.end_rows().ends_fixed()};
  for (const int end : {0, 1}) {
    if (!fixed[end]) continue;
    const double* const z = guess.at(end * guess.intervals());
    std::vector<double> v(z + guess.n, z + 2 * guess.n);
    for (double& rate : v) rate /= question.span().length;
    const Index row = stalls(functional, question.span().time(end), z, v.data());
    if (row >= 0) return {question.two_ends().lambda_rows[row], end};
  }
  return {};
}

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
  std::vector<double> worst(equations.m);
  for (Index i = 0; i <= curve.intervals(); ++i) {
    question.evaluate(equations::Stage::projection, curve.mesh[i], curve.at(i));
    equations::Workspace& numbers = question.numbers();
    for (Index row = 0; row < equations.m; ++row) {
      const bool is_position = equations.rows[row].level == equations::Level::position;
      if (positions && !is_position) continue;
      const Index first = equations.A().begin[row], last = equations.A().begin[row + 1];
      const double length = linalg::norm(numbers.A() + first, last - first);
      const double by = positions ? numbers.residual()[row] : numbers.rate()[row];
      worst[row] = std::max(worst[row], std::abs(by) / (length > 0 ? length : 1));
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
  const bool positions = found.residual.position > bound * size;
  Dependent unmet;
  if (!positions && !(found.residual.velocity > bound * speed)) return unmet;
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
