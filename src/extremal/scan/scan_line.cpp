// SPDX-License-Identifier: Apache-2.0
// One freedom: shots from −R to R, closer where cubics through neighbours and their Jacobi fields do not say
// what lies between. Where the field at the end changes its sign, two extremals meet: a fold.

#include <algorithm>
#include <cmath>

#include "extremal/scan/scan.h"

namespace zwang::extremal {

namespace {

constexpr int first_intervals = 64;
constexpr double near_value = 0.05, near_slope = 0.2;  // of the step below
constexpr double longest_move = 0.25;  // of the extent: of an end, over one interval
constexpr double shortest = 1e-6;      // of the range
constexpr long most_shots = 6000;
constexpr double trusted = 0.01;  // of the step: what shots may be off by
constexpr double shot_tolerance = 1e-9;

struct Point {
  double v = 0;
  Landing end;
};

class LineScan {
 public:
  LineScan(Shooter& shooter, const Target& target, double low, double high, double extent,
           Scan& scan)
      : shooter_(shooter),
        target_(target),
        low_(low),
        R_(high - low),
        extent_(extent),
        scan_(scan) {}

  std::vector<Aimed> run() {
    Point left = shoot(low_);
    for (int k = 1; k <= first_intervals && shooter_.goes_on(); ++k) {
      Point right = shoot(low_ + R_ * k / first_intervals);
      cover(left, right);
      left = std::move(right);
    }
    return std::move(found_);
  }

 private:
  Point shoot(double v) {
    ++scan_.shots;
    Point point{v, shooter_.land({v}, shot_tolerance)};
    if (!point.end.good) return point;
    double slope = 0;
    for (const double x : point.end.J) slope = std::max(slope, std::abs(x));
    scan_.steepest = std::max(scan_.steepest, slope);
    if (slope * R_ * shot_tolerance > trusted * step()) scan_.trusted = false;
    return point;
  }
  double step() const { return 0.15 * extent_; }

  // Of ends along the line.
  double move(const Point& a, const Point& b) const {
    double sum = 0;
    for (std::size_t i = 0; i < a.end.x.size(); ++i) {
      const double d = a.end.x[i] - b.end.x[i];
      sum += d * d;
    }
    return std::sqrt(sum);
  }

  // Whether the cubic between two shots says where a third ends, and how fast that moves.
  bool smooth(const Point& a, const Point& m, const Point& b) const {
    const double h = b.v - a.v;
    for (std::size_t i = 0; i < m.end.x.size(); ++i) {
      const double x0 = a.end.x[i], x1 = b.end.x[i], J0 = a.end.J[i], J1 = b.end.J[i];
      const double x = 0.5 * (x0 + x1) + 0.125 * h * (J0 - J1);
      const double J = 1.5 * (x1 - x0) / h - 0.25 * (J0 + J1);
      if (std::abs(x - m.end.x[i]) > near_value * step()) return false;
      if (std::abs(J - m.end.J[i]) * h > near_slope * step()) return false;
    }
    return move(a, m) <= longest_move * extent_ && move(m, b) <= longest_move * extent_;
  }

  void cover(const Point& first, const Point& last) {
    std::vector<std::pair<Point, Point>> open = {{first, last}};
    while (!open.empty() && shooter_.goes_on()) {
      const auto [a, b] = std::move(open.back());
      open.pop_back();
      if (!a.end.good && !b.end.good) {  // a lost shot beside a lost one
        ++(a.end.spent || b.end.spent ? scan_.unresolved : scan_.lost);
        continue;
      }
      const bool narrow = b.v - a.v <= shortest * R_ || scan_.shots > most_shots;
      if (narrow) {
        ++scan_.unresolved;
        if (a.end.good && b.end.good) look(a, b);
        continue;
      }
      const Point m = shoot(0.5 * (a.v + b.v));
      if (a.end.good && b.end.good && m.end.good && smooth(a, m, b)) {
        look(a, m);
        look(m, b);
        continue;
      }
      open.emplace_back(m, b);
      open.emplace_back(a, m);
    }
  }

  // How the end moves with the rate, along the way in which it moves at `a`.
  static double slope(const Point& a, const Point& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.end.J.size(); ++i) sum += a.end.J[i] * b.end.J[i];
    return sum;
  }

  void look(const Point& a, const Point& b) {
    if (!(slope(a, b) < 0)) return cross(a, b);
    Point low = a, high = b;
    for (int i = 0; i < 60 && high.v - low.v > 1e-14 * R_ && shooter_.goes_on(); ++i) {
      Point m = shoot(0.5 * (low.v + high.v));
      if (!m.end.good) break;
      (slope(a, m) > 0 ? low : high) = std::move(m);
    }
    scan_.nearest_fold = std::min(scan_.nearest_fold, target_.distance(low.end.x.data()));
    cross(a, low);
    cross(high, b);
  }

  // The ends move one way between these.
  void cross(const Point& a, const Point& b) {
    const double fa = target_.along(0, a.end.x.data()), fb = target_.along(0, b.end.x.data());
    if (!(fa * fb < 0 || fb == 0)) return;
    // Behind what is opposite the sign changes too.
    const double near =
        std::min(target_.distance(a.end.x.data()), target_.distance(b.end.x.data()));
    if (near > 2 * move(a, b) + 1e-9 * extent_) return;
    Point low = a, high = b;
    double f = fa;
    for (int i = 0; i < 80 && high.v - low.v > 1e-13 * R_ && shooter_.goes_on(); ++i) {
      // Newton's step where it stays between, else half.
      const double J = target_.part(0, low.end.J.data());
      double v = J != 0 ? low.v - f / J : low.v;
      if (!(v > low.v && v < high.v) || i % 4 == 3) v = 0.5 * (low.v + high.v);
      Point m = shoot(v);
      if (!m.end.good) break;
      const double fm = target_.along(0, m.end.x.data());
      if (fm * fa > 0) {
        low = std::move(m);
        f = fm;
      } else {
        const bool hit = std::abs(fm) <= 1e-12 * extent_;
        high = std::move(m);
        if (hit) break;
      }
      if (std::abs(f) <= 1e-12 * extent_) break;
    }
    const bool by_low = std::abs(f) < std::abs(target_.along(0, high.end.x.data()));
    const Point& best = by_low ? low : high;
    if (target_.distance(best.end.x.data()) > 0.05 * extent_) return;
    found_.push_back({{best.v}});
  }

  Shooter& shooter_;
  const Target& target_;
  double low_, R_, extent_;  // R: of the range
  Scan& scan_;
  std::vector<Aimed> found_;
};

}  // namespace

std::vector<Aimed> scan_line(Shooter& shooter, const Target& target, double low, double high,
                             double extent, Scan& scan) {
  return LineScan(shooter, target, low, high, extent, scan).run();
}

}  // namespace zwang::extremal
