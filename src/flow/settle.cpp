// SPDX-License-Identifier: Apache-2.0
#include "flow/settle.h"

#include <algorithm>
#include <cmath>

#include "linalg/rank.h"
#include "linalg/spectrum.h"
#include "linalg/vector.h"

namespace zwang::motion {

namespace {

using Numbers = std::vector<double>;

constexpr int most_steps = 200;

/// The rows on the coordinates that they contain.
struct LeastSquares {
  RightSide& side;
  const std::vector<Index>& rows;
  bool rate;
  double t;
  double *q, *v;
  std::vector<Index> columns;
  Numbers A, r;  // rows × columns; rows; each times √W

  void find_columns() {
    const equations::Pattern& pattern = side.equations().A();
    for (const Index row : rows) {
      const Index i = row;
      columns.insert(columns.end(), pattern.column.begin() + pattern.begin[i],
                     pattern.column.begin() + pattern.begin[i + 1]);
    }
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  }

  void evaluate() {
    const equations::Equations& equations = side.equations();
    equations::Workspace& numbers = side.numbers();
    numbers.evaluate(equations::Stage::projection, t, q, v);
    A.assign(rows.size() * columns.size(), 0.0);
    r.assign(rows.size(), 0.0);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const Index i = rows[k];
      const double root = equations.weights.empty() ? 1 : std::sqrt(equations.weights[i]);
      r[k] = root * (rate ? numbers.rate()[rows[k]] : numbers.residual()[rows[k]]);
      for (Index e = equations.A().begin[i]; e < equations.A().begin[i + 1]; ++e) {
        const Index column = equations.A().column[e];
        const auto at = std::lower_bound(columns.begin(), columns.end(), column) - columns.begin();
        A[k * columns.size() + static_cast<std::size_t>(at)] = root * numbers.A()[e];
      }
    }
  }

  double sum() const {
    double total = 0;
    for (const double x : r) total += x * x;
    return total;
  }

  /// The step that (AᵀA + damping) δ = −Aᵀr asks for.
  Numbers step(double damping) const {
    const std::size_t n = columns.size();
    Numbers H(n * n, 0.0), g(n, 0.0);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      for (std::size_t j = 0; j < n; ++j) {
        const double a = A[k * n + j];
        if (a == 0) continue;
        g[j] -= a * r[k];
        for (std::size_t i = 0; i < n; ++i) H[j * n + i] += a * A[k * n + i];
      }
    }
    for (std::size_t j = 0; j < n; ++j) H[j * n + j] += damping;
    const auto size = static_cast<Index>(n);
    return linalg::shortest_solution(size, H, g, linalg::instant_tolerance(size, size));
  }

  double* x() const { return rate ? v : q; }
  void move(const Numbers& delta, double sign) const {
    for (std::size_t j = 0; j < columns.size(); ++j) x()[columns[j]] += sign * delta[j];
  }
};

}  // namespace

void settle(RightSide& side, const std::vector<Index>& rows, bool rate, double t, double* q,
            double* v) {
  LeastSquares at{side, rows, rate, t, q, v, {}, {}, {}};
  at.find_columns();
  at.evaluate();
  const double scale = std::pow(std::max(linalg::largest(at.A), 1e-150), 2);
  double damping = 1e-3 * scale;
  for (int k = 0; k < most_steps && damping < 1e12 * scale; ++k) {
    const double before = at.sum();
    const Numbers delta = at.step(damping);
    const double size =
        std::abs(*std::max_element(at.x(), at.x() + side.equations().n,
                                   [](double x, double y) { return std::abs(x) < std::abs(y); }));
    if (!(linalg::largest(delta) > 1e-14 * size)) return;  // a NaN too
    at.move(delta, 1);
    at.evaluate();
    if (at.sum() < before) {
      damping = std::max(damping / 8, 1e-13 * scale);
      continue;
    }
    at.move(delta, -1);
    at.evaluate();
    damping *= 8;
  }
}

}  // namespace zwang::motion
