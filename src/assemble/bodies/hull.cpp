// SPDX-License-Identifier: Apache-2.0
// Every plane through three corners that has all others on one side holds a face: the corners in it,
// in order around their middle, as a fan of triangles. n⁴ operations, of a few dozen corners nothing.

#include "assemble/bodies/hull.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace zwang::compile {

namespace {

using Point = std::array<double, 3>;

Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// Against the size of the hull: corners this near to a plane lie in it.
constexpr double flat = 1e-9;

class Hull {
 public:
  explicit Hull(std::vector<Point> points) : points_(std::move(points)) {
    for (const Point& p : points_) {
      const Point d = minus(p, points_.front());
      size_ = std::max(size_, std::sqrt(dot(d, d)));
    }
  }

  std::vector<Triangle> faces() {
    const std::size_t n = points_.size();
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) {
        for (std::size_t k = j + 1; k < n; ++k) try_plane(i, j, k);
      }
    }
    return triangles_;
  }

 private:
  void try_plane(std::size_t i, std::size_t j, std::size_t k) {
    Point normal = cross(minus(points_[j], points_[i]), minus(points_[k], points_[i]));
    const double length = std::sqrt(dot(normal, normal));
    if (!(length > flat * size_ * size_)) return;
    for (double& x : normal) x /= length;
    bool above = false, below = false;
    std::vector<std::size_t> in_plane;
    for (std::size_t p = 0; p < points_.size(); ++p) {
      const double height = dot(normal, minus(points_[p], points_[i]));
      if (std::abs(height) <= flat * size_) {
        in_plane.push_back(p);
      } else {
        (height > 0 ? above : below) = true;
      }
    }
    if (above == below || !known_.insert(in_plane).second) return;
    if (above) normal = {-normal[0], -normal[1], -normal[2]};
    add_face(in_plane, normal);
  }

  void add_face(const std::vector<std::size_t>& corners, const Point& normal) {
    Point middle{};
    for (const std::size_t p : corners) {
      for (std::size_t i = 0; i < 3; ++i)
        middle[i] += points_[p][i] / static_cast<double>(corners.size());
    }
    const Point u = minus(points_[corners.front()], middle), v = cross(normal, u);
    std::vector<std::pair<double, std::size_t>> around;
    for (const std::size_t p : corners) {
      const Point d = minus(points_[p], middle);
      around.emplace_back(std::atan2(dot(d, v), dot(d, u)), p);
    }
    std::sort(around.begin(), around.end());
    drop_inner(normal, around);
    for (std::size_t k = 1; k + 1 < around.size(); ++k) {
      triangles_.push_back({around[0].second, around[k].second, around[k + 1].second});
    }
  }

  // What lies inside the face, or on one of its edges, is no corner of it.
  void drop_inner(const Point& normal, std::vector<std::pair<double, std::size_t>>& around) const {
    for (std::size_t k = 0; k < around.size() && around.size() > 3;) {
      const Point &before = points_[around[(k + around.size() - 1) % around.size()].second],
                  &own = points_[around[k].second],
                  &after = points_[around[(k + 1) % around.size()].second];
      if (dot(normal, cross(minus(own, before), minus(after, own))) > flat * size_ * size_) {
        ++k;
        continue;
      }
      around.erase(around.begin() + static_cast<std::ptrdiff_t>(k));
      k = k > 0 ? k - 1 : 0;
    }
  }

  std::vector<Point> points_;
  double size_ = 0;
  std::set<std::vector<std::size_t>> known_;  // corners of the faces that were found
  std::vector<Triangle> triangles_;
};

}  // namespace

std::vector<Triangle> hull_faces(Scope& scope, const std::vector<Vector3>& corners) {
  std::vector<Point> points;
  for (const Vector3& corner : corners) {
    points.push_back({scope.number(corner[0]), scope.number(corner[1]), scope.number(corner[2])});
  }
  return Hull(std::move(points)).faces();
}

}  // namespace zwang::compile
