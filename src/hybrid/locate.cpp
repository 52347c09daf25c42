// SPDX-License-Identifier: Apache-2.0
#include "hybrid/locate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zwang::motion {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

// A value that is none, behind one that is, counts as a change: what it hides is looked for.
bool opposite(double a, double b) { return (a > 0 && !(b > 0)) || (a < 0 && !(b < 0)); }

}  // namespace

Locator::Locator(RightSide& side, Watch& watch)
    : side_(side),
      watch_(watch),
      most_(std::max(at(watch.most()), std::size_t{1})),
      g_(most_ * (parts + 1)),
      y_(at(side.layout().size())),
      one_(most_),
      due_(most_) {
  for (std::vector<double>* x : {&marks_.start, &marks_.expected, &marks_.rounding})
    x->resize(most_);
  for (std::vector<unsigned char>* x : {&marks_.fresh, &marks_.insists}) x->resize(most_);
}

void Locator::begin(double t, const double* y) noexcept {
  watch_.values(t, y, marks_.start.data());
  std::fill(marks_.fresh.begin(), marks_.fresh.end(), static_cast<unsigned char>(0));
  for (Index k = 0; k < watch_.size(); ++k) {
    if (marks_.start[k] == 0) mark_fresh(k, 0);
  }
}

void Locator::mark_fresh(Index k, double expected, bool insists) noexcept {
  marks_.insists[k] = insists;
  marks_.fresh[k] = 1;
  marks_.expected[k] = expected;
  marks_.rounding[k] = 0;
}

void Locator::mark_open(Index k, double rounding) noexcept {
  mark_fresh(k, 1, false);
  // One that begins below, as what is kept to rounding may, is not below because of that. It may not sink further by
  // more than its rounding: a multiple of where it begins would grow from bounce to bounce.
  marks_.rounding[k] = rounding + std::max(0.0, -marks_.start[k]);
}

double Locator::value(Index k, double t, const double* y) noexcept {
  watch_.values(t, y, one_.data());
  return one_[k];
}

double Locator::g_at(const Interpolant& states, Index k, double t) noexcept {
  states.state(states.self, t, y_.data());
  return value(k, t, y_.data());
}

// Whether a change of sign is one that was asked for.
bool Locator::wanted(Index k, double before, double after) const noexcept {
  if (!opposite(before, after)) return false;
  const Watched& watched = watch_[k];
  if (watched.kind != Watched::Kind::event) return before > 0;
  switch (side_.equations().events[watched.number].direction) {
    case equations::Event::Direction::rising:
      return before < 0;
    case equations::Event::Direction::falling:
      return before > 0;
    default:
      return true;
  }
}

// A change of sign in one part of the step. What is fresh begins at zero, with the sign it leaves it
// by: if that is gone at the end of the part, it is looked for nearer to the beginning.
bool Locator::bracket(const Interpolant& states, Index k, int part, const double* times,
                      Bracket& found) noexcept {
  if (marks_.fresh[k] && watch_[k].kind == Watched::Kind::gap)
    return bracket_gap(states, k, part, times, found);
  double before = row(part)[k];
  const double after = row(part + 1)[k];
  found = {times[part], before, times[part + 1], after};
  if (part > 0 || !marks_.fresh[k]) return wanted(k, before, after);
  const double sign = marks_.expected[k];
  if (sign == 0 || after * sign > 0) return false;
  for (double t = 0.5 * (times[0] + times[1]); t > times[0]; t = 0.5 * (times[0] + t)) {
    before = g_at(states, k, t);
    if (before * sign > 0) {
      found.a = t;
      found.ga = before;
      return wanted(k, before, found.gb);
    }
    found.b = t;
    found.gb = before;
    if (t - times[0] <= 8 * eps * std::abs(t)) break;
  }
  if (!marks_.insists[k]) return false;
  // It never leaves zero: the crossing is the beginning itself.
  found = {times[0], 0, times[0], 0};
  return true;
}

// Whether a gap that opens has done so at one of the first nodes.
bool Locator::has_left(Index k, int node) noexcept {
  for (int i = 1; i <= node; ++i) {
    if (row(i)[k] > marks_.rounding[k]) return true;
  }
  return false;
}

// Of a gap that opens: where it returns to zero if it left it, where it falls below its rounding if not.
bool Locator::bracket_gap(const Interpolant& states, Index k, int part, const double* times,
                          Bracket& found) noexcept {
  const double rounding = marks_.rounding[k], before = row(part)[k], after = row(part + 1)[k];
  found = {times[part], before, times[part + 1], after};
  if (has_left(k, part)) return wanted(k, before, after);
  if (!(after < -rounding)) return false;
  double above = times[part];  // the last time it was without sign
  for (int i = 0; i < 60; ++i) {
    const double t = 0.5 * (above + found.b);
    if (!(t > above && t < found.b)) break;
    const double g = g_at(states, k, t);
    if (g > rounding) {
      found.a = t;
      found.ga = g;
      return true;
    }
    if (g < -rounding) {
      found.b = t;
      found.gb = g;
    } else {
      above = t;
    }
  }
  found.a = found.b;
  return true;
}

// Between two parts without a change of sign g may still reach zero and come back: where that is to be
// looked for, if a parabola or two lines say that it might. In the first and in the last part of a step no node need be
// nearer to zero than both of its neighbours.
bool Locator::may_dip(Index k, int part, const double* times, Bracket& where) noexcept {
  const double a = row(part)[k], b = row(part + 1)[k], c = row(part + 2)[k];
  const double sign = b > 0 ? 1 : -1;
  const double x = a * sign, y = b * sign, z = c * sign;
  if (!(x > 0 && y > 0 && z > 0)) return false;
  const double curve = x - 2 * y + z;
  // By a parabola, and by two lines of the same slope: |x − c| < w is a V along a motion, and narrower than any parabola.
  const auto comes_near = [&](double value, double slope, double lines) {
    const double least = curve != 0 ? value - 0.5 * slope * slope / curve : value;
    return std::min(least, lines) <= 0.1 * value || value <= 1e-3 * std::max({x, y, z});
  };
  if (x >= y && z >= y && x + z > 2 * y) {
    where = {times[part], a, times[part + 2], c};
    return comes_near(y, 0.5 * (z - x), y - 0.5 * std::abs(z - x));
  }
  if (!(curve > 0)) return false;
  if (part == 0 && x < y && x + y <= z - y + 0.2 * x) {
    where = {times[0], a, times[1], b};
    return true;
  }
  if (part + 2 == parts && z < y && z + y <= x - y + 0.2 * z) {
    where = {times[part + 1], b, times[part + 2], c};
    return true;
  }
  // Parabolas err: the least of one that is a little outside may be inside.
  const double at_first = 0.5 * (-3 * x + 4 * y - z), at_last = 0.5 * (3 * z - 4 * y + x);
  if (part == 0 && x < y && at_first < 0.5 * curve) {
    where = {times[0], a, times[1], b};
    return comes_near(x, at_first, x);
  }
  if (part + 2 == parts && z < y && at_last > -0.5 * curve) {
    where = {times[part + 1], b, times[part + 2], c};
    return comes_near(z, at_last, z);
  }
  return false;
}

// Golden section.
bool Locator::dip(const Interpolant& states, Index k, int part, const double* times, Bracket& found,
                  bool& grazes) noexcept {
  if (!may_dip(k, part, times, found)) return false;
  constexpr double share = 0.3819660112501051;
  const double a = found.ga, sign = a > 0 ? 1 : -1;
  const double size = std::max(std::abs(found.ga), std::abs(found.gb));
  const double from = found.a, to = found.b;
  double lo = from, hi = to;
  double t1 = lo + share * (hi - lo), t2 = hi - share * (hi - lo);
  double g1 = g_at(states, k, t1) * sign, g2 = g_at(states, k, t2) * sign;
  for (int i = 0; i < 75 && g1 > 0 && g2 > 0 && hi - lo > 4 * eps * std::abs(hi) + 1e-300; ++i) {
    if (g1 < g2) {
      hi = t2;
      t2 = t1;
      g2 = g1;
      t1 = lo + share * (hi - lo);
      g1 = g_at(states, k, t1) * sign;
    } else {
      lo = t1;
      t1 = t2;
      g1 = g2;
      t2 = hi - share * (hi - lo);
      g2 = g_at(states, k, t2) * sign;
    }
  }
  const double t = g1 < g2 ? t1 : t2, g = std::min(g1, g2);
  grazes = g > 0 || -g <= noise(states, k, t, g * sign);
  found = {from, a, t, g * sign};
  if (!grazes) return wanted(k, a, g * sign);
  // A formula that comes this near to zero touches it; how near says the tolerance of the states. At an
  // end of the step it is on its way, and the next step has it.
  const double off = 1e-6 * (to - from);
  return watch_[k].kind == Watched::Kind::event && std::abs(g) <= 1e-9 * size && t - from > off &&
         to - t > off;
}

// Bisection with secants that keep the bracket (Illinois), down to rounding of t.
double Locator::root(const Interpolant& states, Index k, Bracket& x) noexcept {
  if (x.a == x.b || x.gb == 0) return x.b;
  double weight_a = 1, weight_b = 1;
  for (int i = 0; i < 100 && x.b - x.a > 2 * eps * std::abs(x.b); ++i) {
    const bool halve = i % 3 == 2 || std::isnan(x.gb);
    const double ga = weight_a * x.ga, gb = weight_b * x.gb;
    double t = halve ? 0.5 * (x.a + x.b) : x.a - ga * (x.b - x.a) / (gb - ga);
    if (!(t > x.a && t < x.b)) t = 0.5 * (x.a + x.b);
    if (!(t > x.a && t < x.b)) break;
    const double g = g_at(states, k, t);
    if (opposite(x.ga, g)) {
      x.b = t;
      x.gb = g;
      weight_b = 1;
      weight_a *= halve ? 1.0 : 0.5;
    } else {
      x.a = t;
      x.ga = g;
      weight_a = 1;
      weight_b *= halve ? 1.0 : 0.5;
    }
    if (g == 0) break;
  }
  return x.b;
}

// How much of g is rounding: what it moves by where the state moves by a few roundings.
double Locator::noise(const Interpolant& states, Index k, double t, double g) noexcept {
  if (watch_[k].kind != Watched::Kind::event || std::isnan(g)) return 0;
  states.state(states.self, t, y_.data());
  for (std::size_t i = 0; i < y_.size(); ++i) y_[i] *= i % 2 == 0 ? 1 + 8 * eps : 1 - 8 * eps;
  return 2 * std::abs(value(k, t, y_.data()) - g);
}

bool Locator::look(double t0, double t1, const Interpolant& states, Crossing& found) noexcept {
  const Index size = watch_.size();
  double times[parts + 1];
  std::copy_n(marks_.start.data(), size, row(0));
  for (int i = 0; i <= parts; ++i) {
    times[i] = i == parts ? t1 : t0 + (t1 - t0) * i / parts;
    if (i == 0) continue;
    states.state(states.self, times[i], y_.data());
    watch_.values(times[i], y_.data(), row(i));
  }
  std::fill(due_.begin(), due_.end(), static_cast<unsigned char>(0));
  bool any = false;
  int last = parts;  // a dip may end in the next part, where another crossing may come before
  for (int part = 0; part < last; ++part) {
    for (Index k = 0; k < size; ++k) {
      Bracket x;
      bool grazes = false;
      const bool is_gap = watch_[k].kind == Watched::Kind::gap;
      const bool crosses = bracket(states, k, part, times, x);
      const bool dips = !crosses && part + 2 <= parts &&
                        !(marks_.fresh[k] && (part == 0 || is_gap) && !has_left(k, part)) &&
                        dip(states, k, part, times, x, grazes);
      if (!crosses && !dips) continue;
      // What is zero all along, but for rounding, crosses nothing.
      const double most = std::max(std::abs(x.ga), std::abs(x.gb));
      if (x.a < x.b && most <= noise(states, k, x.b, x.gb)) continue;
      const double t = grazes ? x.b : root(states, k, x);
      // Through a pole, where it grows beyond all bounds, nothing passes zero.
      if (!grazes && std::min(std::abs(x.ga), std::abs(x.gb)) > 1e6 * most) continue;
      if (any && t > found.t) {
        if (t - found.t <= 16 * eps * std::abs(t)) due_[k] = 1;
        continue;
      }
      const bool same = any && found.t - t <= 16 * eps * std::abs(t);
      if (!same) std::fill(due_.begin(), due_.end(), static_cast<unsigned char>(0));
      const double after = grazes ? x.ga : x.gb != 0 ? x.gb : -x.ga;
      found = {t, k, 0, after, grazes, std::isnan(x.gb)};
      due_[k] = !grazes;
      any = true;
      last = std::min(last, part + 2);
    }
  }
  if (!any) return false;
  const double h = std::min(std::max(1e-5 * (t1 - t0), 64 * eps * std::abs(t1)), found.t - t0);
  if (h > 0 && !found.lost) {
    found.slope = (g_at(states, found.first, found.t) - g_at(states, found.first, found.t - h)) / h;
  }
  return true;
}

void Locator::arrive() noexcept {
  std::copy_n(row(parts), watch_.size(), marks_.start.data());
  for (Index k = 0; k < watch_.size(); ++k) {
    const bool opens = marks_.fresh[k] && watch_[k].kind == Watched::Kind::gap;
    if (opens && !has_left(k, parts)) continue;  // it is on its way
    marks_.fresh[k] = 0;
    if (marks_.start[k] == 0) mark_fresh(k, 0);
  }
}

}  // namespace zwang::motion
