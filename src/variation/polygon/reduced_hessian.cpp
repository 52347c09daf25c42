// SPDX-License-Identifier: Apache-2.0
#include "variation/polygon/reduced_hessian.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "linalg/vector.h"

namespace zwang::variation {

namespace {

/// H += Zᵀ B Y, column-major, rows apart; B n × n, row-major.
void add_reduced(Index n, const double* B, const double* Z, Index rows, const double* Y,
                 Index columns, double* product, double* H) {
  for (Index j = 0; j < columns; ++j) {
    for (Index i = 0; i < n; ++i) product[i] = linalg::dot(B + i * n, Y + j * n, n);
    for (Index i = 0; i < rows; ++i) H[j * rows + i] += linalg::dot(Z + i * n, product, n);
  }
}

}  // namespace

ReducedHessian::ReducedHessian(const Polygon& polygon, const std::vector<double>& targets,
                               double reach, bool roughly)
    : action(polygon),
      onto(polygon, roughly),
      integrals(polygon, targets),
      polygon_(polygon),
      reach_(reach) {
  const auto n = static_cast<std::size_t>(polygon.n());
  weight.assign(static_cast<std::size_t>(polygon.nodes()), 0);
  mu.assign(targets.size(), 0);
  lambda_.assign(static_cast<std::size_t>(polygon.functional->rows) + n, 0);
  g_.assign(n, 0);
  product_.assign(n, 0);
  C_.assign(n * n, 0);
}

bool ReducedHessian::constrain(const double* x) {
  return find_tangents(polygon_, x, onto, tangents) && integrals.at(x, tangents, action);
}

void ReducedHessian::reduce_links() {
  const Index n = polygon_.n();
  for (Index k = 0; k < polygon_.links; ++k) {
    const double *Z = tangents.column(tangents.begin[k]),
                 *Y = tangents.column(tangents.begin[k + 1]);
    const Index here = tangents.free[k], next = tangents.free[k + 1], at = k * n * n;
    double* scratch = product_.data();
    add_reduced(n, action.left.data() + at, Z, here, Z, here, scratch, H.diagonal(k));
    add_reduced(n, action.cross.data() + at, Z, here, Y, next, scratch, H.above(k));
    add_reduced(n, action.right.data() + at, Y, next, Y, next, scratch, H.diagonal(k + 1));
  }
}

/// Σ λ φ_xx with λ from S_x + Aᵀλ = 0: what bends a step along the rows.
bool ReducedHessian::add_curvature(const double* x) {
  const Functional& f = *polygon_.functional;
  if (f.rows == 0) return true;
  const Index n = f.n;
  for (Index k = 0; k < polygon_.nodes(); ++k) {
    const Index free = tangents.free[k];
    if (free == 0) continue;
    if (!onto.factor(k, x + k * n)) return false;
    for (Index i = 0; i < n; ++i) g_[i] = -action.slope[k * n + i];
    onto.rows().multipliers(g_.data(), lambda_.data());
    if (!f.curvature(f.self, polygon_.time(k), x + k * n, lambda_.data(), C_.data())) return false;
    const double* Z = tangents.column(tangents.begin[k]);
    add_reduced(n, C_.data(), Z, free, Z, free, product_.data(), H.diagonal(k));
  }
  return true;
}

/// Rounding must not leave it unsymmetric: pivots are searched in one triangle.
void ReducedHessian::symmetrise() {
  for (Index k = 0; k < H.blocks(); ++k) {
    const Index size = H.size(k);
    double* D = H.diagonal(k);
    for (Index j = 0; j < size; ++j)
      for (Index i = 0; i < j; ++i)
        D[j * size + i] = D[i * size + j] = (D[j * size + i] + D[i * size + j]) / 2;
  }
}

double ReducedHessian::measure() const {
  double most = 0;
  for (const double s : slope) most = std::isnan(s) ? s : std::max(most, std::fabs(s));
  // At least the momentum of a motion that crosses the reach.
  const double crossing = action.mass_size * reach_ / (polygon_.t1 - polygon_.t0);
  const double size = std::max(action.slope_size, crossing);
  return size > 0 ? most / size : most;
}

bool ReducedHessian::at(const double* x) {
  if (!constrain(x)) return false;
  mu.assign(mu.size(), 0);
  if (!action.expand(x, mu.data())) return false;
  slope.resize(static_cast<std::size_t>(tangents.unknowns()));
  if (integrals.count() > 0) {
    tangents.reduce(action.slope.data(), slope.data());
    integrals.multipliers(slope, mu);
    if (!action.expand(x, mu.data())) return false;
  }
  tangents.reduce(action.slope.data(), slope.data());
  H.resize(tangents.free);
  reduce_links();
  if (!add_curvature(x)) return false;
  symmetrise();
  const double T = polygon_.t1 - polygon_.t0;
  const double harmonic = std::numbers::pi / T, mass = action.mass_size;
  for (Index k = 0; k < polygon_.nodes(); ++k)
    weight[k] = polygon_.weight(k) * (mass > 0 ? mass : 1) * harmonic * harmonic;
  relative_slope = measure();
  return std::isfinite(relative_slope);
}

}  // namespace zwang::variation
