// SPDX-License-Identifier: Apache-2.0
#include "motion/run/energy_audit.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "linalg/vector.h"

namespace zwang::motion {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
// Good runs, chaotic, stiff, steep or long, lose at most 2 of what a step's tolerances explain and 1 of
// their sum, in 400 random systems 20 in a single step.
constexpr double most_of_step = 300, most_of_run = 30;
constexpr double a_little = 1e-5;  // of what there is, for differences

// The slopes of the first steps are all looked at, later those of every fourth.
constexpr long first_steps = 16, between = 4;

// ±1, the same for the same step and coordinate.
double sign_of(long step, Index i) {
  std::uint64_t z = (static_cast<std::uint64_t>(step) << 20) + static_cast<std::uint64_t>(i + 1);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (z ^ (z >> 31)) & 1 ? 1 : -1;
}

double allowed(const ode::Tolerances& tolerances, const double* y, Index i) {
  return tolerances.absolute[i] + tolerances.relative * std::abs(y[i]);
}

}  // namespace

EnergyAudit::EnergyAudit(RightSide& side, double tolerance)
    : side_(side),
      at_(side.layout()),
      tolerance_(tolerance),
      state_(at_.size()),
      by_(at_.size()),
      rate_(at_.size()) {}

double EnergyAudit::energy(double t, const double* q, const double* v) noexcept {
  side_.numbers().evaluate(equations::Stage::energy, t, q, v);
  return *side_.numbers().energy();
}

// |∂E/∂y · by|, by a difference.
double EnergyAudit::slope(double t, const double* y, double E, const double* by) noexcept {
  double share = std::numeric_limits<double>::infinity();
  for (const Index first : {at_.q(), at_.v()}) {
    const double most = linalg::largest(by + first, at_.n),
                 size = linalg::largest(y + first, at_.n);
    if (most > 0 && size > 0) share = std::min(share, a_little * size / most);
  }
  if (!std::isfinite(share) || !(share > 0)) return 0;  // nothing moves, or by less than counts
  for (Index i = 0; i < 2 * at_.n; ++i) state_.data()[i] = y[i] + share * by[i];
  const double change = std::abs(energy(t, state_.data() + at_.q(), state_.data() + at_.v()) - E);
  const double slope = change / share;
  return std::isfinite(slope) ? slope : 0;
}

// Σ |∂E/∂y_i| (tolerance of y_i), as far as two directions tell: rates, all faster; and coordinates, each
// one way or the other. Over some steps they tell of all.
double EnergyAudit::explain(double t, const double* y, const ode::Tolerances& tolerances, double E,
                            long step) noexcept {
  double* const by = by_.data();
  std::fill_n(by, at_.size(), 0.0);
  for (Index i = at_.v(); i < at_.v() + at_.n; ++i) {
    by[i] = y[i] < 0 ? -allowed(tolerances, y, i) : allowed(tolerances, y, i);
  }
  double sum = slope(t, y, E, by);
  std::fill_n(by + at_.v(), at_.n, 0.0);
  for (Index i = 0; i < at_.n; ++i) {
    by[at_.q() + i] = sign_of(step, i) * allowed(tolerances, y, at_.q() + i);
  }
  sum += slope(t, y, E, by);
  return slack_ * sum + rounding_of_sizes(t, y, E);
}

// What starts from rest has no energy yet that its rounding could be told from: it is that of the energy
// at the rates it is known to reach.
double EnergyAudit::rounding_of_sizes(double t, const double* y, double E) noexcept {
  std::copy_n(sizes_ + at_.v(), at_.n, state_.data());
  const double change = std::abs(energy(t, y + at_.q(), state_.data()) - E);
  return std::isfinite(change) ? 64 * eps * change : 0;
}

double EnergyAudit::explain_each(double t, const double* y, const ode::Tolerances& tolerances,
                                 double E) noexcept {
  double* const by = by_.data();
  std::fill_n(by, at_.size(), 0.0);
  double sum = 0;
  for (Index i = 0; i < 2 * at_.n; ++i) {
    by[i] = allowed(tolerances, y, i);
    sum += slope(t, y, E, by);
    by[i] = 0;
  }
  return slack_ * sum;
}

// Works are sums of powers, which are as wrong as the states they are taken at: in a stiff system forces
// of large parts that cancel are, and tolerances of rates move each part. By two directions, as above.
double EnergyAudit::explain_works(double t, const double* y, const ode::Tolerances& tolerances,
                                  double dt, long step) noexcept {
  if (!side_.rate(t, y, rate_.data())) return 0;
  double sum = 0;
  for (const Index first : {at_.q(), at_.v()}) {
    std::copy_n(y, at_.size(), state_.data());
    for (Index i = first; i < first + at_.n; ++i) {
      state_.data()[i] += sign_of(step, i) * allowed(tolerances, y, i);
    }
    if (!side_.rate(t, state_.data(), by_.data())) continue;
    for (const Index book : {at_.applied_work(), at_.constraint_work(), at_.nonideal_work()}) {
      sum += std::abs(by_.data()[book] - rate_.data()[book]);
    }
  }
  return std::isfinite(sum) ? slack_ * std::abs(dt) * sum : 0;
}

double EnergyAudit::rounding(double E, const Books& books, double explained) const noexcept {
  const double works = std::abs(books.applied) + std::abs(books.constraints) +
                       std::abs(books.nonideal) + std::abs(books.jumps);
  return 64 * eps * (std::abs(E) + std::abs(books.start) + works + explained / tolerance_);
}

bool EnergyAudit::allows(double t, const double* y, const ode::Tolerances& tolerances, double dt,
                         double book_error, const Books& books) noexcept {
  if (slack_ == 0 || !(books.slope > 0)) return true;
  const double E = energy(t, y + at_.q(), y + at_.v());
  const double works = y[at_.applied_work()] + y[at_.constraint_work()] + y[at_.nonideal_work()];
  const double wrong = E - books.start - works - books.jumps - books.drift();
  const auto is_far = [&](double explained) {
    const double all = explained + book_error + rounding(E, books, explained);
    return std::abs(wrong) > most_of_step * all ||
           std::abs(books.unaccounted + wrong) > most_of_run * (books.explained + all);
  };
  if (!is_far(books.slope)) return true;
  const double here = explain_each(t, y, tolerances, E);
  return !is_far(here) || !is_far(here + explain_works(t, y, tolerances, dt, 0));
}

bool EnergyAudit::note(double t, const double* y, const ode::Tolerances& tolerances, double dt,
                       double before, long step, Books& books) noexcept {
  if (slack_ == 0) return true;
  if (!std::isfinite(books.end) || !std::isfinite(before)) return true;
  if (step <= first_steps || step % between == 0) {
    books.slope = explain(t, y, tolerances, books.end, step);
  }
  books.unaccounted += books.drift() - before;
  books.explained += books.slope + rounding(books.end, books, books.slope);
  if (std::abs(books.unaccounted) <= most_of_run * books.explained) return true;
  // What grows fast has left the last slopes behind, which may be of some steps ago.
  const double here = explain_each(t, y, tolerances, books.end);
  if (here > books.slope) {
    books.explained += here - books.slope;
    books.slope = here;
    if (std::abs(books.unaccounted) <= most_of_run * books.explained) return true;
  }
  books.explained += explain_works(t, y, tolerances, dt, step);
  return std::abs(books.unaccounted) <= most_of_run * books.explained;
}

}  // namespace zwang::motion
