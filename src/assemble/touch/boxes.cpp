// SPDX-License-Identifier: Apache-2.0
// Two boxes of which one keeps an edge parallel to a face of the other, as in stacks and walls: then what two
// faces have in common is a rectangle, and its corners are the corners of one face, moved to the nearest place of
// the other. There the gap is that between the two faces: along the normal of the base, whose face an edge of the
// other stands on; or along that of the other, where an edge of the base carries it. Both are zero together.

#include "assemble/touch/boxes.h"

#include <array>
#include <cmath>

#include "assemble/bodies/pose.h"

namespace zwang::compile {

using formula::Graph;
using formula::Node;
using formula::Op;
using Kind = Shape::Kind;

namespace {

using Numbers = std::array<double, 3>;

double dot(const Numbers& a, const Numbers& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// A box at the start, in numbers.
struct Start {
  Numbers middle, half;
  std::array<Numbers, 3> axis;

  double reach(const Numbers& u) const {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) sum += half[k] * std::abs(dot(axis[k], u));
    return sum;
  }
};

Start start_of(Scope& scope, const Placed& box) {
  StartPoses poses(scope);
  const auto numbers = [&](const Vector3& v) {
    return Numbers{scope.number(v[0]), scope.number(v[1]), scope.number(v[2])};
  };
  Start start;
  start.middle = numbers(poses.point(box.body(), box.symbols().at));
  for (std::size_t k = 0; k < 3; ++k) {
    start.axis[k] = numbers(poses.world(box.body(), box.local_axis(k)));
    start.half[k] = 0.5 * scope.number(box.size(k));
  }
  return start;
}

/// Which faces meet.
struct Faces {
  bool swapped = false;   // the base is the first of the pair
  std::size_t base = 0;   // axis of the base's face
  double base_sign = 1;   // which of the two
  std::size_t other = 0;  // the same of the other's
  double other_sign = 1;
  double apart = 0;     // how far the boxes are apart
  double side = 0;      // the same, along the edges of the base
  double parallel = 0;  // the best cosine between edges of the two faces
  double size = 0;      // of both
};

Faces find_faces(const Start& first, const Start& second) {
  Faces best;
  for (const Start* const box : {&first, &second})
    for (const double x : box->half) best.size = std::max(best.size, x);
  const Numbers d{first.middle[0] - second.middle[0], first.middle[1] - second.middle[1],
                  first.middle[2] - second.middle[2]};
  best.apart = -HUGE_VAL;
  for (const bool swapped : {false, true}) {
    const Start& base = swapped ? first : second;
    for (std::size_t k = 0; k < 3; ++k) {
      const Numbers& u = base.axis[k];
      const double apart = std::abs(dot(u, d)) - first.reach(u) - second.reach(u);
      // Rounding does not choose.
      if (apart <= best.apart + 1e-9 * best.size) continue;
      best.apart = apart;
      best.swapped = swapped;
      best.base = k;
      best.base_sign = (dot(u, d) < 0) != swapped ? -1 : 1;
    }
  }
  const Start &base = best.swapped ? first : second, &other = best.swapped ? second : first;
  const Numbers& n = base.axis[best.base];
  for (std::size_t k = 1; k < 3; ++k)
    if (std::abs(dot(n, other.axis[k])) > std::abs(dot(n, other.axis[best.other])) + 1e-9)
      best.other = k;
  best.other_sign = dot(n, other.axis[best.other]) * best.base_sign > 0 ? -1 : 1;
  best.side = -HUGE_VAL;
  for (std::size_t i = 1; i < 3; ++i) {
    const Numbers& u = base.axis[(best.base + i) % 3];
    best.side = std::max(best.side, std::abs(dot(u, d)) - first.reach(u) - second.reach(u));
  }
  for (std::size_t i = 1; i < 3; ++i)
    for (std::size_t j = 1; j < 3; ++j)
      best.parallel =
          std::max(best.parallel,
                   std::abs(dot(base.axis[(best.base + i) % 3], other.axis[(best.other + j) % 3])));
  return best;
}

// Edges that are turned against each other by a thousandth are not parallel: the corners of what the faces have
// in common are then off by as much of their size.
constexpr double parallel = 1 - 0.5e-6;
constexpr double tilted = 0.7;  // a cosine

class Boxes {
 public:
  Boxes(Scope& scope, const Touch& touch)
      : g_(scope.graph()),
        first_(scope, touch.first),
        second_(scope, touch.second),
        faces_(find_faces(start_of(scope, first_), start_of(scope, second_))),
        base_(faces_.swapped ? first_ : second_),
        other_(faces_.swapped ? second_ : first_) {
    o_ = base_.middle();
    for (std::size_t k = 0; k < 3; ++k) {
      e_[k] = base_.axis(k);
      f_[k] = other_.axis(k);
    }
    n_ = scale(g_, g_.constant(faces_.base_sign), e_[faces_.base]);
    m_ = scale(g_, g_.constant(faces_.other_sign), f_[faces_.other]);
    x0_ = other_.own_point(face_point(0, 0));
  }

  const Faces& faces() const { return faces_; }

  Meeting meet(int corner) {
    const Corner c = at(corner);
    // Where no face lies on a face, the gap is only known to be as large as the boxes are apart. Where one does, how
    // far they are apart along the normal is the least of the four gaps: rounding must not let it stand for all.
    const auto [above, s, t] = apart();
    Node gap = g_.select(steep(), above, c.gap);
    for (const Node side : {s, t}) gap = g_.apply(Op::max, gap, side);
    // From the base to the other.
    Vector3 up;
    for (std::size_t k = 0; k < 3; ++k) up[k] = g_.select(c.on_edge, g_.negate(m_[k]), n_[k]);
    const MeetingPoint of_base = base_.at(o_, c.place);
    const MeetingPoint of_other = other_.at(x0_, add(g_, less(o_, x0_), c.place));
    if (!faces_.swapped) return {gap, up, of_other, of_base};
    return {gap, scale(g_, g_.constant(-1), up), of_base, of_other};
  }

  Node guard() {
    Node least = g_.constant(HUGE_VAL);
    for (int k = 1; k <= 4; ++k) least = g_.apply(Op::min, least, at(k).gap);
    const auto [above, s, t] = apart();
    const Node side = g_.apply(Op::max, s, t), tolerance = g_.constant(1e-6 * faces_.size);
    const Node one = g_.constant(1);
    const auto both = [&](Node x, Node y) { return g_.apply(Op::both, x, y); };
    const auto less = [&](Node x, Node y) { return g_.apply(Op::less, x, y); };
    // Each a little before they touch: afterwards they would not come nearer.
    const Node any = g_.subtract(g_.apply(Op::max, above, side), tolerance);
    const Node beside = both(less(least, g_.negate(tolerance)), less(above, tolerance));
    const Node aside = g_.select(beside, g_.subtract(side, tolerance), one);
    const Node touches =
        both(less(g_.apply(Op::abs, least), tolerance), less(side, g_.constant(0)));
    const Node left = g_.subtract(g_.negate(side), tolerance);  // of what the faces have in common
    const Node turned = g_.subtract(edges(), g_.constant(parallel));
    const Node faces = g_.select(touches, g_.apply(Op::min, left, turned), one);
    return g_.select(steep(), any, g_.apply(Op::min, aside, faces));
  }

 private:
  /// A corner of what the faces have in common.
  struct Corner {
    Node on_edge;  // a condition: an edge of the base carries the other
    Node gap;
    Vector3 place;  // on the base's face, from the middle of the base
  };

  Vector3 less(const Vector3& u, const Vector3& v) {
    return add(g_, u, scale(g_, g_.constant(-1), v));
  }
  Node half(const Placed& box, std::size_t k) {
    return g_.multiply(g_.constant(0.5), box.size(k % 3));
  }

  // Of the other's face, in its own frame: its middle, or a corner.
  Vector3 face_point(double a, double b) {
    const std::size_t k = faces_.other;
    Vector3 point;
    point[k] = g_.multiply(g_.constant(faces_.other_sign), half(other_, k));
    point[(k + 1) % 3] = g_.multiply(g_.constant(a), half(other_, k + 1));
    point[(k + 2) % 3] = g_.multiply(g_.constant(b), half(other_, k + 2));
    return point;
  }

  // The cosine of the angle between the faces; from `tilted` on another face is nearer.
  Node level() { return g_.negate(compile::dot(g_, m_, n_)); }
  Node steep() { return g_.apply(Op::less, level(), g_.constant(tilted)); }

  Corner at(int corner) {
    const int k = corner - 1;
    const Vector3 v = other_.own_point(face_point(k & 1 ? 1 : -1, k & 2 ? 1 : -1));
    const Vector3 d = less(v, o_);
    Corner c;
    c.place = scale(g_, half(base_, faces_.base), n_);
    std::array<Node, 2> beyond, slope;
    for (std::size_t i = 0; i < 2; ++i) {
      const Vector3& e = e_[(faces_.base + i + 1) % 3];
      const Node p = compile::dot(g_, e, d), most = half(base_, faces_.base + i + 1);
      const Node near = g_.apply(Op::min, g_.apply(Op::max, p, g_.negate(most)), most);
      c.place = add(g_, c.place, scale(g_, near, e));
      beyond[i] = g_.apply(Op::less, most, g_.apply(Op::abs, p));
      slope[i] = g_.apply(Op::abs, compile::dot(g_, e, m_));
    }
    // Beyond the face along the way that the other slopes: along the parallel edge nothing changes.
    c.on_edge = g_.select(g_.apply(Op::less, slope[0], slope[1]), beyond[1], beyond[0]);
    const Node along_m = compile::dot(g_, m_, add(g_, less(o_, x0_), c.place));
    c.gap = g_.select(c.on_edge, along_m, g_.divide(along_m, level()));
    return c;
  }

  // How far the boxes are apart along the axes of the base, that of its face first; negative where they overlap.
  std::array<Node, 3> apart() {
    const Vector3 d = less(other_.middle(), o_);
    std::array<Node, 3> apart;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vector3& e = e_[(faces_.base + i) % 3];
      Node x = g_.subtract(g_.apply(Op::abs, compile::dot(g_, e, d)), half(base_, faces_.base + i));
      for (std::size_t k = 0; k < 3; ++k) {
        const Node share = g_.apply(Op::abs, compile::dot(g_, e, f_[k]));
        x = g_.subtract(x, g_.multiply(share, half(other_, k)));
      }
      apart[i] = x;
    }
    return apart;
  }

  // The best cosine between edges of the two faces.
  Node edges() {
    Node best = g_.constant(0);
    for (std::size_t i = 1; i < 3; ++i)
      for (std::size_t j = 1; j < 3; ++j)
        best = g_.apply(Op::max, best,
                        g_.apply(Op::abs, compile::dot(g_, e_[(faces_.base + i) % 3],
                                                       f_[(faces_.other + j) % 3])));
    return best;
  }

  Graph& g_;
  Placed first_, second_;
  Faces faces_;
  const Placed &base_, &other_;
  Vector3 o_, x0_, n_, m_;  // middle of the base, of the other's face; normals out of both faces
  std::array<Vector3, 3> e_, f_;
};

}  // namespace

bool are_boxes(Scope& scope, const Touch& touch) {
  return Placed(scope, touch.first).kind() == Kind::box &&
         Placed(scope, touch.second).kind() == Kind::box;
}

Meeting meet_boxes(Scope& scope, const Touch& touch) {
  return Boxes(scope, touch).meet(touch.first.feature);
}

std::string refuse_boxes(Scope& scope, const Touch& touch) {
  const Faces faces = Boxes(scope, touch).faces();
  if (faces.apart < -1e-6 * faces.size) return "these boxes lie inside each other at the start";
  if (faces.apart < 1e-6 * faces.size && faces.side > -1e-6 * faces.size)
    return "these boxes touch with an edge alone at the start";
  if (faces.parallel < parallel)
    return "how boxes touch that are turned against each other is not known here: of two faces "
           "that "
           "meet one edge is parallel to one of the other";
  return {};
}

Node guard_boxes(Scope& scope, const Touch& touch) { return Boxes(scope, touch).guard(); }

}  // namespace zwang::compile
