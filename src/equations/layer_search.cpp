// SPDX-License-Identifier: Apache-2.0
#include "equations/layer_search.h"

#include <algorithm>
#include <cmath>

namespace zwang::equations {

namespace {

constexpr double share = 0.3819660112501051;  // of the golden section
constexpr int most_cuts = 90;                 // down to rounding, from anywhere
constexpr double hint = 0.2;                  // of a fall by more than 1, between places
constexpr double shortest = 1e-15;            // of a bracket, beside where it is

// Where two lines of the same slope meet, one through the steeper pair of places and one through the third. Of |x − c| along a motion that
// is its least, also where the three places are not evenly spaced.
template <class Bracket>
double tip(const Bracket& x) {
  const double fall = (x.fa - x.fb) / (x.b - x.a), rise = (x.fc - x.fb) / (x.c - x.b);
  return fall > rise ? 0.5 * (x.fb + x.fc - fall * (x.c - x.b))
                     : 0.5 * (x.fa + x.fb - rise * (x.b - x.a));
}

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
    if (scale == Argument::Scale::edge && a * b < 0 && b * c < 0)
      return add_between(line, k, place(1));
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
  const double top = std::max(a, c);
  Bracket x{place(2), a, place(1), b, place(0), c};
  if (scale == Argument::Scale::edge ? b > 0.5 * top && tip(x) > 0.1 * top : !(top - b > hint))
    return;
  shrink(line, k, sign, x);
  if (scale != Argument::Scale::edge) {
    if (top - x.fb > 1 && !ended(x.a, x.c)) found_.push_back({k, x.b, 0.5 * (x.c - x.a)});
    return;
  }
  if (x.fb >= 0) return;  // it stays on its side
  add_between(line, k, x.b);
}

// An edge is on its other side there, and no longer at the places beside.
void LayerSearch::add_between(const ArgumentsAlong& line, Index k, double inside) noexcept {
  const double before = flip(line, k, inside, place(2)), after = flip(line, k, inside, place(0));
  found_.push_back({k, 0.5 * (before + after), 0.5 * (after - before)});
}

// By golden sections, until no more than 1 is left on either side, and two cuts more find nothing beneath: the
// logarithm of |u| falls the faster the nearer it is. Of an edge, until it is crossed.
void LayerSearch::shrink(const ArgumentsAlong& line, Index k, double sign, Bracket& x) noexcept {
  const bool edge = arguments_[k].scale == Argument::Scale::edge;
  double from = x.a, to = x.c;  // of the bracket that is left to be confirmed
  int quiet = 0;
  for (int i = 0; i < most_cuts && !ended(x.a, x.c); ++i) {
    if (edge && x.fb < 0) return;
    const bool within = !edge && x.fa - x.fb <= 1 && x.fc - x.fb <= 1;
    if (quiet == 0 || !within) {
      quiet = 0;
      from = x.a;
      to = x.c;
    }
    if (within && quiet == 2) break;
    const double low = x.fb;
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
    quiet = within && low - x.fb <= hint ? quiet + 1 : 0;
  }
  if (quiet < 2) return;
  x.a = from;
  x.c = to;
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
