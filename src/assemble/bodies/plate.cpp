// SPDX-License-Identifier: Apache-2.0
// Triangles from the first corner to each edge, with their signs: of one with edges a and b from there the
// area is A = a × b / 2, the center at (a + b)/3, and ∫ r rᵀ dA = A/12 (a aᵀ + b bᵀ + (a + b)(a + b)ᵀ).

#include "assemble/bodies/plate.h"

#include <array>
#include <cmath>

#include "scope/code.h"

namespace zwang::compile {

using formula::Graph;
using formula::Node;

namespace {

using Spot = std::array<double, 2>;

double turn(const Spot& a, const Spot& b, const Spot& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/// Of a spot on the line through a and b: whether it lies between them.
bool is_between(const Spot& a, const Spot& b, const Spot& c) {
  for (std::size_t k = 0; k < 2; ++k)
    if (c[k] < std::min(a[k], b[k]) || c[k] > std::max(a[k], b[k])) return false;
  return true;
}

bool do_meet(const Spot& a, const Spot& b, const Spot& c, const Spot& d) {
  const double abc = turn(a, b, c), abd = turn(a, b, d), cda = turn(c, d, a), cdb = turn(c, d, b);
  const auto apart = [](double x, double y) { return (x > 0 && y < 0) || (x < 0 && y > 0); };
  if (apart(abc, abd) && apart(cda, cdb)) return true;
  return (abc == 0 && is_between(a, b, c)) || (abd == 0 && is_between(a, b, d)) ||
         (cda == 0 && is_between(c, d, a)) || (cdb == 0 && is_between(c, d, b));
}

/// Whether two edges that are no neighbours meet, or two neighbours lie on each other.
bool crosses_itself(const std::vector<Spot>& at) {
  const std::size_t n = at.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Spot &a = at[i], &b = at[(i + 1) % n], &c = at[(i + 2) % n];
    if (turn(a, b, c) == 0 && (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) <= 0)
      return true;
    for (std::size_t j = i + 2; j < n && (j + 1) % n != i; ++j)
      if (do_meet(a, b, at[j], at[(j + 1) % n])) return true;
  }
  return false;
}

class Polygon {
 public:
  Polygon(Scope& scope, const ShapeSymbols& plate) : scope_(scope), g(scope.graph()) {
    for (const Vector3& corner : plate.corners) corners_.push_back(corner);
  }

  PlateMoments moments(const Expression& where) {
    for (std::size_t k = 1; k + 1 < corners_.size(); ++k) add_triangle(k);
    const bool back = scope_.is_negative(area_);
    if (is_crossed())
      scope_.complain(code::shape, where, "the outline of this plate crosses itself",
                      "give its corners in order, as one goes around it");
    else if (!back && !scope_.is_positive(area_))
      scope_.complain(code::shape, where, "the corners of this plate lie on one line");
    const auto mean = [&](Node x) { return g.divide(x, area_); };
    PlateMoments all;
    const Node x = mean(first_[0]), y = mean(first_[1]);
    all.area = back ? g.negate(area_) : area_;
    all.x = g.add(corners_[0][0], x);
    all.y = g.add(corners_[0][1], y);
    all.xx = g.subtract(mean(second_[0]), g.square(x));
    all.xy = g.subtract(mean(second_[1]), g.multiply(x, y));
    all.yy = g.subtract(mean(second_[2]), g.square(y));
    return all;
  }

 private:
  Node edge(std::size_t k, std::size_t axis) {
    return g.subtract(corners_[k][axis], corners_[0][axis]);
  }

  void add_triangle(std::size_t k) {
    const Node ax = edge(k, 0), ay = edge(k, 1), bx = edge(k + 1, 0), by = edge(k + 1, 1);
    const Node A = g.multiply(g.constant(0.5), g.subtract(g.multiply(ax, by), g.multiply(ay, bx)));
    const Node sx = g.add(ax, bx), sy = g.add(ay, by);
    area_ = g.add(area_, A);
    const auto part = [&](double share, Node x) {
      return g.multiply(g.constant(share), g.multiply(A, x));
    };
    first_[0] = g.add(first_[0], part(1.0 / 3, sx));
    first_[1] = g.add(first_[1], part(1.0 / 3, sy));
    const auto square = [&](Node a, Node b, Node s, Node c, Node d, Node r) {
      return g.add(g.multiply(a, c), g.add(g.multiply(b, d), g.multiply(s, r)));
    };
    second_[0] = g.add(second_[0], part(1.0 / 12, square(ax, bx, sx, ax, bx, sx)));
    second_[1] = g.add(second_[1], part(1.0 / 12, square(ax, bx, sx, ay, by, sy)));
    second_[2] = g.add(second_[2], part(1.0 / 12, square(ay, by, sy, ay, by, sy)));
  }

  bool is_crossed() {
    std::vector<Spot> at;
    for (const Vector3& corner : corners_)
      at.push_back({scope_.number(corner[0]), scope_.number(corner[1])});
    return crosses_itself(at);
  }

  Scope& scope_;
  Graph& g;
  std::vector<Vector3> corners_;
  Node area_ = g.constant(0);
  std::array<Node, 2> first_{area_, area_};
  std::array<Node, 3> second_{area_, area_, area_};
};

}  // namespace

PlateMoments plate_moments(Scope& scope, const ShapeSymbols& plate) {
  return Polygon(scope, plate).moments(Expression("", plate.shape->where));
}

}  // namespace zwang::compile
