// SPDX-License-Identifier: Apache-2.0
#include "reduce/reducer.h"

#include <algorithm>
#include <cmath>

#include "reduce/chebyshev.h"

namespace zwang::motion {

namespace {

constexpr int deepest = 36;           // halvings: a part is then 1e-11 of its step
constexpr long most_in_a_step = 700;  // evaluations for a formula: enough to halve towards a jump

}  // namespace

Reducer::Reducer(std::vector<ReduceWish> wishes, Index size, double tolerance, Formulas formulas)
    : wishes_(std::move(wishes)),
      count_(static_cast<Index>(wishes_.size())),
      tolerance_(std::max(tolerance, 1e-13)),
      formulas_(formulas),
      found_(wishes_.size()),
      deep_(wishes_.size(), deepest),
      values_(at((chebyshev::most + 1) * count_)),
      doubts_(wishes_.size()),
      y_(at(size)),
      beyond_(wishes_.size()) {
  for (const ReduceWish& wish : wishes_) follows_ = follows_ || wish.extremes || wish.integral;
  chebyshev::point(0);  // its tables are made now
  chebyshev::integral(4, values_.data(), 0);
}

double Reducer::scale(const Reduced& x) const noexcept {
  return std::max(std::abs(x.most), std::abs(x.least));
}

// Of equal peaks the first is told: a later one has to be higher by more than is known of it.
void Reducer::note_most(Reduced& x, double t, double value) const noexcept {
  if (!(value > x.most)) return;
  const bool same = step_ && x.most_t >= step_->t0 - (step_->t1 - step_->t0);
  if (same || value > x.most_there + tolerance_ * scale(x)) {
    x.most_t = t;
    x.most_there = value;
  }
  x.most = value;
}

void Reducer::note_least(Reduced& x, double t, double value) const noexcept {
  if (!(value < x.least)) return;
  const bool same = step_ && x.least_t >= step_->t0 - (step_->t1 - step_->t0);
  if (same || value < x.least_there - tolerance_ * scale(x)) {
    x.least_t = t;
    x.least_there = value;
  }
  x.least = value;
}

void Reducer::note(double t, const double* f) noexcept {
  for (Index i = 0; i < count_; ++i) {
    Reduced& x = found_[at(i)];
    if (std::isnan(f[i])) x.spoiled = 1;
    note_most(x, t, f[i]);
    note_least(x, t, f[i]);
    x.last = f[i];
  }
}

void Reducer::evaluate(double t, double* f) noexcept {
  step_->within.state(step_->within.self, t, y_.data());
  formulas_.values(formulas_.self, t, y_.data(), f);
  ++evaluations_;
  --left_;
  note(t, f);
}

double Reducer::time_of(int slot) const noexcept {
  if (slot == 0) return a_;
  if (slot == chebyshev::most) return b_;
  return a_ + 0.5 * (1 + chebyshev::point(slot)) * (b_ - a_);
}

void Reducer::step(const StepView& step) noexcept {
  step_ = &step;
  left_ = most_in_a_step * std::min(count_, Index{10});
  if (!began_ || (step.fresh && follows_)) {
    double* const f = row(0);
    formulas_.values(formulas_.self, step.t0, step.y0, f);
    ++evaluations_;
    if (!began_) {
      since_ = step.t0;
      for (Index i = 0; i < count_; ++i) {
        found_[at(i)] = {f[i], step.t0, f[i], f[i], step.t0, f[i], 0, 0, f[i], f[i], 0};
      }
      began_ = true;
    }
    note(step.t0, f);
  } else {
    std::copy_n(row(chebyshev::most), count_, row(0));
  }
  if (step.t1 > step.t0 && follows_) {
    panel(step.t0, step.t1, 0);
  } else {
    std::copy_n(row(0), count_, row(chebyshev::most));
  }
  for (Index i = 0; i < count_; ++i) found_[at(i)].last = row(chebyshev::most)[i];
  until_ = step.t1;
  step_ = nullptr;
}

void Reducer::finish(double t, const double* y) noexcept {
  formulas_.values(formulas_.self, t, y, beyond_.data());
  for (Index i = 0; i < count_; ++i) found_[at(i)].last = beyond_[at(i)];
}

// Those that no smaller degree had.
void Reducer::evaluate_slots(int degree) noexcept {
  const int skip = chebyshev::most / degree;
  for (int k = 1; k <= degree; ++k) {
    const bool known = degree > 4 && k % 2 == 0;
    if (!known) evaluate(time_of(k * skip), row(k * skip));
  }
}

// Whether the polynomial through the points tells all that is wanted of the formula in this part.
bool Reducer::settled(Index i, int degree, int depth) noexcept {
  const ReduceWish& wish = wishes_[at(i)];
  const Reduced& x = found_[at(i)];
  if (!wish.extremes && !wish.integral) return true;
  double c[chebyshev::most + 1];
  chebyshev::coefficients(degree, row(0) + i, count_, c);
  const double doubt = chebyshev::doubt(degree, c), allowed = tolerance_ * scale(x);
  const double before = doubts_[at(i)];
  doubts_[at(i)] = doubt;
  if (!(doubt > allowed)) {  // nor is there more to know where it has no value
    if (depth == 0) deep_[at(i)] = deepest;
    return true;
  }
  if (depth >= deep_[at(i)]) return true;
  const double share = (b_ - a_) / (step_->t1 - step_->t0);
  if (wish.integral && doubt * share > allowed) return false;
  if (!wish.extremes) return true;
  // By chance the last coefficients may be small: what fewer points said counts too.
  const double wide = degree == 4 ? 1.5 * doubt : std::max(doubt, 0.25 * before);
  return chebyshev::extreme(degree, c, 1).value + wide <= x.most &&
         chebyshev::extreme(degree, c, -1).value - wide >= x.least;
}

// On entry the first slot has the values at a, on return the last those at b.
void Reducer::panel(double a, double b, int depth) noexcept {
  a_ = a;
  b_ = b;
  const int most_degree = depth == 0 ? 16 : 8;
  const double middle = a + 0.5 * (b - a);
  const bool last = depth == deepest || left_ <= 0 || !(middle > a && middle < b);
  for (int degree = 4;; degree *= 2) {
    evaluate_slots(degree);
    bool all = true;
    for (Index i = 0; i < count_; ++i) {
      const bool done = settled(i, degree, depth);
      // A formula that is nothing but rounding, or jumps everywhere, is not worth that in every step.
      if (!done && left_ <= 0) deep_[at(i)] = 1;
      all = all && done;
    }
    if (all || (last && degree == most_degree)) return take(degree);
    if (degree == most_degree) break;
  }
  panel(a, middle, depth + 1);
  std::copy_n(row(chebyshev::most), count_, row(0));
  panel(middle, b, depth + 1);
}

void Reducer::take(int degree) noexcept {
  const double half = 0.5 * (b_ - a_);
  for (Index i = 0; i < count_; ++i) {
    Reduced& x = found_[at(i)];
    if (wishes_[at(i)].integral) {
      x.integral += half * chebyshev::integral(degree, row(0) + i, count_);
      x.squares += half * chebyshev::square_integral(degree, row(0) + i, count_);
    }
    if (wishes_[at(i)].extremes) look_for_extremes(i, degree);
  }
}

// The motion is asked where the polynomial is largest, and again with what it said.
void Reducer::look_for_extremes(Index i, int degree) noexcept {
  double c[chebyshev::most + 1];
  chebyshev::coefficients(degree, row(0) + i, count_, c);
  const double least_gain = 1e-14 * scale(found_[at(i)]);
  for (const double sign : {1.0, -1.0}) {
    const chebyshev::Extreme extreme = chebyshev::extreme(degree, c, sign);
    const Reduced& x = found_[at(i)];
    const double gain = sign > 0 ? extreme.value - x.most : x.least - extreme.value;
    if (!(gain > least_gain)) continue;
    const double t = a_ + 0.5 * (1 + extreme.x) * (b_ - a_);
    if (t > a_ && t < b_) evaluate(t, beyond_.data());
  }
}

void Reducer::save(std::vector<double>& memory) const {
  memory.insert(memory.end(), {began_ ? 1.0 : 0.0, since_, until_});
  for (const Reduced& x : found_) {
    memory.insert(memory.end(), {x.most, x.most_t, x.most_there, x.least, x.least_t, x.least_there,
                                 x.integral, x.squares, x.first, x.last, x.spoiled});
  }
  for (const int deep : deep_) memory.push_back(deep);
  const auto last = values_.end() - count_;  // where the step before ended
  memory.insert(memory.end(), last, values_.end());
}

std::size_t Reducer::restore(const std::vector<double>& memory) {
  const std::size_t size = 3 + 13 * found_.size();
  if (memory.size() < size) return 0;
  const double* next = memory.data();
  began_ = *next++ != 0;
  since_ = *next++;
  until_ = *next++;
  for (Reduced& x : found_) {
    for (double* const to :
         {&x.most, &x.most_t, &x.most_there, &x.least, &x.least_t, &x.least_there, &x.integral,
          &x.squares, &x.first, &x.last, &x.spoiled}) {
      *to = *next++;
    }
  }
  for (int& deep : deep_) deep = static_cast<int>(*next++);
  std::copy_n(next, count_, values_.end() - count_);
  return size;
}

}  // namespace zwang::motion
