// SPDX-License-Identifier: Apache-2.0
#include "sensitivity/saltation.h"

#include <algorithm>
#include <cmath>

namespace zwang::motion {

namespace {

constexpr double steps[] = {1, -1, 2, -2}, weights[] = {8, -8, -1, 1};  // over 12
// Of the state: differences leave rounding over it, and its fourth power.
constexpr double small = 1e-4;

bool is_acting(const equations::Event& event) {
  return event.stop || !event.set.empty() || !event.switches.empty() || !event.impact.empty();
}

bool same(const instant::Mode& a, const instant::Mode& b) {
  return a.acts == b.acts && a.switched == b.switched && a.slip == b.slip;
}

}  // namespace

/// Equations at other values, with all that dealing with an event writes to.
struct Saltation::Side {
  Side(const equations::Equations& equations, const RunOptions& options, double span)
      : side(equations, Method::automatic),
        projector(side),
        hybrid(side, projector, options, span, happenings) {}

  RightSide side;
  Projector projector;
  std::vector<Happening> happenings;
  Hybrid hybrid;
};

Saltation::Saltation(RightSide& side, Projector& projector, const RunOptions& options, double span,
                     const std::vector<NearEquations>& near, Index columns)
    : side_(side),
      options_(options),
      span_(span),
      near_(near),
      columns_(columns),
      n_(side.equations().n),
      hybrid_(side, projector, options, span, happenings_),
      sides_(4 * near.size()),
      y_(zwang::at(side.layout().size())),
      moved_(zwang::at(side.layout().size())),
      jumped_(zwang::at(2 * n_ * columns)),
      delay_(zwang::at(columns)) {}

Saltation::~Saltation() = default;

// Whether anything is due that changes the motion.
bool Saltation::acts(const Crossing& crossing) const noexcept {
  for (Index k = 0; k < hybrid_.watch.size(); ++k) {
    if (crossing.grazes ? k != crossing.first : !hybrid_.locator.is_due(k)) continue;
    const Watched& watched = hybrid_.watch[k];
    if (watched.kind != Watched::Kind::event ||
        is_acting(side_.equations().events[zwang::at(watched.number)])) {
      return true;
    }
  }
  return false;
}

// The side on which a step of a column is taken: that of the motion, but for parameters.
Hybrid& Saltation::at(Index column, int step) {
  const std::size_t k = zwang::at(column);
  if (k >= near_.size()) return hybrid_;
  std::unique_ptr<Side>& side = sides_[4 * k + static_cast<std::size_t>(step)];
  if (!side)
    side = std::make_unique<Side>(*near_[k].at[static_cast<std::size_t>(step)], options_, span_);
  return side->hybrid;
}

// The largest share of itself, or of a hundredth of the largest, that one unit moves the state by.
double Saltation::reach(double delay, const double* s) const noexcept {
  const instant::StateLayout layout = side_.layout();
  double most = std::abs(delay) / span_;
  for (const Index first : {layout.q(), layout.v()}) {
    double size = 0;
    for (Index i = 0; i < n_; ++i) size = std::max(size, std::abs(y_[zwang::at(first + i)]));
    const double least = size > 0 ? 0.01 * size : 1.0;
    const double* const part = s + (first == layout.q() ? 0 : n_);
    for (Index i = 0; i < n_; ++i) {
      const double by = part[i] + f_[first + i] * delay;
      most = std::max(most, std::abs(by) / (std::abs(y_[zwang::at(first + i)]) + least));
    }
  }
  return most;
}

Parting Saltation::meet(const Crossing& crossing, double t, double* y, const double* f,
                        const double* S) {
  met_ = acts(crossing);
  happenings_.clear();
  if (met_ && crossing.grazes) return Parting::grazes;
  if (met_ && crossing.lost) return Parting::otherwise;
  Index due = 0;
  for (Index k = 0; k < hybrid_.watch.size(); ++k) due += hybrid_.locator.is_due(k);
  if (met_ && due > 1) return Parting::at_once;
  t_ = t;
  f_ = f;
  crossing_ = crossing;
  const instant::StateLayout layout = side_.layout();
  std::copy_n(y, layout.size(), y_.begin());
  save(hybrid_, memory_);
  before_ = side_.mode();
  due_ = hybrid_.locator.due();
  // First as the motion itself does it: neighbours must do the same.
  const Turn turn = act(hybrid_, crossing, t, y);
  if (turn == Turn::stops) return Parting::ends;
  if (turn == Turn::endless) return Parting::otherwise;
  if (turn != Turn::goes_on) return Parting::no_answer;
  const std::vector<double>& sides = side_.mode().side;
  if (std::count(sides.begin(), sides.end(), 0.0) > 0) return Parting::slides;
  if (!met_) return Parting::none;
  after_ = side_.mode();
  EventMemory afterwards;
  save(hybrid_, afterwards);
  find_rate();
  Parting parting = std::abs(rate_) > 0 ? Parting::none : Parting::grazes;
  for (Index k = 0; k < columns_ && parting == Parting::none; ++k) {
    parting = jump(k, S + 2 * k * n_);
  }
  side_.mode() = after_;
  hybrid_.projector.follow_mode();
  restore(afterwards, hybrid_);
  return parting;
}

// As it was before the event.
void Saltation::put_back(Hybrid& hybrid) {
  hybrid.side.mode() = before_;
  hybrid.projector.follow_mode();
  restore(memory_, hybrid);
  hybrid.locator.set_due(due_);
  hybrid.happenings.clear();
}

// g at a state that is moved by h along a column (null: none), and by τ along the motion. It stays in moved_.
double Saltation::value(Hybrid& hybrid, const double* s, double h, double tau) noexcept {
  for (Index i = 0; i < 2 * n_; ++i) {
    moved_[zwang::at(i)] = y_[zwang::at(i)] + (s ? h * s[i] : 0.0) + tau * f_[i];
  }
  std::copy(y_.begin() + 2 * n_, y_.end(), moved_.begin() + 2 * n_);  // the books
  return hybrid.locator.value(crossing_.first, t_ + tau, moved_.data());
}

void Saltation::find_rate() noexcept {
  put_back(hybrid_);
  const std::vector<double> still(zwang::at(2 * n_), 0.0);
  const double dt = small / std::max(reach(1, still.data()), 1 / span_);
  rate_ = 0;
  for (int k = 0; k < 4; ++k) {
    rate_ += weights[k] * value(hybrid_, nullptr, 0, steps[k] * dt) / (12 * dt);
  }
}

Parting Saltation::jump(Index column, const double* s) {
  const bool parameter = zwang::at(column) < near_.size();
  const double own = reach(0, s);
  const double h = parameter ? near_[zwang::at(column)].step : small / (own > 0 ? own : 1.0);
  double slope = 0;
  for (int k = 0; k < 4; ++k) {
    Hybrid& hybrid = at(column, k);
    put_back(hybrid);
    slope += weights[k] * value(hybrid, s, steps[k] * h, 0) / (12 * h);
  }
  const double delay = -slope / rate_;
  delay_[zwang::at(column)] = delay;
  std::fill_n(jumped_.data() + 2 * n_ * column, 2 * n_, 0.0);
  // Where the delay moves the state far, a shorter step; parameters have theirs.
  const double whole = reach(delay, s);
  const double share = parameter ? h : std::min(h, whole > 0 ? small / whole : h);
  for (int k = 0; k < 4; ++k) {
    const Parting parting = jump_once(column, s, k, share);
    if (parting != Parting::none) return parting;
  }
  return Parting::none;
}

// One neighbour's part of Dh.
Parting Saltation::jump_once(Index column, const double* s, int step, double h) {
  Hybrid& hybrid = at(column, step);
  put_back(hybrid);
  // Onto the surface of the event: it would not touch otherwise, and not bounce.
  double tau = steps[step] * h * delay_[zwang::at(column)];
  for (int round = 0; round < 2; ++round) tau -= value(hybrid, s, steps[step] * h, tau) / rate_;
  value(hybrid, s, steps[step] * h, tau);
  Crossing there = crossing_;
  there.t = t_ + tau;
  if (act(hybrid, there, there.t, moved_.data()) != Turn::goes_on) return Parting::otherwise;
  if (!same(hybrid.side.mode(), after_)) return Parting::otherwise;
  double* const out = jumped_.data() + 2 * n_ * column;
  for (Index i = 0; i < 2 * n_; ++i) out[i] += weights[step] * moved_[zwang::at(i)] / (12 * h);
  return Parting::none;
}

void Saltation::finish(const double* f, double* S) noexcept {
  if (!met_) return;
  const instant::StateLayout layout = side_.layout();
  for (Index k = 0; k < columns_; ++k) {
    const double* const out = jumped_.data() + 2 * n_ * k;
    for (Index i = 0; i < n_; ++i) {
      S[2 * n_ * k + i] = out[i] - f[layout.q() + i] * delay_[zwang::at(k)];
      S[2 * n_ * k + n_ + i] = out[n_ + i] - f[layout.v() + i] * delay_[zwang::at(k)];
    }
  }
}

}  // namespace zwang::motion
