// SPDX-License-Identifier: Apache-2.0
#include "flow/project.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "flow/held_rows.h"
#include "flow/natural_size.h"
#include "linalg/vector.h"

namespace zwang::motion {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr int most_iterations = 50, most_careful = 500;
constexpr double near = 1e-4;  // of the constraints, relative to the coordinates

}  // namespace

/// Positions or rates: what is moved, by which residuals, in which rows.
struct Projector::Part {
  const std::vector<unsigned char>& takes_part;
  bool rate;
  double *x, *moved, *left;
};

Projector::Projector(RightSide& side)
    : side_(side),
      wanted_(std::max(side.equations().m, Index{1})),
      before_(std::max(side.equations().n, Index{1})),
      rate_(std::max(side.equations().m, Index{1})),
      start_(std::max(2 * side.equations().n, Index{1})),
      row_size_(side.equations().rows.size()) {
  const bool second = side.equations().order == 2;
  for (const equations::Row& row : side.equations().rows) {
    const bool kept = row.drift == equations::Drift::project;
    const bool position = kept && row.level == equations::Level::position;
    const bool rate = second && kept && row.level != equations::Level::acceleration;
    keeps_positions_.push_back(position);
    keeps_rates_.push_back(rate);
  }
  positions_ = keeps_positions_;
  rates_ = keeps_rates_;
  least_length_ = natural_ = natural_size(side.equations());
  bound_ = side.equations().A().column;
  std::sort(bound_.begin(), bound_.end());
  bound_.erase(std::unique(bound_.begin(), bound_.end()), bound_.end());
  follow_mode();
}

// What rounding of residuals is measured by. Where angles are, a wheel that no row contains may turn
// for as long as it likes without making positions any rounder. Rates have no natural size: those
// of what is bound may all be rounding, beside others that are not.
double Projector::size_of(const double* x, bool rate) const noexcept {
  if (rate || natural_ == 0) return linalg::largest(x, side_.equations().n);
  double most = natural_;
  for (const Index i : bound_) most = std::max(most, std::abs(x[i]));
  return most;
}

void Projector::follow_mode() noexcept {
  const instant::Mode& mode = side_.mode();
  any_position_ = any_rate_ = factored_ = false;
  for (std::size_t i = 0; i < mode.acts.size(); ++i) {
    const bool held = holds(side_.equations(), mode, i);
    positions_[i] = keeps_positions_[i] && held;
    rates_[i] = keeps_rates_[i] && held;
    any_position_ = any_position_ || positions_[i];
    any_rate_ = any_rate_ || rates_[i];
  }
}

void Projector::keep(const std::vector<unsigned char>& rows) noexcept {
  const bool second = side_.equations().order == 2;
  any_position_ = any_rate_ = factored_ = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const equations::Row& row = side_.equations().rows[i];
    const bool norm = row.kind == equations::Kind::norm;  // nobody's choice
    // Rates of contacts are changed by an impact.
    const bool equality =
        norm || row.kind == equations::Kind::equality || row.kind == equations::Kind::servo;
    const bool kept = rows[i] || norm;
    positions_[i] = kept && row.level == equations::Level::position;
    rates_[i] = kept && second && equality && row.level != equations::Level::acceleration;
    any_position_ = any_position_ || positions_[i];
    any_rate_ = any_rate_ || rates_[i];
  }
}

void Projector::evaluate(double t, const double* q, const double* v) noexcept {
  side_.evaluate(equations::Stage::projection, t, q, v);
}

// The largest coefficient, each with the part that its coordinate has.
double Projector::size_of_row(std::size_t row, const double* parts) noexcept {
  const equations::Pattern& A = side_.equations().A();
  const double* const values = side_.numbers().A();
  if (!parts) return linalg::largest(values + A.begin[row], A.begin[row + 1] - A.begin[row]);
  double most = 0;
  for (Index e = A.begin[row]; e < A.begin[row + 1]; ++e)
    most = std::max(most, std::abs(values[e]) * parts[A.column[at(e)]]);
  return most;
}

// The largest residual among the rows that take part, each divided by the size of its row: about
// the distance to it. A vanished row has no distance.
double Projector::measure(const double* residual,
                          const std::vector<unsigned char>& takes_part) noexcept {
  const double* const parts = residual == side_.numbers().rate() ? rate_parts_ : coordinate_parts_;
  double most = 0;
  for (std::size_t i = 0; i < takes_part.size(); ++i) {
    if (!takes_part[i]) continue;
    const double size = sizes_ ? sizes_[i] : size_of_row(i, parts);
    if (size > 0) most = std::max(most, std::abs(residual[i]) / size);
    if (std::isnan(residual[i])) return residual[i];
  }
  return most;
}

// The change that the rows ask for at the state whose numbers are there: K₁ e, with the residuals for
// the misfit.
const double* Projector::change(const Part& part) noexcept {
  const double* const residual = residual_of(part);
  for (Index i = 0; i < side_.equations().m; ++i) {
    wanted_.data()[i] = part.takes_part[i] ? -residual[i] : 0.0;
  }
  // [UK92 5c']
  const auto set = part.rate ? rate_set() : instant::Kernel::Set::positions;
  return side_.kernel().least_change(set, side_.numbers(), wanted_.data(), part.takes_part.data());
}

const double* Projector::residual_of(const Part& part) noexcept {
  return part.rate ? side_.numbers().rate() : side_.numbers().residual();
}

// x ← x − K₁ residual with the factors that are there, which are those of a state nearby: each time the
// residual shrinks by the distance to it. False: not at rounding after three times.
bool Projector::correct(const Part& part, double t, double* q, double* v) noexcept {
  const Index n = side_.equations().n;
  for (int k = 0; k < 4; ++k) {
    const double left = measure(residual_of(part), part.takes_part);
    const double size =
        std::max(part.rate ? least_speed_ : least_length_, size_of(part.x, part.rate));
    *part.left = left;
    if (left <= 16 * eps * size) return true;
    if (k == 3 || !(left < near * size)) return false;
    const double* const residual = residual_of(part);
    for (Index i = 0; i < side_.equations().m; ++i) {
      wanted_.data()[i] = part.takes_part[i] ? residual[i] : 0.0;
    }
    const double* const delta = side_.kernel().apply(rate_set(), wanted_.data());  // [UK92 5c']
    *part.moved += linalg::largest(delta, n);
    for (Index i = 0; i < n; ++i) part.x[i] -= delta[i];
    evaluate(t, q, v);
  }
  return false;
}

// Steps end near the constraints: where the rows are the same for positions and rates, and well apart
// from dependence, one factorisation serves both, and the errors after them.
bool Projector::move_a_little(const Part& position, const Part& rate, double t, double* q,
                              double* v) noexcept {
  if (any_position_ && positions_ != rates_) return false;
  const double size = std::max(natural_, size_of(position.x, false));
  if (any_position_ && !(measure(residual_of(position), positions_) < near * size)) return false;
  instant::Kernel& kernel = side_.kernel();
  if (!kernel.factor(rate_set(), side_.numbers(), rates_.data())) return false;
  if (!(kernel.least_pivot(rate_set()) > independent)) return false;
  factored_ = (!any_position_ || correct(position, t, q, v)) && correct(rate, t, q, v);
  return factored_;
}

// Newton's method. It ends when the residual is rounding, or when changes no longer bring it down:
// then what is left is rounding of the residuals themselves, if it is small, or the least that
// fighting rows allow. The numbers at the state are there when it begins and when it ends.
bool Projector::move(const Part& part, double t, double* q, double* v,
                     Projection& projection) noexcept {
  const Index n = side_.equations().n;
  double left = measure(residual_of(part), part.takes_part), least = left;
  double step_before = std::numeric_limits<double>::infinity();
  for (int k = 0; k < most_iterations; ++k) {
    const double size = std::max(whole_, size_of(part.x, part.rate));
    *part.left = left;
    if (!(left > 16 * eps * size)) return left <= 16 * eps * size;  // a NaN is no success
    const double* const delta = change(part);
    const double step = linalg::largest(delta, n);
    if (!std::isfinite(step)) return false;
    for (Index i = 0; i < n; ++i) part.x[i] += delta[i];
    evaluate(t, q, v);
    left = measure(residual_of(part), part.takes_part);
    *part.moved += step;
    *part.left = left;
    // Steps that are rounding, or that gain nothing: there is no nearer state. Where rows fight, the
    // residual stays while steps still shrink towards the least of its squares.
    const bool gains = left < 0.9 * least || step < 0.3 * step_before;
    step_before = step;
    if (step <= 4 * eps * size || (k > 1 && !gains)) {
      projection.feasible = projection.feasible && left <= 1e-9 * size;
      return std::isfinite(left) && (left <= 1e-9 * size || step <= 1e-6 * size);
    }
    least = std::min(least, left);
  }
  return false;
}

// Σ (φ_i/‖A_i‖)², with the sizes of the rows as they were when the change was computed.
double Projector::merit(const Part& part) noexcept {
  const double* const residual = residual_of(part);
  double sum = 0;
  for (std::size_t i = 0; i < part.takes_part.size(); ++i) {
    if (part.takes_part[i] && row_size_[i] > 0) {
      const double share = residual[i] / row_size_[i];
      sum += share * share;
    }
  }
  return sum;
}

void Projector::keep_row_sizes() noexcept {
  const equations::Pattern& A = side_.equations().A();
  for (std::size_t i = 0; i < row_size_.size(); ++i) {
    row_size_[i] = linalg::largest(side_.numbers().A() + A.begin[i], A.begin[i + 1] - A.begin[i]);
  }
}

// The same, shortened until it goes down; the tail of it is Newton's method as above. No step moves
// a coordinate by more than a quarter of what is there, so that it stays on its branch.
// False: no nearer state was found, and this one is not near.
bool Projector::approach(const Part& part, double t, double* q, double* v) noexcept {
  const Index n = side_.equations().n;
  for (int k = 0; k < most_careful; ++k) {
    const double size = std::max(whole_, size_of(part.x, part.rate));
    const double left = measure(residual_of(part), part.takes_part);
    *part.left = left;
    if (!(left > 1e-6 * size)) return !std::isnan(left);
    keep_row_sizes();
    const double before = merit(part);
    const double* const delta = change(part);
    const double step = linalg::largest(delta, n);
    if (!std::isfinite(step)) return false;
    if (step <= 1e-9 * size) return false;
    std::copy(part.x, part.x + n, before_.data());
    double share = std::min(1.0, 0.25 * std::max(size, step * 1e-3) / step);
    for (bool down = false; !down; share *= 0.5) {
      if (share * step <= 1e-12 * size) return false;
      for (Index i = 0; i < n; ++i) part.x[i] = before_.data()[i] + share * delta[i];
      evaluate(t, q, v);
      down = merit(part) <= (1 - 0.1 * share) * before;
    }
  }
  return false;
}

// Quaternions first, which no other row can bring back: to length 1, with the same ω, and then with
// no rate along themselves. Returns the largest change.
double Projector::normalise(double* q, double* v) const noexcept {
  if (!side_.numbers().solids()) return 0;
  double most = 0;
  side_.numbers().solids()->for_each_quaternion([&](Index, Index first) {
    double* const e = q + side_.equations().solids->first + first;
    double* const ed = v + side_.equations().solids->first + first;
    double square = 0, along = 0;
    for (int k = 0; k < 4; ++k) square += e[k] * e[k];
    const double length = std::sqrt(square);
    if (!(length > 0)) return;
    for (int k = 0; k < 4; ++k) {
      most = std::max(most, std::abs(e[k] / length - e[k]));
      e[k] /= length;
      ed[k] /= length;
      along += e[k] * ed[k];
    }
    for (int k = 0; k < 4; ++k) ed[k] -= along * e[k];
  });
  return most;
}

Projection Projector::project(double t, double* q, double* v, bool careful) noexcept {
  Projection projection;
  if (!any_position_ && !any_rate_) return projection;
  ++side_.uses().projections;
  projection.moved = normalise(q, v);
  evaluate(t, q, v);
  const Part position{positions_, false, q, &projection.moved, &projection.left.position};
  const Part rate{rates_, true, v, &projection.rate_moved, &projection.left.velocity};
  factored_ = false;
  if (!careful && any_rate_ && move_a_little(position, rate, t, q, v)) return projection;
  const auto place = [&](const Part& part) {
    // What a rough guess is small against: the way may lead to where all coordinates are zero.
    whole_ = part.rate ? least_speed_ : least_length_;
    if (careful) whole_ = std::max(whole_, size_of(part.x, part.rate));
    if (careful && !approach(part, t, q, v)) {
      projection.feasible = false;
    } else {
      projection.converged = move(part, t, q, v, projection);
    }
    return projection.converged && projection.feasible;
  };
  if (any_position_ && !place(position) && careful) return projection;
  if (any_rate_ && projection.converged) place(rate);
  return projection;
}

Projection Projector::project(double t, double* q, double* v) noexcept {
  if (!sizes_) return project(t, q, v, false);
  const Index n = side_.equations().n;
  std::copy(q, q + n, start_.data());
  std::copy(v, v + n, start_.data() + n);
  const Projection kept = project(t, q, v, false);
  if (kept.converged && kept.feasible) return kept;
  // Combinations of rows are met, or cannot be, and not all of the rows are: they are more than they
  // were where the step began, as on the way out of a singular pose.
  std::copy_n(start_.data(), n, q);
  std::copy_n(start_.data() + n, n, v);
  return project_all(t, q, v);
}

// With every row for itself.
Projection Projector::project_all(double t, double* q, double* v) noexcept {
  using Set = instant::Kernel::Set;
  instant::Kernel& kernel = side_.kernel();
  const double* const sizes = std::exchange(sizes_, nullptr);
  const bool positions = std::exchange(kernel.kept(Set::positions).used, false);
  const bool rates = std::exchange(kernel.kept(Set::rates).used, false);
  Projection projection = project(t, q, v, false);
  projection.converged = projection.converged && projection.feasible;
  kernel.kept(Set::positions).used = positions;
  kernel.kept(Set::rates).used = rates;
  sizes_ = sizes;
  factored_ = false;  // as they were for this
  return projection;
}

Projection Projector::assemble(double t, double* q, double* v) noexcept {
  const Index n = side_.equations().n;
  std::copy(q, q + n, start_.data());
  std::copy(v, v + n, start_.data() + n);
  Projection projection = project(t, q, v, true);
  projection.moved = projection.rate_moved = 0;
  for (Index i = 0; i < n; ++i) {
    projection.moved = std::max(projection.moved, std::abs(q[i] - start_.data()[i]));
    projection.rate_moved = std::max(projection.rate_moved, std::abs(v[i] - start_.data()[n + i]));
  }
  return projection;
}

Residuals Projector::residuals(double t, const double* q, const double* v) noexcept {
  if (side_.equations().m == 0) return {};
  evaluate(t, q, v);
  return {measure(side_.numbers().residual(), positions_), measure(side_.numbers().rate(), rates_)};
}

}  // namespace zwang::motion
