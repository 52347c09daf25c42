// SPDX-License-Identifier: Apache-2.0
#include "variation/polygon/reduced_hessian.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "linalg/lu.h"
#include "linalg/vector.h"

namespace zwang::variation {

Isoperimetric::Isoperimetric(const Polygon& polygon, const std::vector<double>& targets)
    : polygon_(polygon), targets_(targets), size_(targets.size(), 1.0), c_(targets.size(), 0.0) {
  const std::size_t size = targets.size() * static_cast<std::size_t>(polygon.size());
  J_x_.assign(size, 0);
  P_.assign(size, 0);
  const double T = polygon.t1 - polygon.t0;
  weight_.resize(polygon.nodes());
  for (Index k = 0; k < polygon.nodes(); ++k)
    weight_[k] = polygon.weight(k) / (T * T);  // [ENDS 25]
}

double Isoperimetric::miss(const std::vector<double>& c) const {
  double most = 0;
  for (std::size_t j = 0; j < c.size(); ++j) {
    if (!std::isfinite(c[j])) return std::numeric_limits<double>::infinity();
    most = std::max(most, std::fabs(c[j]) / size_[j]);
  }
  return most;
}

/// K in tangent coordinates, factored with its mass.
void Isoperimetric::smooth(const Tangents& tangents) {
  const Index n = polygon_.n();
  const double stiffness = 1 / polygon_.step();
  K_.resize(tangents.free);
  for (Index k = 0; k < polygon_.nodes(); ++k) {
    const Index free = tangents.free[k];
    const double links = k == 0 || k == polygon_.links ? 1 : 2;
    for (Index i = 0; i < free; ++i) K_.diagonal(k)[i * free + i] = links * stiffness;  // [ENDS 25]
    if (k == polygon_.links) break;
    for (Index j = 0; j < tangents.free[k + 1]; ++j)
      for (Index i = 0; i < free; ++i)
        K_.above(k)[j * free + i] =
            -stiffness * linalg::dot(tangents.column(tangents.begin[k] + i),
                                     tangents.column(tangents.begin[k + 1] + j), n);
  }
  K_.factor(1, weight_.data());
}

bool Isoperimetric::at(const double* x, const Tangents& tangents, DiscreteAction& action) {
  const Index m = count(), unknowns = tangents.unknowns(), size = polygon_.size();
  if (m == 0) return true;
  if (!action.integrals(x, c_.data(), J_x_.data())) return false;
  smooth(tangents);
  J.resize(m * unknowns);
  for (Index j = 0; j < m; ++j) {
    c_[j] -= targets_[j];
    size_[j] = std::max(std::fabs(targets_[j]), action.integral_size[j]);
    if (!(size_[j] > 0)) size_[j] = 1;
    tangents.reduce(J_x_.data() + j * size, J.data() + j * unknowns);
  }
  KJ_ = J;
  for (Index j = 0; j < m; ++j) {
    K_.solve(KJ_.data() + j * unknowns);
    tangents.lift(KJ_.data() + j * unknowns, P_.data() + j * size);
  }
  return true;
}

/// M x = b, m × m; false where M is singular.
bool Isoperimetric::solve_small(std::vector<double>& M, std::vector<double>& b) const {
  std::vector<Index> order(b.size());
  const linalg::Lu lu{static_cast<Index>(b.size()), M.data(), order.data()};
  if (!linalg::factor_lu(lu)) return false;
  linalg::solve_lu(lu, b.data());
  for (const double x : b)
    if (!std::isfinite(x)) return false;
  return true;
}

void Isoperimetric::multipliers(const std::vector<double>& g, std::vector<double>& mu) {
  const Index m = count(), unknowns = static_cast<Index>(g.size());
  mu.assign(m, 0);
  if (m == 0) return;
  std::vector<double> M(m * m);
  for (Index j = 0; j < m; ++j) {
    mu[j] = -linalg::dot(KJ_.data() + j * unknowns, g.data(), unknowns);
    for (Index i = 0; i < m; ++i)
      M[j * m + i] = linalg::dot(KJ_.data() + j * unknowns, J.data() + i * unknowns, unknowns);
  }
  if (!solve_small(M, mu)) mu.assign(m, 0);
}

void Isoperimetric::add_moves(const std::vector<double>& a, double factor, double* x) const {
  const Index size = polygon_.size();
  for (Index j = 0; j < count(); ++j)
    for (Index i = 0; i < size; ++i) x[i] += factor * a[j] * P_[j * size + i];
}

bool Isoperimetric::restore(double* x, DiscreteAction& action, OntoRows& onto) {
  const Index m = count(), size = polygon_.size();
  if (m == 0) return true;
  std::vector<double> M(m * m), a(m);
  double last = 0;
  for (int step = 0; step < 12; ++step) {
    if (!action.integrals(x, a.data(), J_x_.data())) return false;
    for (Index j = 0; j < m; ++j) a[j] = targets_[j] - a[j];
    const double now = miss(a);
    // Second derivatives cannot repair what is further off than this: a shorter step is better.
    if (!(now < 0.5) || (step > 3 && now > last)) return now <= 1e-10;
    if (now <= 1e-13) return true;
    last = now;
    for (Index j = 0; j < m; ++j)
      for (Index i = 0; i < m; ++i)
        M[j * m + i] = linalg::dot(P_.data() + j * size, J_x_.data() + i * size, size);
    if (!solve_small(M, a)) return false;
    add_moves(a, 1, x);
    if (!onto.bring_all(x)) return false;
  }
  return last <= 1e-10;
}

bool Isoperimetric::approach(std::vector<double>& x, double longest, DiscreteAction& action,
                             OntoRows& onto) {
  const Index m = count(), size = polygon_.size();
  const auto unknowns = static_cast<Index>(J.size()) / m;
  std::vector<double> M(m * m), a(c_), c(c_), moves(x.size(), 0.0);
  for (Index j = 0; j < m; ++j) {
    a[j] = -c_[j];
    for (Index i = 0; i < m; ++i)
      M[j * m + i] = linalg::dot(KJ_.data() + j * unknowns, J.data() + i * unknowns, unknowns);
  }
  if (!solve_small(M, a)) return false;
  add_moves(a, 1, moves.data());
  double most = 0;
  for (const double move : moves) most = std::max(most, std::fabs(move));
  // A target a hundred times further than the step allowed: the integrals are stationary here.
  if (!(most < 100 * longest)) return false;
  double part = most > longest ? longest / most : 1;
  for (int halving = 0; halving < 12; ++halving, part /= 2) {
    std::vector<double> trial = x;
    for (Index i = 0; i < size; ++i) trial[i] += part * moves[i];
    if (!onto.bring_all(trial.data()) || !action.integrals(trial.data(), c.data(), nullptr))
      continue;
    for (Index j = 0; j < m; ++j) c[j] -= targets_[j];
    if (!(miss(c) < miss(c_))) continue;
    x = std::move(trial);
    return true;
  }
  return false;
}

namespace {

/// H += Zᵀ B Y, column-major, rows apart; B n × n, row-major.  [ENDS 21]
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
  weight.assign(polygon.nodes(), 0);
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

/// Σ λ φ_xx with λ from S_x + Aᵀλ = 0: what bends a step along the rows.  [ENDS 21]
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
  slope.resize(tangents.unknowns());
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
    weight[k] = polygon_.weight(k) * (mass > 0 ? mass : 1) * harmonic * harmonic;  // [ENDS 30]
  relative_slope = measure();
  return std::isfinite(relative_slope);
}

}  // namespace zwang::variation
