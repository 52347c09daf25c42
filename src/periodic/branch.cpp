// SPDX-License-Identifier: Apache-2.0
// A branch of periodic motions over a parameter.

#include <algorithm>
#include <cmath>

#include "linalg/spectrum.h"
#include "linalg/vector.h"
#include "periodic/newton.h"
#include "periodic/orbit.h"

namespace zwang::periodic {

namespace {

constexpr double good_enough = 1e-8;
constexpr int most_corrections = 10;

using Vector = std::vector<double>;

/// A point of the branch with its equations.
struct Point {
  Orbit orbit;
  Round round;
  Linearised linear;
  Vector along;  // unit tangent, n + 2
};

class Walk {
 public:
  Walk(const Question& question, const BranchOptions& options)
      : question_(question), options_(options), n_(static_cast<Index>(question.size.size())) {}

  Branch run(const Orbit& first) {
    Branch branch;
    Point now;
    now.orbit = first;
    if (!evaluate(now)) return branch;
    const double ahead = options_.until - first.place.parameter;
    Vector forward(at(n_ + 2), 0.0);
    forward.back() = ahead < 0 ? -1 : 1;
    set_tangent(now, forward);
    branch.points.push_back({now.orbit, Special::none});
    double ds = options_.step;
    while (static_cast<int>(branch.points.size()) < options_.points && ds > 1e-7) {
      Point next;
      int corrections = 0;
      if (!correct(now, ds, next, corrections)) {
        ds *= 0.4;
        continue;
      }
      const double p = next.orbit.place.parameter;
      if (p < options_.least || p > options_.most) {
        add_last(now, next, branch);
        branch.complete = true;
        break;
      }
      note(now, next, ds, branch);
      now = std::move(next);
      ds = std::min(options_.longest, corrections <= 3  ? 1.5 * ds
                                      : corrections > 6 ? 0.6 * ds
                                                        : ds);
    }
    return branch;
  }

 private:
  bool evaluate(Point& point) {
    ++point.orbit.rounds;
    point.round = {};
    if (!question_.follow(point.orbit.place, point.round)) return false;
    if (question_.period_is_given) point.orbit.place.period = point.round.period;
    point.linear = linearise(question_, point.orbit.place, point.round, true);
    return true;
  }

  // (x, T, p) in sizes, from one place to another.
  Vector difference(const Place& a, const Place& b, double period) const {
    Vector result;
    for (Index i = 0; i < n_; ++i)
      result.push_back((b.x[at(i)] - a.x[at(i)]) / question_.size[at(i)]);
    result.push_back((b.period - a.period) / period);
    result.push_back((b.parameter - a.parameter) / question_.parameter_size);
    return result;
  }
  Vector ambient(const Point& point, const Vector& u) const {
    const Place to = moved(question_, point.linear, point.orbit.place, point.round, u);
    return difference(point.orbit.place, to, point.orbit.place.period);
  }

  // The direction in which nothing changes, that way round which leads on.
  void set_tangent(Point& point, const Vector& before) const {
    const ShortestStep step = shortest_step(point.linear);
    point.orbit.place.x = point.round.start;
    point.along = ambient(point, step.weakest);
    const double length = linalg::norm(point.along.data(), n_ + 2);
    const double way = linalg::dot(point.along.data(), before.data(), n_ + 2) < 0 ? -1 : 1;
    for (double& x : point.along) x *= way / length;
    point.orbit.along = point.along;
    point.orbit.residual = point.linear.left;
    point.orbit.freedom = point.linear.d;
    point.orbit.multipliers = linalg::eigenvalues(point.linear.d, point.linear.reduced);
    std::sort(point.orbit.multipliers.begin(), point.orbit.multipliers.end(), [](auto a, auto b) {
      return std::abs(a) != std::abs(b) ? std::abs(a) > std::abs(b) : a.imag() > b.imag();
    });
  }

  // The arc-length row at a point: how far u leads along the tangent of another.
  Vector row_of(const Point& point, const Vector& along) const {
    Vector row;
    for (Index k = 0; k < point.linear.unknowns; ++k) {
      Vector unit(at(point.linear.unknowns), 0.0);
      unit[at(k)] = 1;
      const Vector by = ambient(point, unit);
      row.push_back(linalg::dot(by.data(), along.data(), n_ + 2));
    }
    return row;
  }

  bool correct(const Point& from, double ds, Point& to, int& corrections) {
    const Place& base = from.orbit.place;
    to.orbit.place = base;
    for (Index i = 0; i < n_; ++i)
      to.orbit.place.x[at(i)] += ds * from.along[at(i)] * question_.size[at(i)];
    to.orbit.place.period += ds * from.along[at(n_)] * base.period;
    to.orbit.place.parameter += ds * from.along[at(n_ + 1)] * question_.parameter_size;
    double before = 1e300;
    for (corrections = 0; corrections < most_corrections; ++corrections) {
      if (!(to.orbit.place.period > 0) || !evaluate(to)) return false;
      to.orbit.place.x = to.round.start;
      const Vector gone = difference(base, to.orbit.place, base.period);
      const double left = ds - linalg::dot(gone.data(), from.along.data(), n_ + 2);
      const double size = std::hypot(to.linear.left, left);
      const bool good = size < good_enough && (size < 1e-11 || size > 0.3 * before);
      if (good) {
        to.orbit.found = true;
        set_tangent(to, from.along);
        return true;
      }
      if (!(size < 10 * before)) return false;
      before = size;
      Linearised linear = to.linear;
      add_row(linear, row_of(to, from.along), left);
      const ShortestStep step = shortest_step(linear);
      to.orbit.place = moved(question_, to.linear, to.orbit.place, to.round, step.u);
    }
    return false;
  }

  // What happened from one point to the next: the fold is found, the others are told by the point behind them.
  void note(const Point& now, const Point& next, double ds, Branch& branch) {
    const double a = now.along.back(), b = next.along.back();
    if (a * b < 0) {
      Point fold;
      if (find_fold(now, a, ds, b, fold)) branch.points.push_back({fold.orbit, Special::fold});
    }
    branch.points.push_back(
        {next.orbit, a * b < 0 ? Special::none : crossing(now.orbit, next.orbit)});
  }

  // Along the arc, where the parameter turns.
  bool find_fold(const Point& from, double a, double ds, double b, Point& fold) {
    double low = 0, high = ds;
    for (int k = 0; k < 12; ++k) {
      const double s = low + (high - low) * std::clamp(a / (a - b), 0.05, 0.95);
      int corrections = 0;
      if (!correct(from, s, fold, corrections)) return false;
      const double slope = fold.along.back();
      if (std::abs(slope) < 1e-6) return true;
      (slope * a > 0 ? low : high) = s;
      (slope * from.along.back() > 0 ? a : b) = slope;
    }
    return true;
  }

  // Multipliers that left the unit circle or came back to it; along the motion one is 1 and does not count.
  Special crossing(const Orbit& before, const Orbit& after) const {
    const auto outside = [](const Orbit& orbit) {
      return std::count_if(orbit.multipliers.begin(), orbit.multipliers.end(),
                           [](auto x) { return std::abs(x) > 1 + 1e-6; });
    };
    const auto change = outside(after) - outside(before);
    if (change == 0) return Special::none;
    if (std::abs(change) >= 2) return Special::torus;
    // Which of them is nearest to the circle now, apart from the 1 along the motion.
    std::vector<std::complex<double>> rest = after.multipliers;
    if (!question_.period_is_given) {
      const auto nearest = std::min_element(rest.begin(), rest.end(), [](auto x, auto y) {
        return std::abs(x - 1.0) < std::abs(y - 1.0);
      });
      if (nearest != rest.end()) rest.erase(nearest);
    }
    const auto nearest = std::min_element(rest.begin(), rest.end(), [](auto x, auto y) {
      return std::abs(std::abs(x) - 1) < std::abs(std::abs(y) - 1);
    });
    if (nearest == rest.end()) return Special::none;
    return nearest->real() < 0 ? Special::doubling : Special::branch;
  }

  // At the end of the range itself.
  void add_last(const Point& now, const Point& beyond, Branch& branch) {
    const double end =
        beyond.orbit.place.parameter < options_.least ? options_.least : options_.most;
    const double from = now.orbit.place.parameter, to = beyond.orbit.place.parameter;
    const double share = (end - from) / (to - from);
    Place guess = now.orbit.place;
    for (Index i = 0; i < n_; ++i)
      guess.x[at(i)] += share * (beyond.orbit.place.x[at(i)] - guess.x[at(i)]);
    guess.period += share * (beyond.orbit.place.period - guess.period);
    guess.parameter = end;
    const Orbit last = find_orbit(question_, guess);
    if (last.found) branch.points.push_back({last, Special::last});
  }

  const Question& question_;
  const BranchOptions& options_;
  Index n_;
};

}  // namespace

Branch follow_branch(const Question& question, const Orbit& first, const BranchOptions& options) {
  return Walk(question, options).run(first);
}

}  // namespace zwang::periodic
