// SPDX-License-Identifier: Apache-2.0
#include "equations/layer_search.h"

#include <algorithm>
#include <cmath>

namespace zwang::equations {

namespace {

constexpr double share = 0.3819660112501051;  // of the golden section
constexpr int most_cuts = 90;                 // down to rounding, from anywhere
constexpr double shortest = 1e-15;            // of a bracket, beside where it is

bool ended(double a, double c) {
  return std::abs(c - a) <= shortest * std::max(std::abs(a), std::abs(c));
}

}  // namespace

LayerSearch::LayerSearch(std::span<const Argument> arguments)
    : arguments_(arguments), at_(arguments.size()), u_(3 * at_), one_(at_) {
  found_.reserve(2 * at_);
}

double LayerSearch::value(const ArgumentsAlong& line, Index k, double at) noexcept {
  line.values(line.self, at, one_.data());
  return one_[k];
}

// What is least at the extremum, in units in which 1 matters.
double LayerSearch::measured(const ArgumentsAlong& line, Index k, double at, double sign) noexcept {
  const double u = value(line, k, at);
  return arguments_[k].scale == Argument::Scale::ratio ? std::log(std::abs(u)) : sign * u;
}

std::span<const Layer> LayerSearch::look(double at, const ArgumentsAlong& line) noexcept {
  found_.clear();
  ++count_;
  places_[(count_ - 1) % 3] = at;
  line.values(line.self, at, row(0));
  for (Index k = 0; k < size(); ++k) {
    if (count_ > 1 && arguments_[k].scale == Argument::Scale::plain) pass_zero(line, k);
    if (count_ > 2) pass_extremum(line, k);
  }
  return found_;
}

void LayerSearch::pass_zero(const ArgumentsAlong& line, Index k) noexcept {
  double a = place(1), fa = row(1)[k], c = place(0), fc = row(0)[k];
  if (!(fa * fc < 0) || !(std::abs(fc - fa) > 1)) return;
  for (int i = 0; i < most_cuts && std::abs(fc - fa) > 1; ++i) {
    if (ended(a, c)) return;  // it jumps
    const double b = 0.5 * (a + c), fb = value(line, k, b);
    if (!std::isfinite(fb)) return;
    (fb * fa > 0 ? a : c) = b;
    (fb * fa > 0 ? fa : fc) = fb;
  }
  const double slope = std::abs(fc - fa);
  if (slope > 0) found_.push_back({k, a + (c - a) * std::abs(fa) / slope, (c - a) / slope});
}

void LayerSearch::pass_extremum(const ArgumentsAlong& line, Index k) noexcept {
  double a = row(2)[k], b = row(1)[k], c = row(0)[k];
  double sign = 1;
  const Argument::Scale scale = arguments_[k].scale;
  if (scale == Argument::Scale::plain) {
    sign = b > a ? -1 : 1;
  } else {
    if (!(a * b > 0 && b * c > 0)) return;  // it passes zero: no layer, but an edge or a pole
    sign = b > 0 ? 1 : -1;
    if (scale == Argument::Scale::ratio) {
      a = std::log(std::abs(a));
      b = std::log(std::abs(b));
      c = std::log(std::abs(c));
    }
  }
  if (scale != Argument::Scale::ratio) {
    a *= sign;
    b *= sign;
    c *= sign;
  }
  if (!(b <= a && b <= c && (b < a || b < c))) return;
  const double fall = std::max(a, c) - b;
  if (scale == Argument::Scale::edge ? b > 0.5 * std::max(a, c) : !(fall > 1)) return;
  Bracket x{place(2), a, place(1), b, place(0), c};
  shrink(line, k, sign, x);
  if (scale != Argument::Scale::edge) {
    if (!ended(x.a, x.c)) found_.push_back({k, x.b, 0.5 * (x.c - x.a)});
    return;
  }
  if (x.fb >= 0) return;  // it stays on its side
  const double before = flip(line, k, x.b, place(2)), after = flip(line, k, x.b, place(0));
  found_.push_back({k, x.b, 0.5 * (after - before)});
}

// By golden sections, until no more than 1 is left on either side; of an edge, until it is crossed.
void LayerSearch::shrink(const ArgumentsAlong& line, Index k, double sign, Bracket& x) noexcept {
  const bool edge = arguments_[k].scale == Argument::Scale::edge;
  for (int i = 0; i < most_cuts && !ended(x.a, x.c); ++i) {
    if (edge ? x.fb < 0 : x.fa - x.fb <= 1 && x.fc - x.fb <= 1) return;
    const bool left = x.b - x.a > x.c - x.b;
    const double d = left ? x.b - share * (x.b - x.a) : x.b + share * (x.c - x.b);
    const double fd = measured(line, k, d, sign);
    if (fd < x.fb) {
      (left ? x.c : x.a) = x.b;
      (left ? x.fc : x.fa) = x.fb;
      x.b = d;
      x.fb = fd;
    } else {
      (left ? x.a : x.c) = d;
      (left ? x.fa : x.fc) = fd;
    }
  }
}

// Where its sign changes between two places.
double LayerSearch::flip(const ArgumentsAlong& line, Index k, double from, double to) noexcept {
  const double sign = value(line, k, from);
  for (int i = 0; i < most_cuts && !ended(from, to); ++i) {
    const double middle = 0.5 * (from + to);
    (value(line, k, middle) * sign > 0 ? from : to) = middle;
  }
  return to;
}

}  // namespace zwang::equations
