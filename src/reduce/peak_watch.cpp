// SPDX-License-Identifier: Apache-2.0
#include "reduce/peak_watch.h"

#include <algorithm>
#include <cmath>

namespace zwang::motion {

namespace {

constexpr Index most_nodes = 48;  // at hand; kept from the steps before: five
constexpr Index kept_nodes = 5, stencil = 6, fewest = 4;
constexpr double sharpness = 1e-6;  // of the range: no closer look for less
constexpr double rounding = 1e-9;   // of the largest of a kind
// Looks: several for each of the first steps, whose ranges are still small so that everything seems a peak, and
// which may be all that a short run has; a quarter for each later one.
constexpr double first_steps = 100, credit_first = 4, credit_later = 0.25, most_credit = 40;
constexpr int most_looks = 16;  // in a step

// Weights of the values at x[0 … n) in the polynomial through them, at the place z.
void weights(const double* x, Index n, double z, double* w) noexcept {
  for (Index j = 0; j < n; ++j) {
    double product = 1;
    for (Index k = 0; k < n; ++k) {
      if (k != j) product *= (z - x[k]) / (x[j] - x[k]);
    }
    w[j] = product;
  }
}

struct Top {
  double x = 0, value = 0;  // x: from 0 to 1; 0 or 1: at an end
};

// The largest value that five evenly spaced ones promise: the vertex of the parabola at their largest.
Top top_of(const double* p, double sign) noexcept {
  int j = 0;
  for (int k = 1; k < 5; ++k) {
    if (sign * p[k] > sign * p[j]) j = k;
  }
  const int m = std::clamp(j, 1, 3);
  const double slope = 0.5 * (p[m + 1] - p[m - 1]), bend = p[m + 1] - 2 * p[m] + p[m - 1];
  if (!(sign * bend < 0)) return {0.25 * j, p[j]};
  const double x = std::clamp(m - slope / bend, 0.0, 4.0), d = x - m;
  return {0.25 * x, p[m] + d * (slope + 0.5 * d * bend)};
}

// Where a magnitude passes zero it has a kink, which no parabola shows: the foot of a V, from the slopes on its two sides.
// x: of four nodes, the middle ones at 0 and 1. A number outside of 0 … 1: there is none.
double foot_of(const double* x, const double* f) noexcept {
  const double left = (f[1] - f[0]) / (x[1] - x[0]), right = (f[3] - f[2]) / (x[3] - x[2]);
  if (!(left < 0 && right > 0 && f[0] >= 0)) return -1;
  const double foot = (f[2] - right - f[1]) / (left - right), height = f[1] + left * foot;
  return std::abs(height) < 0.25 * std::min(f[1], f[2]) ? foot : -1;
}

}  // namespace

PeakWatch::PeakWatch(std::vector<std::uint8_t> kinds, Index size, Formulas formulas)
    : kinds_(std::move(kinds)),
      count_(static_cast<Index>(kinds_.size())),
      formulas_(formulas),
      found_(kinds_.size()),
      times_(at(most_nodes)),
      values_(at(most_nodes * count_)),
      y_(at(size)),
      largest_(256, 0.0),
      low_(kinds_.size()),
      high_(kinds_.size()),
      credit_(0) {}

double PeakWatch::range(Index i) const noexcept {
  const Extent& x = found_[at(i)];
  return std::max(x.most - x.least, rounding * largest_[kinds_[at(i)]]);
}

// Of equal peaks the first is told, unless the later one is clearly higher.
void PeakWatch::note(double t, const double* values) noexcept {
  for (Index i = 0; i < count_; ++i) {
    Extent& x = found_[at(i)];
    const double value = values[i];
    if (!began_) x = {value, t, value, t, value, value, value, value};
    double& largest = largest_[kinds_[at(i)]];
    if (std::abs(value) > largest) largest = std::abs(value);
    const double clearly = sharpness * range(i);
    if (value > x.most) {
      if (x.most_t >= since_ || value > x.most_there + clearly) {
        x.most_t = t;
        x.most_there = value;
      }
      x.most = value;
    }
    if (value < x.least) {
      if (x.least_t >= since_ || value < x.least_there - clearly) {
        x.least_t = t;
        x.least_there = value;
      }
      x.least = value;
    }
  }
  began_ = true;
}

void PeakWatch::leave_out(Index first, Index count) noexcept {
  std::copy(times_.begin() + first + count, times_.begin() + nodes_, times_.begin() + first);
  std::copy(values_.begin() + (first + count) * count_, values_.begin() + nodes_ * count_,
            values_.begin() + first * count_);
  nodes_ -= count;
}

// Where the values at a time go; null where they are there already. Nodes are in the order of time.
double* PeakWatch::room(double t) noexcept {
  if (nodes_ ==
      most_nodes) {  // every second of the later ones, but for the last: what they showed is noted
    for (Index k = nodes_ - 2; k > kept_nodes; k -= 2) leave_out(k, 1);
  }
  Index k = nodes_;
  while (k > 0 && times_[at(k - 1)] > t) --k;
  if (k > 0 && times_[at(k - 1)] == t) return nullptr;
  std::copy_backward(times_.begin() + k, times_.begin() + nodes_, times_.begin() + nodes_ + 1);
  std::copy_backward(values_.begin() + k * count_, values_.begin() + nodes_ * count_,
                     values_.begin() + (nodes_ + 1) * count_);
  ++nodes_;
  times_[at(k)] = t;
  return values_.data() + at(k * count_);
}

void PeakWatch::sample(double t, const double* values) noexcept {
  note(t, values);
  if (double* const to = room(t)) std::copy_n(values, count_, to);
}

void PeakWatch::evaluate(const StepView& step, double t) noexcept {
  double* const to = room(t);
  if (!to) return;
  step.within.state(step.within.self, t, y_.data());
  formulas_.values(formulas_.self, t, y_.data(), to);
  ++evaluations_;
  note(t, to);
}

void PeakWatch::step(const StepView& step) noexcept {
  since_ = step.t0;
  if (!began_ || step.fresh) {
    // What was before is another piece of the motion.
    Index old = 0;
    while (old < nodes_ && times_[at(old)] <= step.t0) ++old;
    leave_out(0, old);
    if (double* const to = room(step.t0)) {
      formulas_.values(formulas_.self, step.t0, step.y0, to);
      ++evaluations_;
      note(step.t0, to);
    }
  }
  if (!(step.t1 > step.t0)) return;
  evaluate(step, step.t1);
  fill_gaps(step);
  credit_ = std::min(credit_ + (steps_ < first_steps ? credit_first : credit_later), most_credit);
  ++steps_;
  for (int look_number = 0;; ++look_number) {
    const Candidate best = look(step);
    if (look_number == most_looks || credit_ < 1 || !(best.score > 0)) break;
    evaluate(step, best.t);
    credit_ -= 1;
  }
  keep_hopes();
  if (nodes_ > kept_nodes) leave_out(0, nodes_ - kept_nodes);
}

// Where a run begins, steps grow so fast that too few nodes are near for a polynomial.
void PeakWatch::fill_gaps(const StepView& step) noexcept {
  Index chosen[stencil];
  int added = 0;
  for (Index k = 0; k + 1 < nodes_ && added < 3; ++k) {
    if (times_[at(k)] < step.t0 || around(k, chosen) >= fewest) continue;
    evaluate(step, times_[at(k)] + 0.5 * (times_[at(k + 1)] - times_[at(k)]));
    ++added;
    k = std::max(k - 2, Index{-1});
  }
}

void PeakWatch::keep_hopes() noexcept {
  for (Index i = 0; i < count_; ++i) {
    Extent& x = found_[at(i)];
    x.least_hope = std::min(x.least_hope, low_[at(i)]);
    x.most_hope = std::max(x.most_hope, high_[at(i)]);
  }
}

PeakWatch::Candidate PeakWatch::look(const StepView& step) noexcept {
  Candidate best;
  for (Index i = 0; i < count_; ++i) {
    low_[at(i)] = found_[at(i)].least;
    high_[at(i)] = found_[at(i)].most;
  }
  const double crumb = 1e-6 * (step.t1 - step.t0);
  for (Index k = 0; k + 1 < nodes_; ++k) {
    if (times_[at(k)] < step.t0 || times_[at(k + 1)] - times_[at(k)] < crumb) continue;
    look_between(k, best);
  }
  return best;
}

// Nodes around the interval from k to the next, in the order of time; of those that crowd where a peak was
// looked at, some: a polynomial through all would swing.
Index PeakWatch::around(Index k, Index* chosen) const noexcept {
  const double apart = 0.03 * (times_[at(k + 1)] - times_[at(k)]);
  Index before[stencil], behind[stencil], left = 0, right = 0;
  double t = times_[at(k)];
  for (Index j = k - 1; j >= 0 && left < stencil - 2; --j) {
    if (t - times_[at(j)] < apart) continue;
    before[left++] = j;
    t = times_[at(j)];
  }
  t = times_[at(k + 1)];
  for (Index j = k + 2; j < nodes_ && right < stencil - 2; ++j) {
    if (times_[at(j)] - t < apart) continue;
    behind[right++] = j;
    t = times_[at(j)];
  }
  const Index half = stencil / 2 - 1;
  const Index from_left = std::min(left, std::max(half, stencil - 2 - right));
  const Index from_right = std::min(right, stencil - 2 - from_left);
  Index n = 0;
  for (Index j = from_left; j-- > 0;) chosen[n++] = before[j];
  chosen[n++] = k;
  chosen[n++] = k + 1;
  for (Index j = 0; j < from_right; ++j) chosen[n++] = behind[j];
  return n;
}

// Between two neighbours: by the polynomial through the nodes around, and by one of them less, to see how
// far it can be trusted.
void PeakWatch::look_between(Index k, Candidate& best) noexcept {
  Index chosen[stencil];
  const Index n = around(k, chosen);
  if (n < fewest) {  // too few for a polynomial: as far beyond as they are apart
    for (Index i = 0; i < count_; ++i) {
      const double x = node(k)[i], y = node(k + 1)[i], apart = std::abs(y - x);
      low_[at(i)] = std::min(low_[at(i)], std::min(x, y) - apart);
      high_[at(i)] = std::max(high_[at(i)], std::max(x, y) + apart);
    }
    return;
  }
  const double a = times_[at(k)], b = times_[at(k + 1)];
  double x[stencil], w[3][stencil], less[stencil];
  for (Index j = 0; j < n; ++j) x[j] = (times_[at(chosen[j])] - a) / (b - a);
  const Index own = std::find(chosen, chosen + n, k) - chosen;
  for (int place = 0; place < 3; ++place) weights(x, n, 0.25 * (place + 1), w[place]);
  const bool drop_first = std::abs(x[0] - 0.5) > std::abs(x[n - 1] - 0.5);
  weights(x + (drop_first ? 1 : 0), n - 1, 0.5, less + (drop_first ? 1 : 0));
  less[drop_first ? 0 : n - 1] = 0;
  for (Index i = 0; i < count_; ++i) {
    double p[] = {node(k)[i], 0, 0, 0, node(k + 1)[i]}, with_less = 0;
    for (Index j = 0; j < n; ++j) {
      const double f = node(chosen[j])[i];
      for (int place = 0; place < 3; ++place) p[place + 1] += w[place][j] * f;
      with_less += less[j] * f;
    }
    const double doubt = std::abs(p[2] - with_less);
    const Extent& extent = found_[at(i)];
    const auto [low, high] = std::minmax({p[0], p[1], p[2], p[3], p[4]});
    const double reach = high - low + doubt;  // no vertex is farther beyond them
    if (own > 0 && own + 2 < n && extent.least > 0) {
      const double y[] = {node(chosen[own - 1])[i], p[0], p[4], node(chosen[own + 2])[i]};
      const double foot = foot_of(x + own - 1, y);
      const double score = extent.least / range(i) - sharpness;
      if (foot > 0 && foot < 1) {
        low_[at(i)] = std::min(low_[at(i)], 0.0);
        if (score > best.score) best = {a + std::clamp(foot, 0.02, 0.98) * (b - a), score};
      }
    }
    for (const double sign : {1.0, -1.0}) {
      if (sign > 0 ? high + reach < extent.most : low - reach > extent.least) continue;
      const Top top = top_of(p, sign);
      if (!(top.x > 0 && top.x < 1)) continue;
      const double hope = top.value + sign * doubt;
      if (sign > 0) {
        high_[at(i)] = std::max(high_[at(i)], hope);
      } else {
        low_[at(i)] = std::min(low_[at(i)], hope);
      }
      const double gain = sign > 0 ? top.value - extent.most : extent.least - top.value;
      const double score = (gain + doubt) / range(i) - sharpness;
      if (score > best.score) best = {a + std::clamp(top.x, 0.02, 0.98) * (b - a), score};
    }
  }
}

void PeakWatch::save(std::vector<double>& memory) const {
  memory.push_back(began_ ? 1 : 0);
  memory.push_back(credit_);
  memory.push_back(steps_);
  memory.push_back(static_cast<double>(nodes_));
  for (const Extent& x : found_) {
    memory.insert(memory.end(), {x.least, x.least_t, x.most, x.most_t, x.least_there, x.most_there,
                                 x.least_hope, x.most_hope});
  }
  memory.insert(memory.end(), largest_.begin(), largest_.end());
  memory.insert(memory.end(), times_.begin(), times_.begin() + nodes_);
  memory.insert(memory.end(), values_.begin(), values_.begin() + nodes_ * count_);
}

void PeakWatch::restore(const std::vector<double>& memory, std::size_t from) {
  const std::size_t head = 4 + 8 * found_.size() + largest_.size();
  if (memory.size() < from + head) return;
  const double* next = memory.data() + from;
  began_ = *next++ != 0;
  credit_ = *next++;
  steps_ = *next++;
  nodes_ = std::clamp(static_cast<Index>(*next++), Index{0}, most_nodes);
  if (memory.size() < from + head + at(nodes_ * (1 + count_))) nodes_ = 0;
  for (Extent& x : found_) {
    for (double* const to : {&x.least, &x.least_t, &x.most, &x.most_t, &x.least_there,
                             &x.most_there, &x.least_hope, &x.most_hope}) {
      *to = *next++;
    }
  }
  for (double& x : largest_) x = *next++;
  std::copy_n(next, nodes_, times_.begin());
  std::copy_n(next + nodes_, nodes_ * count_, values_.begin());
}

}  // namespace zwang::motion
