// SPDX-License-Identifier: Apache-2.0
// Distances of simple shapes, as formulas. All are exact where the shapes are apart or just touch, and
// have first derivatives there; second derivatives jump where another feature becomes the nearest.

#include "assemble/touch/meeting.h"

#include <cmath>
#include <utility>

#include "assemble/bodies/pose.h"
#include "assemble/touch/boxes.h"
#include "assemble/touch/placed.h"
#include "base/words/joints.h"

namespace zwang::compile {

using formula::Graph;
using formula::no_node;
using formula::Node;
using formula::Op;
using Kind = Shape::Kind;

namespace {

// The square of a sine: of axes that are turned against each other by a thousandth.
constexpr double along_each_other = 1e-6;

class Meeter {
 public:
  Meeter(Scope& scope, const Touch& touch)
      : g_(scope.graph()), first_(scope, touch.first), second_(scope, touch.second) {}

  // Of capsules: that they do not touch along a line.
  Node guard() {
    const Node near = g_.multiply(g_.constant(1e-6), g_.add(first_.size(0), second_.size(0)));
    const Node touches = g_.apply(Op::less, between_capsules().gap, near);
    return g_.select(touches, g_.subtract(nearest().apart, g_.constant(along_each_other)),
                     g_.constant(1));
  }

  Meeting meet() {
    switch (second_.kind()) {
      case Kind::plane:
        return on_plane();
      case Kind::box:
        return on_box();
      case Kind::cylinder:
      case Kind::disk:
        return on_cylinder();
      case Kind::capsule:
        return first_.kind() == Kind::capsule ? between_capsules() : on_capsule();
      default:
        return between_balls(second_.middle(), constants(g_, 0, 0, 0), second_.size(0));
    }
  }

 private:
  Vector3 less(const Vector3& u, const Vector3& v) { return add(g_, u, scale(g_, minus_one(), v)); }
  Node minus_one() { return g_.constant(-1); }
  Node half(Node x) { return g_.multiply(g_.constant(0.5), x); }
  Vector3 zero() { return constants(g_, 0, 0, 0); }

  // Beyond ±h: how far, with its sign; 0 between.
  Node beyond(Node x, Node h) {
    const Node o = g_.constant(0);
    return g_.add(g_.apply(Op::max, g_.subtract(x, h), o), g_.apply(Op::min, g_.add(x, h), o));
  }
  Node clamped(Node x, Node h) { return g_.apply(Op::min, g_.apply(Op::max, x, g_.negate(h)), h); }
  // A point on the axis of a shape.
  Vector3 along(const Placed& shape, Node height) {
    return shape.own_point({g_.constant(0), g_.constant(0), height});
  }
  Node length(const Vector3& v) { return g_.sqrt(dot(g_, v, v)); }

  /// What of the first shape comes near: a ball about a point that is fixed in its body.
  struct Ball {
    Vector3 middle;
    Node radius;
  };
  Ball ball() {
    const ShapeSymbols& shape = first_.symbols();
    const int feature = first_.feature();
    switch (first_.kind()) {
      case Kind::sphere:
        return {first_.middle(), first_.size(0)};
      case Kind::capsule: {
        const Node end = half(first_.size(1));
        return {along(first_, feature == 1 ? g_.negate(end) : end), first_.size(0)};
      }
      default:  // a corner
        return {first_.point(shape.corners[static_cast<std::size_t>(feature - 1)]), g_.constant(0)};
    }
  }

  Meeting on_plane() {
    const Vector3 own{second_.size(0), second_.size(1), second_.size(2)};
    const Vector3 n = second_.vector(multiply(g_, second_.symbols().R, own));
    const Vector3 p = second_.middle();
    if (first_.kind() == Kind::cylinder || first_.kind() == Kind::disk) return rim_on_plane(n, p);
    const Ball b = ball();
    const Vector3 down = scale(g_, g_.negate(b.radius), n), off = less(b.middle, p);
    return {g_.subtract(dot(g_, n, off), b.radius), n, first_.at(b.middle, down),
            second_.at(p, add(g_, off, down))};
  }

  // The lowest point of a rim: against n, as far as the plane of the rim allows.
  Meeting rim_on_plane(const Vector3& n, const Vector3& p) {
    Vector3 middle = first_.middle();
    const bool disk = first_.kind() == Kind::disk;
    const Node length = disk ? first_.symbols().thickness : first_.size(1);
    if (length != no_node)
      middle = along(first_, first_.feature() == 1 ? g_.negate(half(length)) : half(length));
    const Vector3 a = first_.axis(2);
    const Vector3 up = less(n, scale(g_, dot(g_, a, n), a));
    const Node size = this->length(up), radius = first_.size(0);
    const Vector3 down = scale(g_, g_.negate(g_.divide(radius, size)), up), off = less(middle, p);
    return {g_.subtract(dot(g_, n, off), g_.multiply(radius, size)), n, first_.at(middle, down),
            second_.at(p, add(g_, off, down))};
  }

  // The first a ball; the second a ball of this radius about hub + arm.
  Meeting between_balls(const Vector3& hub, const Vector3& arm, Node radius) {
    const Ball b = ball();
    const Vector3 d = less(b.middle, add(g_, hub, arm));
    const Node distance = length(d);
    const Vector3 n = scale(g_, g_.divide(g_.constant(1), distance), d);
    return {g_.subtract(distance, g_.add(b.radius, radius)), n,
            first_.at(b.middle, scale(g_, g_.negate(b.radius), n)),
            second_.at(hub, add(g_, arm, scale(g_, radius, n)))};
  }

  // The nearest point of the segment between the middles of its half balls.
  Meeting on_capsule() {
    const Vector3 u = second_.axis(2), hub = second_.middle();
    const Node t = clamped(dot(g_, u, less(ball().middle, hub)), half(second_.size(1)));
    return between_balls(hub, scale(g_, t, u), second_.size(0));
  }

  /// The nearest points of the axes of two capsules: at s and t from their middles. Where the axes are parallel
  /// there are many, and `apart`, the square of the sine between them, is 0.
  struct Nearest {
    Vector3 u, v;
    Node s, t, apart;
  };
  Nearest nearest() {
    Nearest x{first_.axis(2), second_.axis(2), no_node, no_node, no_node};
    const Vector3 r = less(first_.middle(), second_.middle());
    const Vector3 across = cross(g_, x.u, x.v);
    const Node b = dot(g_, x.u, x.v), c = dot(g_, x.u, r), f = dot(g_, x.v, r);
    const Node h = half(first_.size(1)), k = half(second_.size(1));
    x.apart = dot(g_, across, across);
    const Node safe = g_.apply(Op::max, x.apart, g_.constant(1e-12));
    const Node first = clamped(g_.divide(g_.subtract(g_.multiply(b, f), c), safe), h);
    x.t = clamped(g_.add(g_.multiply(b, first), f), k);
    x.s = clamped(g_.subtract(g_.multiply(b, x.t), c), h);
    return x;
  }

  Meeting between_capsules() {
    const Nearest x = nearest();
    const Vector3 hub = first_.middle(), other = second_.middle();
    const Vector3 arm = scale(g_, x.s, x.u), reach = scale(g_, x.t, x.v);
    const Vector3 d = less(add(g_, hub, arm), add(g_, other, reach));
    const Node distance = length(d), r = first_.size(0), R = second_.size(0);
    const Vector3 n = scale(g_, g_.divide(g_.constant(1), distance), d);
    return {g_.subtract(distance, g_.add(r, R)), n,
            first_.at(hub, add(g_, arm, scale(g_, g_.negate(r), n))),
            second_.at(other, add(g_, reach, scale(g_, R, n)))};
  }

  // `off`: from the nearest point of the second to the middle of the ball.
  Meeting at_nearest(const Vector3& off) {
    const Ball b = ball();
    const Vector3 hub = second_.middle();
    const Node distance = length(off);
    const Vector3 n = scale(g_, g_.divide(g_.constant(1), distance), off);
    const Vector3 down = scale(g_, g_.negate(b.radius), n);
    return {g_.subtract(distance, b.radius), n, first_.at(b.middle, down),
            second_.at(hub, add(g_, less(b.middle, hub), down))};
  }

  Meeting on_box() {
    const Vector3 d = less(ball().middle, second_.middle());
    Vector3 off = zero();
    for (std::size_t k = 0; k < 3; ++k) {
      const Vector3 axis = second_.axis(k);
      off = add(g_, off, scale(g_, beyond(dot(g_, axis, d), half(second_.size(k))), axis));
    }
    return at_nearest(off);
  }

  // Along the axis and across it.
  Meeting on_cylinder() {
    const Vector3 d = less(ball().middle, second_.middle()), z = second_.axis(2);
    const bool disk = second_.kind() == Kind::disk;
    const Node thickness = disk ? second_.symbols().thickness : second_.size(1);
    const Node height = dot(g_, z, d);
    const Node above = thickness == no_node ? height : beyond(height, half(thickness));
    const Vector3 across = less(d, scale(g_, height, z));
    // max(ρ − R, 0)/ρ, which is 0 on the axis too: ρ is kept away from 0 by R there.
    const Node R = second_.size(0);
    const Node rho = g_.sqrt(g_.apply(Op::max, dot(g_, across, across), g_.square(R)));
    const Node share = g_.subtract(g_.constant(1), g_.divide(R, rho));
    return at_nearest(add(g_, scale(g_, above, z), scale(g_, share, across)));
  }

  Graph& g_;
  Placed first_, second_;
};

std::string words_of(Kind kind) { return "a " + std::string(words::shapes.of(kind)); }

// Features of the first with the second behind it.
MeetingKind in_order(const Shape& first, const Shape& second) {
  const Kind a = first.kind, b = second.kind;
  const bool round = b == Kind::sphere || b == Kind::box || b == Kind::capsule ||
                     b == Kind::cylinder || b == Kind::disk;
  if (b == Kind::plane) {
    switch (a) {
      case Kind::sphere:
        return {1, ""};
      case Kind::capsule:
        return {2, "end"};
      case Kind::box:
        return {8, "corner"};
      case Kind::hull:
        return {static_cast<int>(first.corners.size()), "corner"};
      case Kind::cylinder:
        return {2, "rim"};
      case Kind::disk:
        return first.thickness.given() ? MeetingKind{2, "rim"} : MeetingKind{1, "rim"};
      default:
        return {};
    }
  }
  if (a == Kind::sphere && round) return {1, ""};
  if (a == Kind::box && b == Kind::box) return {4, "corner"};
  if (a == Kind::capsule && b == Kind::capsule) return {1, ""};
  return {};
}

}  // namespace

MeetingKind meeting_kind(const Shape& first, const Shape& second) {
  MeetingKind kind = in_order(first, second);
  if (kind.features > 0) return kind;
  kind = in_order(second, first);
  kind.swap = kind.features > 0;
  if (kind.swap) return kind;
  const bool rod = first.kind == Kind::rod || second.kind == Kind::rod;
  kind.why = rod ? "a rod has no surface to touch with"
                 : "how " + words_of(first.kind) + " touches " + words_of(second.kind) +
                       " is not known here";
  return kind;
}

std::string refuse_meeting(Scope& scope, const Touch& touch) {
  if (are_boxes(scope, touch)) return refuse_boxes(scope, touch);
  const Placed first(scope, touch.first), second(scope, touch.second);
  if (first.kind() != Kind::capsule || second.kind() != Kind::capsule) return {};
  Graph& g = scope.graph();
  StartPoses poses(scope);
  const Vector3 u = poses.world(first.body(), first.local_axis(2)),
                v = poses.world(second.body(), second.local_axis(2)), across = cross(g, u, v);
  const Vector3 r = add(g, poses.point(first.body(), first.symbols().at),
                        scale(g, g.constant(-1), poses.point(second.body(), second.symbols().at)));
  if (scope.number(dot(g, across, across)) > along_each_other) return {};
  const Vector3 off = cross(g, u, r);
  const double side = std::sqrt(scope.number(dot(g, off, off))),
               radii = scope.number(first.size(0)) + scope.number(second.size(0)),
               halves = 0.5 * (scope.number(first.size(1)) + scope.number(second.size(1)));
  const bool beside = std::abs(scope.number(dot(g, u, r))) < halves;
  return beside && side < (1 + 1e-6) * radii ? "these capsules touch along a line at the start"
                                             : "";
}

formula::Node meeting_guard(Scope& scope, const Touch& touch) {
  if (are_boxes(scope, touch)) {
    return touch.first.feature == 1 ? guard_boxes(scope, touch) : no_node;
  }
  if (Placed(scope, touch.first).kind() != Kind::capsule ||
      Placed(scope, touch.second).kind() != Kind::capsule) {
    return no_node;
  }
  return Meeter(scope, touch).guard();
}

Meeting meet(Scope& scope, const Touch& touch) {
  if (are_boxes(scope, touch)) return meet_boxes(scope, touch);
  return Meeter(scope, touch).meet();
}

}  // namespace zwang::compile
