// SPDX-License-Identifier: Apache-2.0
#include "estimate/minimise.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zwang::estimate {

namespace {

using Vector = std::vector<double>;

constexpr double difference =
    3e-4;  // of the bounds' distance: cube root of what runs are good to, 1e-10
constexpr int most_outer = 25, most_inner = 60, most_compass = 100;
constexpr double steepest = 1e8;  // of the penalty
constexpr double infinity = std::numeric_limits<double>::infinity();

double largest(const Vector& x) {
  double most = 0;
  for (const double one : x) most = std::max(most, std::abs(one));
  return most;
}

double product(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

/// Values and slopes at a point of the unit cube, each in its unit.
struct Local {
  Valued value;
  Vector f;                         // ∂f
  std::vector<Vector> equal, most;  // ∂c
};

class Search {
 public:
  Search(const Vector& lower, const Vector& upper, const Asked& ask, double tolerance,
         const std::function<bool()>& goes_on)
      : lower_(lower), upper_(upper), ask_(ask), tolerance_(tolerance), goes_on_(goes_on) {}

  Minimum from(const Vector& start) {
    Vector u(start.size());
    for (std::size_t k = 0; k < u.size(); ++k)
      u[k] = upper_[k] > lower_[k] ? (start[k] - lower_[k]) / (upper_[k] - lower_[k]) : 0;
    clamp(u);
    Minimum result;
    if (!take_units(u)) {
      result.x = place(u);
      result.value = values({u})[0];
      result.missed = infinity;
      return result;
    }
    double before = infinity;
    for (int outer = 0; outer < most_outer && going(); ++outer) {
      descend(u);
      const bool settled = compass(u);
      const Valued now = values({u})[0];
      const double missed = missed_by(now);
      if (missed <= tolerance_ && (settled || bare())) {
        result.converged = settled;
        break;
      }
      weigh(now);
      if (missed > 0.25 * before) penalty_ = std::min(10 * penalty_, steepest);
      before = missed;
    }
    result.x = place(u);
    result.value = values({u})[0];
    result.missed = missed_by(result.value);
    return result;
  }

 private:
  bool going() const { return !goes_on_ || goes_on_(); }
  bool bare() const { return equal_weights_.empty() && most_weights_.empty(); }

  Vector place(const Vector& u) const {
    Vector x(u.size());
    for (std::size_t k = 0; k < u.size(); ++k)
      x[k] = u[k] >= 1 ? upper_[k] : lower_[k] + u[k] * (upper_[k] - lower_[k]);
    return x;
  }
  static void clamp(Vector& u) {
    for (double& one : u) one = std::clamp(one, 0.0, 1.0);
  }
  std::vector<Valued> values(const std::vector<Vector>& points) const {
    std::vector<Vector> places;
    for (const Vector& u : points) places.push_back(place(u));
    return ask_(places);
  }

  // The units of all values, so that none outweighs the others for what it is measured in.
  bool take_units(const Vector& u) {
    const Local here = slopes(u, true);
    if (!here.value.there) return false;
    const auto unit = [](const Vector& slope, double value) {
      const double size = std::max(largest(slope), 1e-3 * std::abs(value));
      return size > 0 && std::isfinite(size) ? size : 1.0;
    };
    f_unit_ = unit(here.f, here.value.f);
    for (std::size_t k = 0; k < here.equal.size(); ++k)
      equal_units_.push_back(unit(here.equal[k], here.value.equal[k]));
    for (std::size_t k = 0; k < here.most.size(); ++k)
      most_units_.push_back(unit(here.most[k], here.value.most[k]));
    equal_weights_.assign(equal_units_.size(), 0);
    most_weights_.assign(most_units_.size(), 0);
    return true;
  }

  double missed_by(const Valued& value) const {
    if (!value.there) return infinity;
    double most = 0;
    for (std::size_t k = 0; k < value.equal.size(); ++k)
      most = std::max(most, std::abs(value.equal[k]) / equal_units_[k]);
    for (std::size_t k = 0; k < value.most.size(); ++k)
      most = std::max(most, value.most[k] / most_units_[k]);
    return most;
  }

  // The function with its conditions: L.
  double merit(const Valued& value) const {
    if (!value.there || !std::isfinite(value.f)) return infinity;
    double sum = value.f / f_unit_;
    for (std::size_t k = 0; k < value.equal.size(); ++k) {
      const double c = value.equal[k] / equal_units_[k];
      sum += equal_weights_[k] * c + penalty_ / 2 * c * c;
    }
    for (std::size_t k = 0; k < value.most.size(); ++k) {
      const double c = value.most[k] / most_units_[k], w = most_weights_[k];
      const double push = std::max(0.0, w + penalty_ * c);
      sum += (push * push - w * w) / (2 * penalty_);
    }
    return sum;
  }

  void weigh(const Valued& value) {
    if (!value.there) return;
    for (std::size_t k = 0; k < equal_weights_.size(); ++k)
      equal_weights_[k] += penalty_ * value.equal[k] / equal_units_[k];
    for (std::size_t k = 0; k < most_weights_.size(); ++k)
      most_weights_[k] =
          std::max(0.0, most_weights_[k] + penalty_ * value.most[k] / most_units_[k]);
  }

  // By central differences, at the bounds by those of one side.
  Local slopes(const Vector& u, bool in_own_units = false) const {
    std::vector<Vector> points{u};
    for (std::size_t k = 0; k < u.size(); ++k) {
      for (const double side : {-1.0, 1.0}) {
        points.push_back(u);
        points.back()[k] = std::clamp(u[k] + side * difference, 0.0, 1.0);
      }
    }
    const std::vector<Valued> found = values(points);
    Local local{found[0], Vector(u.size()), {}, {}};
    local.equal.assign(found[0].equal.size(), Vector(u.size()));
    local.most.assign(found[0].most.size(), Vector(u.size()));
    for (std::size_t k = 0; k < u.size(); ++k) {
      std::size_t low = 1 + 2 * k, high = low + 1;
      if (!found[low].there) low = 0;
      if (!found[high].there) high = 0;
      const double h = points[high][k] - points[low][k];
      if (!(h > 0)) continue;
      const Valued &a = found[low], &b = found[high];
      local.f[k] = (b.f - a.f) / h / (in_own_units ? 1 : f_unit_);
      for (std::size_t i = 0; i < local.equal.size(); ++i)
        local.equal[i][k] = (b.equal[i] - a.equal[i]) / h / (in_own_units ? 1 : equal_units_[i]);
      for (std::size_t i = 0; i < local.most.size(); ++i)
        local.most[i][k] = (b.most[i] - a.most[i]) / h / (in_own_units ? 1 : most_units_[i]);
    }
    return local;
  }

  Vector merit_slope(const Local& local) const {
    Vector g = local.f;
    const auto add = [&](double factor, const Vector& slope) {
      for (std::size_t k = 0; k < g.size(); ++k) g[k] += factor * slope[k];
    };
    for (std::size_t i = 0; i < local.equal.size(); ++i)
      add(equal_weights_[i] + penalty_ * local.value.equal[i] / equal_units_[i], local.equal[i]);
    for (std::size_t i = 0; i < local.most.size(); ++i)
      add(std::max(0.0, most_weights_[i] + penalty_ * local.value.most[i] / most_units_[i]),
          local.most[i]);
    return g;
  }

  // Quasi-Newton steps until they no longer go down, or are as short as the tolerance.
  void descend(Vector& u) const {
    const std::size_t n = u.size();
    Vector H(n * n);
    const auto reset = [&] {
      for (std::size_t k = 0; k < n * n; ++k) H[k] = k % (n + 1) == 0 ? 1 : 0;
    };
    reset();
    Local here = slopes(u);
    Vector g = merit_slope(here);
    bool fresh = true;
    for (int step = 0; step < most_inner && going(); ++step) {
      Vector d = direction(u, g, H);
      if (!(product(d, g) < 0)) break;
      Vector next = u;
      if (!search_line(u, merit(here.value), g, d, next)) {
        if (fresh) break;
        reset();
        fresh = true;
        continue;
      }
      here = slopes(next);
      const Vector slope = merit_slope(here);
      Vector s(n), y(n);
      for (std::size_t k = 0; k < n; ++k) {
        s[k] = next[k] - u[k];
        y[k] = slope[k] - g[k];
      }
      u = std::move(next);
      g = slope;
      fresh = false;
      if (largest(s) < 0.1 * tolerance_) break;
      update(H, s, y);
    }
  }

  // −H g, of what is not held at a bound.
  static Vector direction(const Vector& u, const Vector& g, const Vector& H) {
    const std::size_t n = u.size();
    std::vector<bool> held(n);
    for (std::size_t k = 0; k < n; ++k)
      held[k] = (u[k] <= 0 && g[k] > 0) || (u[k] >= 1 && g[k] < 0);
    const auto along = [&](bool plain) {
      Vector d(n);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n && !held[i]; ++j)
          if (!held[j]) d[i] -= (plain ? (i == j ? 1.0 : 0.0) : H[i * n + j]) * g[j];
      }
      return d;
    };
    Vector d = along(false);
    if (!(product(d, g) < 0)) d = along(true);
    const double size = largest(d);
    if (size > 0.3)
      for (double& one : d) one *= 0.3 / size;
    return d;
  }

  // The longest of steps halved again and again that goes down enough (Armijo), along the path at the bounds.
  bool search_line(const Vector& u, double from, const Vector& g, const Vector& d,
                   Vector& next) const {
    double share = 1;
    for (int round = 0; round < 6; ++round) {
      std::vector<Vector> points;
      for (int k = 0; k < 4; ++k, share /= 2) {
        Vector point = u;
        for (std::size_t i = 0; i < u.size(); ++i) point[i] += share * d[i];
        clamp(point);
        points.push_back(std::move(point));
      }
      const std::vector<Valued> found = values(points);
      for (std::size_t k = 0; k < points.size(); ++k) {
        double down = 0;
        for (std::size_t i = 0; i < u.size(); ++i) down += g[i] * (points[k][i] - u[i]);
        if (merit(found[k]) <= from + 1e-4 * down && points[k] != u) {
          next = points[k];
          return true;
        }
      }
    }
    return false;
  }

  static void update(Vector& H, const Vector& s, const Vector& y) {
    const std::size_t n = s.size();
    const double sy = product(s, y);
    if (!(sy > 1e-10 * std::sqrt(product(s, s) * product(y, y)))) return;
    Vector Hy(n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) Hy[i] += H[i * n + j] * y[j];
    const double yHy = product(y, Hy);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        H[i * n + j] += (1 + yHy / sy) * s[i] * s[j] / sy - (Hy[i] * s[j] + s[i] * Hy[j]) / sy;
      }
    }
  }

  // One step to either side of each number; shorter ones where none is better. Whether it came to the tolerance.
  bool compass(Vector& u) const {
    double best = merit(values({u})[0]);
    Vector last(u.size());  // what led down before leads down again, across a kink
    double reach = 0.01;
    for (int round = 0; round < most_compass && going(); ++round) {
      std::vector<Vector> points;
      for (std::size_t k = 0; k < u.size(); ++k) {
        for (const double side : {-1.0, 1.0}) {
          points.push_back(u);
          points.back()[k] = std::clamp(u[k] + side * reach, 0.0, 1.0);
        }
      }
      if (largest(last) > 0) {
        points.push_back(u);
        for (std::size_t k = 0; k < u.size(); ++k) points.back()[k] += 2 * last[k];
        clamp(points.back());
      }
      const std::vector<Valued> found = values(points);
      std::size_t chosen = points.size();
      for (std::size_t k = 0; k < points.size(); ++k) {
        const double there = merit(found[k]);
        if (there < best - 1e-12 * std::abs(best)) {
          best = there;
          chosen = k;
        }
      }
      if (chosen == points.size()) {
        if (reach <= tolerance_) return true;
        reach = std::max(reach / 4, tolerance_);
        last.assign(u.size(), 0);
        continue;
      }
      for (std::size_t k = 0; k < u.size(); ++k) last[k] = points[chosen][k] - u[k];
      u = points[chosen];
    }
    return false;
  }

  const Vector &lower_, &upper_;
  const Asked& ask_;
  double tolerance_;
  const std::function<bool()>& goes_on_;
  double f_unit_ = 1, penalty_ = 10;
  Vector equal_units_, most_units_, equal_weights_, most_weights_;
};

}  // namespace

Minimum minimise(const Vector& lower, const Vector& upper, const Vector& start, const Asked& ask,
                 double tolerance, const std::function<bool()>& goes_on) {
  return Search(lower, upper, ask, tolerance, goes_on).from(start);
}

}  // namespace zwang::estimate
