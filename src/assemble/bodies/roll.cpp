// SPDX-License-Identifier: Apache-2.0
// A disk or a ball rolls on the plane z = 0 of another body, or a ball on a ball; in a model of the plane a wheel on
// the line y = 0, or on a circle. That it touches is a row of positions, and so never drifts; that it does not slip
// is two rows of rates, in the plane one.

#include "assemble/bodies/roll.h"

#include "assemble/bodies/anchor.h"
#include "assemble/bodies/solid_numbers.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::Graph;
using formula::no_node;
using formula::Node;

namespace {

class Rolling {
 public:
  Rolling(Scope& scope, const Closure& closure)
      : scope_(scope), g_(scope.graph()), poses_(scope), closure_(closure) {}

  std::vector<Node> residuals() {
    const auto hub = find_anchor(scope_, poses_, closure_.body, false);
    const Name ground{"ground"};
    const Name& on = closure_.on.text.empty() ? ground : closure_.on;
    const auto base = find_anchor(scope_, poses_, on, false);
    const Node radius = scope_.settled(closure_.radius);
    if (!hub || !base || radius == no_node) return {};
    if (hub->body == bodies::ground || hub->body == base->body) {
      scope_.complain(
          code::closure, closure_.body,
          hub->body == bodies::ground ? "the ground cannot roll" : "a body cannot roll on itself");
      return {};
    }
    if (!scope_.is_positive(radius)) {
      scope_.complain(code::closure, closure_.radius, "a radius must be greater than 0");
      return {};
    }
    hub_ = *hub;
    base_ = *base;
    radius_ = radius;
    if (scope_.is_flat()) {
      closure_.on_radius.given() ? add_on_circle() : add_on_line();
    } else {
      closure_.on_radius.given() ? add_on_ball() : add_on_plane();
    }
    return rows_;
  }

 private:
  Vector3 less(const Vector3& u, const Vector3& v) const {
    return add(g_, u, scale(g_, g_.constant(-1), v));
  }

  Vector3 rates(const Vector3& point) {
    Vector3 v = point;
    for (Node& x : v) {
      x = g_.op(x) == formula::Op::input && !scope_.is_settled(x) ? scope_.symbols().rate(x)
                                                                  : g_.constant(0);
    }
    return v;
  }

  // Of the material point at r from a point of the body.
  Vector3 velocity(const Anchor& anchor, const Vector3& r) {
    const Vector3 v = rates(anchor.point);
    if (anchor.body == bodies::ground) return v;
    const std::string& name = scope_.solids()[static_cast<std::size_t>(anchor.body)].name();
    const formula::Value omega = scope_.frames().omega(anchor.body, name + ".omega");
    return add(g_, v, cross(g_, {omega.at[0], omega.at[1], omega.at[2]}, r));
  }

  // The point of contact lies at radius·down from the hub.
  Vector3 slip(const Vector3& down) {
    const Vector3 r = scale(g_, radius_, down);
    const Vector3 on_base = add(g_, less(hub_.point, base_.point), r);
    return less(velocity(hub_, r), velocity(base_, on_base));
  }

  void add_on_plane() {
    const Matrix3 axes = identity(g_);
    const Vector3 n = world_vector(scope_, base_.body, axes[2]);
    Vector3 down = scale(g_, g_.constant(-1), n);
    Node height = radius_;
    if (!closure_.axis.empty()) {
      // The lowest point of the disk: against n, as far as the disk's plane allows.
      const Vector3 a =
          world_vector(scope_, hub_.body, read_direction(scope_, closure_.axis, 0, 0, 1));
      const Node tilt = dot(g_, a, n);
      const Vector3 up = less(n, scale(g_, tilt, a));
      const Node size = g_.sqrt(g_.subtract(g_.constant(1), g_.square(tilt)));
      for (std::size_t k = 0; k < 3; ++k) down[k] = g_.negate(g_.divide(up[k], size));
      height = g_.multiply(radius_, size);
    }
    rows_.push_back(g_.subtract(dot(g_, n, less(hub_.point, base_.point)), height));
    const Vector3 w = slip(down);
    for (std::size_t k = 0; k < 2; ++k) {
      rows_.push_back(dot(g_, world_vector(scope_, base_.body, axes[k]), w));
    }
  }

  void add_on_line() {
    const Matrix3 axes = identity(g_);
    const Vector3 n = world_vector(scope_, base_.body, axes[1]);
    rows_.push_back(g_.subtract(dot(g_, n, less(hub_.point, base_.point)), radius_));
    const Vector3 w = slip(scale(g_, g_.constant(-1), n));
    rows_.push_back(dot(g_, world_vector(scope_, base_.body, axes[0]), w));
  }

  void add_on_circle() {
    const Node other = scope_.settled(closure_.on_radius);
    if (other == no_node || !check_fit(other)) return;
    const Vector3 s = add_touch(other);
    const Vector3 w = slip(scale(g_, g_.constant(-1), s));
    rows_.push_back(g_.subtract(g_.multiply(s[0], w[1]), g_.multiply(s[1], w[0])));
  }

  // That two circles or balls touch; from the contact into the one that rolls.
  Vector3 add_touch(Node other) {
    const bool inside = scope_.is_negative(other);
    const Vector3 d = less(hub_.point, base_.point);
    const Node length = g_.sqrt(dot(g_, d, d));
    const Node wanted = g_.add(radius_, other);
    rows_.push_back(g_.subtract(length, inside ? g_.negate(wanted) : wanted));
    Vector3 s = d;
    for (Node& x : s) x = g_.divide(inside ? g_.negate(x) : x, length);
    return s;
  }

  // s points from the contact into the rolling ball; two vectors across it are smooth wherever it
  // does not point straight down.
  void add_on_ball() {
    const Node other = scope_.settled(closure_.on_radius);
    if (other == no_node || !check_ball(other)) return;
    const Vector3 s = add_touch(other);
    const Vector3 w = slip(scale(g_, g_.constant(-1), s));
    const Node one = g_.constant(1), a = g_.divide(one, g_.add(one, s[2]));
    const Node b = g_.negate(g_.multiply(a, g_.multiply(s[0], s[1])));
    const auto side = [&](Node x) { return g_.subtract(one, g_.multiply(a, g_.square(x))); };
    rows_.push_back(dot(g_, {side(s[0]), b, g_.negate(s[0])}, w));
    rows_.push_back(dot(g_, {b, side(s[1]), g_.negate(s[1])}, w));
  }

  bool check_ball(Node other) {
    if (!closure_.axis.empty()) {
      scope_.complain(code::closure, closure_.axis.front(), "only a ball can roll on a ball",
                      "leave 'axis' out");
      return false;
    }
    return check_fit(other);
  }

  bool check_fit(Node other) {
    const auto fits = [](std::span<const double> x) { return x[0] > 0 || x[0] < -x[1] ? 1 : 0; };
    if (scope_.decide({other, radius_}, fits) == 1) return true;
    scope_.complain(
        code::closure, closure_.on_radius,
        "'on_radius' must be positive, or negative and larger than 'radius' to roll inside",
        "on_radius = -2: inside, where 2 is larger than 'radius'");
    return false;
  }

  Scope& scope_;
  Graph& g_;
  StartPoses poses_;
  const Closure& closure_;
  Anchor hub_, base_;
  Node radius_ = no_node;
  std::vector<Node> rows_;
};

}  // namespace

std::vector<Node> roll_residuals(Scope& scope, const Closure& closure) {
  return Rolling(scope, closure).residuals();
}

}  // namespace zwang::compile
