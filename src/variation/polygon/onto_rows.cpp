// SPDX-License-Identifier: Apache-2.0
#include "variation/polygon/onto_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/vector.h"

namespace zwang::variation {

namespace {

constexpr int most_steps = 60;
constexpr int most_halvings = 12;
constexpr double eps = std::numeric_limits<double>::epsilon();
/// Of a node's size: what repeated rows may still ask for. Rows that the rank rule calls dependent
/// differ by up to its tolerance, so that they agree no better than this.
constexpr double agreed = 1e-6;
constexpr double hardly_seen = 1e-3;  // of a node's size: the step after such a one

}  // namespace

OntoRows::OntoRows(const Polygon& polygon, bool roughly)
    : polygon_(polygon),
      roughly_(roughly),
      rows_(polygon.n(), polygon.functional->rows + polygon.n()) {
  const auto n = static_cast<std::size_t>(polygon.n());
  const std::size_t most = static_cast<std::size_t>(polygon.functional->rows) + n;
  for (auto* vector : {&phi_, &demand_, &unit_}) vector->assign(most, 0);
  A_.assign(most * n, 0);
  step_.assign(n, 0);
  trial_.assign(n, 0);
}

bool OntoRows::evaluate(Index k, const double* x) noexcept {
  const Functional& f = *polygon_.functional;
  if (f.rows == 0) return true;
  if (!f.position_rows(f.self, polygon_.time(k), x, phi_.data(), A_.data())) return false;
  for (Index i = 0; i < f.rows; ++i)
    if (!std::isfinite(phi_[i])) return false;
  for (Index i = 0; i < f.rows * f.n; ++i)
    if (!std::isfinite(A_[i])) return false;
  return true;
}

bool OntoRows::factor(Index k, const double* x) noexcept {
  if (!evaluate(k, x)) return false;
  factor(k);
  return true;
}

/// The rows as they were evaluated last.
void OntoRows::factor(Index k) noexcept {
  const Index n = polygon_.n(), m = polygon_.functional->rows;
  Index count = m;
  for (Index j = 0; j < m; ++j) demand_[j] = -phi_[j];
  for (Index i = 0; i < n; ++i) {
    if (!polygon_.holds(k, i)) continue;
    std::fill_n(A_.data() + count * n, n, 0.0);
    A_[count * n + i] = 1;
    demand_[count++] = 0;
  }
  rows_.factor(A_.data(), demand_.data(), count);
}

/// |φ|, each row in the unit that it had when the step was computed.
double OntoRows::distance() const noexcept {
  double sum = 0;
  for (Index j = 0; j < polygon_.functional->rows; ++j)
    sum += phi_[j] * phi_[j] * unit_[j] * unit_[j];
  return std::sqrt(sum);
}

/// Takes as much of the step as brings the rows nearer: from near the centre of a circle the whole
/// step would lead far away.
bool OntoRows::shorten(Index k, double* x) noexcept {
  const Index n = polygon_.n();
  for (Index j = 0; j < polygon_.functional->rows; ++j) {
    const double length = linalg::norm(A_.data() + j * n, n);
    unit_[j] = length > 0 ? 1 / length : 0;
  }
  const double before = distance();
  double part = 1;
  for (int halving = 0; halving < most_halvings; ++halving, part /= 2) {
    for (Index i = 0; i < n; ++i) trial_[i] = x[i] + part * step_[i];
    if (evaluate(k, trial_.data()) && distance() < before) break;
  }
  if (part < 1 && !(distance() < before)) return false;
  for (Index i = 0; i < n; ++i)
    if (!polygon_.holds(k, i)) x[i] = trial_[i];
  return true;
}

bool OntoRows::bring(Index k, double* x) noexcept {
  const Index n = polygon_.n();
  if (polygon_.functional->rows == 0 || polygon_.holds_all(k)) return true;
  double last = std::numeric_limits<double>::infinity();
  if (!evaluate(k, x)) return false;
  for (int step = 0; step < most_steps; ++step) {
    factor(k);  // shorten() has evaluated them where x is now
    rows_.shortest(step_.data());
    const double length = linalg::norm(step_.data(), n), size = linalg::norm(x, n);
    if (!std::isfinite(length)) return false;
    // At rounding, or as near as rounding lets it.
    if (length <= 4 * eps * size || (length <= 1e-10 * size && length >= last) || length == 0)
      return rows_.unmet() <= agreed * (size + length);
    const bool as_before = length <= 0.1 * last;
    last = length;
    if (!shorten(k, x)) return length <= 1e-10 * size;
    // Newton's steps are squared from one to the next where they have begun to shrink.
    if (roughly_ && as_before && length <= hardly_seen * size)
      return rows_.unmet() <= std::max(length, agreed * size);
  }
  return false;
}

bool OntoRows::bring_all(double* x) noexcept {
  for (Index k = 0; k < polygon_.nodes(); ++k)
    if (!bring(k, x + k * polygon_.n())) return false;
  return true;
}

void Tangents::lift(const double* eta, double* dx) const noexcept {
  for (std::size_t k = 0; k < free.size(); ++k) {
    double* node = dx + static_cast<Index>(k) * n;
    std::fill_n(node, n, 0.0);
    for (Index j = begin[k]; j < begin[k + 1]; ++j)
      for (Index i = 0; i < n; ++i) node[i] += column(j)[i] * eta[j];  // [ENDS 21]
  }
}

void Tangents::reduce(const double* g, double* eta) const noexcept {
  for (std::size_t k = 0; k < free.size(); ++k)
    for (Index j = begin[k]; j < begin[k + 1]; ++j)
      eta[j] = linalg::dot(column(j), g + static_cast<Index>(k) * n, n);
}

bool find_tangents(const Polygon& polygon, const double* x, OntoRows& onto, Tangents& tangents) {
  const Index n = polygon.n(), nodes = polygon.nodes();
  tangents.n = n;
  tangents.free.assign(nodes, 0);
  tangents.begin.assign(nodes + 1, 0);
  tangents.Z.resize(nodes * n * n);
  for (Index k = 0; k < nodes; ++k) {
    if (!onto.factor(k, x + k * n)) return false;
    tangents.free[k] = onto.rows().free();
    tangents.begin[k + 1] = tangents.begin[k] + tangents.free[k];
    onto.rows().null_basis(tangents.Z.data() + tangents.begin[k] * n);
  }
  return true;
}

}  // namespace zwang::variation
