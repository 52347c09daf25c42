// SPDX-License-Identifier: Apache-2.0
// Two freedoms. Geodesics: rays all round, closer where neighbours part near the end; each cell of two rays
// and two places on them that holds the end is a first guess. Otherwise: triangles of rates, whose images are
// cut where they are long and near the end.

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <list>
#include <map>
#include <numbers>

#include "extremal/scan/scan.h"

namespace zwang::extremal {

namespace {

constexpr int first_rays = 180, places = 240;
constexpr std::size_t most_rays = 4000;
constexpr double apart = 0.12;  // of the radius of curvature: of neighbouring rays
constexpr double near = 3;      // times how far neighbours part: 1.5 misses pairs at folds
constexpr double slack = 0.15;  // of barycentric coordinates: images of cells are bent
constexpr double shot_tolerance = 1e-9;
constexpr double finest_angle = 1e-7;
constexpr double too_bent = 0.5;        // how much slopes may change from ray to ray
constexpr double smallest_fold = 1e-6;  // of the extent: what a fold of rays is followed to

constexpr int first_cells = 24;          // across the disk
constexpr long most_shots = 5000;        // of a disk
constexpr double finest = 1.0 / 100;     // of the disk: cells with lost shots
constexpr double smallest = 1.0 / 4000;  // of the disk: any cell
constexpr double thinnest = 0.1;         // twice the area over the square of the longest edge
constexpr int most_newton = 12;

/// Newton's iteration on shots, with their Jacobi fields. True: arrived.
bool aim(Shooter& shooter, const Target& target, double extent, std::vector<double>& direction,
         Scan& scan) {
  double last = INFINITY;
  std::vector<double> step(2);
  double damping = 1;
  std::vector<double> from = direction;
  for (int i = 0; i < most_newton && shooter.goes_on(); ++i) {
    ++scan.shots;
    const Landing end = shooter.land(direction, shot_tolerance);
    if (!end.good) return false;
    const double n0 = target.along(0, end.x.data()), n1 = target.along(1, end.x.data());
    const double off = std::hypot(n0, n1);
    if (off > last) {  // back, half as far
      damping *= 0.5;
      if (damping < 0.05) return false;
      for (int k = 0; k < 2; ++k) direction[k] = from[k] + damping * step[k];
      continue;
    }
    last = off;
    const std::size_t n = end.x.size();
    const double a = target.part(0, end.J.data()), b = target.part(0, end.J.data() + n);
    const double c = target.part(1, end.J.data()), d = target.part(1, end.J.data() + n);
    const double det = a * d - b * c;
    if (!(std::abs(det) > 0)) return false;
    step = {-(d * n0 - b * n1) / det, -(a * n1 - c * n0) / det};
    const double speed = std::hypot(direction[0], direction[1]),
                 length = std::hypot(step[0], step[1]);
    if (off <= 1e-9 * extent || length <= 1e-9 * speed)
      return target.distance(end.x.data()) <= 1e-3 * extent;
    if (!(length < 0.5 * speed + extent)) return false;
    from = direction;
    damping = 1;
    for (int k = 0; k < 2; ++k) direction[k] += step[k];
  }
  return false;
}

/// Whether the origin lies in the image of a triangle, roughly; the weights of its corners.
bool holds(const std::array<std::array<double, 2>, 3>& e, std::array<double, 3>& weights) {
  const double ax = e[1][0] - e[0][0], ay = e[1][1] - e[0][1], bx = e[2][0] - e[0][0],
               by = e[2][1] - e[0][1];
  const double det = ax * by - ay * bx;
  const double size = std::max({std::abs(ax), std::abs(ay), std::abs(bx), std::abs(by)});
  if (!(std::abs(det) > 1e-9 * size * size)) return false;
  weights[1] = (-e[0][0] * by + e[0][1] * bx) / det;
  weights[2] = (-ax * e[0][1] + ay * e[0][0]) / det;
  weights[0] = 1 - weights[1] - weights[2];
  return std::all_of(weights.begin(), weights.end(), [](double w) { return w >= -slack; });
}

class Plane {
 public:
  Plane(Shooter& shooter, const Target& target, double slowest, double R, double extent, Scan& scan)
      : shooter_(shooter),
        target_(target),
        slowest_(slowest),
        R_(R),
        extent_(extent),
        scan_(scan) {}

  std::vector<Aimed> found;

 protected:
  void try_from(std::vector<double> direction) {
    const auto is_known = [&](const Aimed& other) {
      return std::hypot(other.direction[0] - direction[0], other.direction[1] - direction[1]) <
             1e-6 * R_;
    };
    if (!aim(shooter_, target_, extent_, direction, scan_)) return;
    const double speed = std::hypot(direction[0], direction[1]);
    if (speed > 1.02 * R_ || speed < 0.98 * slowest_) return;  // of another ring
    if (std::none_of(found.begin(), found.end(), is_known)) found.push_back({std::move(direction)});
  }

  Shooter& shooter_;
  const Target& target_;
  double slowest_, R_, extent_;
  Scan& scan_;
};

class RayScan : public Plane {
 public:
  using Plane::Plane;

  void run() {
    for (int k = 0; k <= first_rays && shooter_.goes_on(); ++k)
      rays_.push_back(shoot(2 * std::numbers::pi * k / first_rays));
    if (!shooter_.goes_on()) return;  // perhaps without a single ray
    find_width();
    for (auto ray = rays_.begin(), next = std::next(ray);
         next != rays_.end() && shooter_.goes_on();) {
      const bool part =
          rays_.size() < most_rays && next->angle - ray->angle > finest_angle && parts(*ray, *next);
      if (part) {
        next = rays_.insert(next, shoot(0.5 * (ray->angle + next->angle)));
      } else {
        if (rays_.size() >= most_rays && parts(*ray, *next)) ++scan_.unresolved;
        ray = next++;
      }
    }
    unfold();
    for (auto ray = rays_.begin(), next = std::next(ray); next != rays_.end(); ray = next++) {
      if (!shooter_.goes_on()) return;
      look(*ray, *next);
    }
  }

 private:
  struct Ray {
    double angle = 0;
    std::vector<double> x;         // of its places, those that it reaches
    std::vector<double> distance;  // of each to the target
    double bend = 0;               // the largest |x''|/|x'|²
  };

  Ray shoot(double angle) {
    ++scan_.shots;
    Ray ray;
    ray.angle = angle;
    const Shooter::Shot shot = shooter_.shoot({R_ * std::cos(angle), R_ * std::sin(angle)});
    const bvp::Curve& curve = shot.curve;
    if (curve.intervals() < 1) return ray;
    n_ = curve.n;
    std::vector<double> z(curve.size());
    const double last = curve.mesh.back();
    for (int k = 0; k <= places; ++k) {
      const double tau = static_cast<double>(k) / places;
      if (tau > last) break;
      evaluate(curve, tau, z.data());
      ray.x.insert(ray.x.end(), z.begin(), z.begin() + n_);
      ray.distance.push_back(target_.distance(z.data()));
    }
    for (Index i = 0; i < curve.intervals(); ++i) {
      double v2 = 0, a2 = 0;
      for (Index r = 0; r < n_; ++r) {
        v2 += curve.at(i)[n_ + r] * curve.at(i)[n_ + r];
        const double K = curve.rates_of(i)[r];
        a2 += K * K;
      }
      if (v2 > 0) ray.bend = std::max(ray.bend, std::sqrt(a2) / v2);
    }
    if (ray.distance.size() <= places) ++scan_.lost;
    return ray;
  }

  // Rays that part by less than this are nearly parallel between.
  void find_width() {
    std::vector<double> bends;
    for (const Ray& ray : rays_) bends.push_back(ray.bend);
    std::sort(bends.begin(), bends.end());
    const double bend = bends[bends.size() * 9 / 10];
    width_ = apart * (bend > 0 ? std::min(1 / bend, extent_) : extent_);
    spacing_ = R_ / places;
  }

  double between(const Ray& a, const Ray& b, std::size_t k) const {
    double sum = 0;
    for (Index i = 0; i < n_; ++i) {
      const double d = a.x[k * n_ + i] - b.x[k * n_ + i];
      sum += d * d;
    }
    return std::sqrt(sum);
  }
  std::size_t both(const Ray& a, const Ray& b) const {
    return std::min(a.distance.size(), b.distance.size());
  }

  // The last place before the ring that is asked for.
  std::size_t first_place() const {
    return static_cast<std::size_t>(std::max(0.0, 0.97 * slowest_ / R_ * places - 1));
  }

  bool parts(const Ray& a, const Ray& b) const {
    for (std::size_t k = first_place(); k < both(a, b); ++k) {
      const double sep = between(a, b, k), reach = near * sep + 2 * spacing_;
      if (sep > width_ && std::min(a.distance[k], b.distance[k]) < reach) return true;
    }
    return false;
  }

  // Where rays turn over, two of them may meet the end side by side, beyond the chords of their neighbours:
  // they are shot more closely there, until what is left of the fold is smaller than anything that counts.
  void unfold() {
    for (auto a = rays_.begin(); std::next(a, 2) != rays_.end() && shooter_.goes_on();) {
      const auto b = std::next(a), c = std::next(b);
      if (!folds(*a, *b, *c)) {
        a = b;
        continue;
      }
      if (rays_.size() >= most_rays) {
        ++scan_.unresolved;
        a = b;
        continue;
      }
      // One fold leads along many places; a new ray may end it for the ones before.
      const bool first = b->angle - a->angle > c->angle - b->angle;
      const auto from = first ? a : b;
      if (std::next(from)->angle - from->angle <= finest_angle) {
        a = b;
        continue;
      }
      rays_.insert(std::next(from), shoot(0.5 * (from->angle + std::next(from)->angle)));
      if (a != rays_.begin()) --a;
    }
  }
  // Whether the front of three rays is far from straight at a place from where it may reach the end. Rays on
  // both sides of a fold are near each other: how far the front goes between them, slopes tell.
  bool folds(const Ray& a, const Ray& b, const Ray& c) const {
    const double first = b.angle - a.angle, second = c.angle - b.angle;
    const std::size_t all = std::min(both(a, b), both(b, c));
    for (std::size_t k = first_place(); k < all; ++k) {
      double bend = 0, u2 = 0, v2 = 0;
      for (Index i = 0; i < n_; ++i) {
        const std::size_t at = k * n_ + i;
        const double u = (b.x[at] - a.x[at]) / first, v = (c.x[at] - b.x[at]) / second;
        bend += (u - v) * (u - v);
        u2 += u * u;
        v2 += v * v;
      }
      const double way = std::sqrt(std::max(u2, v2)) * std::max(first, second);
      if (way < smallest_fold * extent_ || bend < too_bent * too_bent * std::max(u2, v2)) continue;
      const double distance = std::min({a.distance[k], b.distance[k], c.distance[k]});
      if (distance < way + 2 * spacing_) return true;
    }
    return false;
  }

  void look(const Ray& a, const Ray& b) {
    for (std::size_t k = first_place(); k + 1 < both(a, b); ++k) {
      const double sep = std::max(between(a, b, k), between(a, b, k + 1));
      if (std::min(a.distance[k], b.distance[k]) > 2 * (sep + spacing_)) continue;
      const auto corner = [&](const Ray& ray, std::size_t place) {
        const double* const x = ray.x.data() + place * n_;
        return std::array<double, 2>{target_.along(0, x), target_.along(1, x)};
      };
      std::array<double, 3> w;
      const double da = b.angle - a.angle, ds = 1.0 / places, s = static_cast<double>(k) / places;
      if (holds({corner(a, k), corner(b, k), corner(a, k + 1)}, w))
        guess(a.angle + w[1] * da, s + w[2] * ds);
      if (holds({corner(b, k + 1), corner(a, k + 1), corner(b, k)}, w))
        guess(b.angle - w[1] * da, s + ds - w[2] * ds);
    }
  }
  void guess(double angle, double s) {
    if (s > 0) try_from({R_ * s * std::cos(angle), R_ * s * std::sin(angle)});
  }

  std::list<Ray> rays_;
  Index n_ = 0;
  double width_ = 0, spacing_ = 0;
};

class DiskScan : public Plane {
 public:
  using Plane::Plane;

  void run() {
    width_ = apart * extent_;
    const double cell = 2 * R_ / first_cells;
    // Neighbours share their corners, to the last bit: else slivers between them are cut for ever.
    const auto line = [this](int k) { return R_ * (2.0 * k / first_cells - 1); };
    for (int i = 0; i < first_cells; ++i) {
      for (int j = 0; j < first_cells; ++j) {
        const double x = line(i), y = line(j), right = line(i + 1), above = line(j + 1);
        const double far = std::hypot(std::max(std::abs(x), std::abs(right)),
                                      std::max(std::abs(y), std::abs(above)));
        const double middle = std::hypot(x + 0.5 * cell, y + 0.5 * cell);
        if (far < slowest_ || middle - 0.75 * cell > R_) continue;
        const int a = corner(x, y), b = corner(right, y), c = corner(x, above),
                  d = corner(right, above);
        open_.push_back({a, b, d});
        open_.push_back({a, d, c});
      }
    }
    cover();
  }

 private:
  struct Corner {
    double v[2];
    bool good, spent;
    double e[2], distance;
    std::vector<double> x;
  };
  using Triangle = std::array<int, 3>;

  int corner(double x, double y) {
    const auto [at, is_new] = numbers_.try_emplace({x, y}, static_cast<int>(corners_.size()));
    if (!is_new) return at->second;
    ++scan_.shots;
    ++shots_;
    Corner corner{{x, y}, false, false, {0, 0}, INFINITY, {}};
    const bool room = shots_ <= most_shots && shooter_.goes_on();
    const Landing end = room ? shooter_.reach({x, y}, 1e-7) : Landing{};
    corner.good = end.good;
    corner.spent = end.spent || !room;
    if (end.good) {
      corner.e[0] = target_.along(0, end.x.data());
      corner.e[1] = target_.along(1, end.x.data());
      corner.distance = target_.distance(end.x.data());
      corner.x = end.x;
    }
    corners_.push_back(std::move(corner));
    return at->second;
  }

  double image(int a, int b) const {
    double sum = 0;
    for (std::size_t i = 0; i < corners_[a].x.size(); ++i) {
      const double d = corners_[a].x[i] - corners_[b].x[i];
      sum += d * d;
    }
    return std::sqrt(sum);
  }
  double length(int a, int b) const {
    return std::hypot(corners_[a].v[0] - corners_[b].v[0], corners_[a].v[1] - corners_[b].v[1]);
  }

  bool is_needle(const Triangle& t) const {
    const double *const a = corners_[t[0]].v, *const b = corners_[t[1]].v,
                        *const c = corners_[t[2]].v;
    const double area = std::abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
    const double longest = std::max({length(t[0], t[1]), length(t[1], t[2]), length(t[2], t[0])});
    return area < thinnest * longest * longest;
  }

  // Large ones first, so that what is left over in the end is small.
  void cover() {
    while (!open_.empty() && shooter_.goes_on()) {
      const Triangle t = open_.front();
      open_.pop_front();
      int good = 0;
      for (const int c : t) good += corners_[c].good;
      if (good == 0) {
        const bool spent =
            std::any_of(t.begin(), t.end(), [this](int c) { return corners_[c].spent; });
        ++(spent ? scan_.unresolved : scan_.lost);
        continue;
      }
      // By its image; but needles, whose corners would near their long edge for ever, by their length.
      const bool by_image = good == 3 && !is_needle(t);
      int cut = -1;  // the edge that begins at this corner
      double most = 0, longest = 0;
      for (int k = 0; k < 3; ++k) {
        const int a = t[k], b = t[(k + 1) % 3];
        const double size = by_image ? image(a, b) : length(a, b);
        if (good == 3) most = std::max(most, image(a, b));
        if (size > longest) {
          longest = size;
          cut = k;
        }
      }
      if (cut < 0) {
        ++scan_.unresolved;
        continue;
      }
      const double distance =
          std::min({corners_[t[0]].distance, corners_[t[1]].distance, corners_[t[2]].distance});
      const bool done = good == 3 ? most <= width_ || distance > near * most : false;
      if (done) {
        look(t);
        continue;
      }
      const double widest = length(t[cut], t[(cut + 1) % 3]);
      if (shots_ > most_shots || widest < (good == 3 ? smallest : finest) * R_) {
        ++scan_.unresolved;
        if (good == 3) look(t);
        continue;
      }
      const int a = t[cut], b = t[(cut + 1) % 3], c = t[(cut + 2) % 3];
      const int m = corner(0.5 * (corners_[a].v[0] + corners_[b].v[0]),
                           0.5 * (corners_[a].v[1] + corners_[b].v[1]));
      open_.push_back({m, b, c});
      open_.push_back({a, m, c});
    }
  }

  void look(const Triangle& t) {
    std::array<std::array<double, 2>, 3> e;
    for (int k = 0; k < 3; ++k) e[k] = {corners_[t[k]].e[0], corners_[t[k]].e[1]};
    std::array<double, 3> w;
    if (!holds(e, w)) return;
    std::vector<double> direction(2);
    for (int k = 0; k < 3; ++k) {
      for (int i = 0; i < 2; ++i) direction[i] += w[k] * corners_[t[k]].v[i];
    }
    try_from(std::move(direction));
  }

  std::deque<Triangle> open_;
  std::map<std::pair<double, double>, int> numbers_;
  std::vector<Corner> corners_;
  double width_ = 0;
  long shots_ = 0;
};

}  // namespace

std::vector<Aimed> scan_rays(Shooter& shooter, const Target& target, double slowest, double R,
                             double extent, Scan& scan) {
  RayScan rays(shooter, target, slowest, R, extent, scan);
  rays.run();
  return std::move(rays.found);
}

std::vector<Aimed> scan_disk(Shooter& shooter, const Target& target, double slowest, double R,
                             double extent, Scan& scan) {
  DiskScan disk(shooter, target, slowest, R, extent, scan);
  disk.run();
  return std::move(disk.found);
}

}  // namespace zwang::extremal
