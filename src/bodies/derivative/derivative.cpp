// SPDX-License-Identifier: Apache-2.0
#include "bodies/derivative/derivative.h"

#include <algorithm>

#include "base/contract.h"
#include "bodies/inverse_dynamics.h"
#include "bodies/space/quaternion.h"

namespace zwang::bodies {

CommonPaths::CommonPaths(const Tree& tree, const Changes& changes)
    : blocks_(tree.bodies.size()), body_(changes.count()) {
  count_rows(tree, changes);
  Index rows = 0;
  for (Index i = 0; i < tree.size(); ++i) {
    const Index own = changes.count(tree.bodies[i]);
    block(i).rows = rows;
    block(i).entries = entries_;
    rows += block(i).count;
    entries_ += own * block(i).count;
    std::fill_n(body_.begin() + block(i).first, own, i);
  }
  rows_.resize(rows);
  list_rows(tree, changes);
}

void CommonPaths::count_rows(const Tree& tree, const Changes& changes) {
  for (Index i = 0; i < tree.size(); ++i) {
    const Body& body = tree.bodies[i];
    const Index own = changes.count(body);
    block(i).first = changes.first(body);
    if (body.parent != ground)
      block(i).above = block(body.parent).above + changes.count(tree.bodies[body.parent]);
    block(i).count += block(i).above;
    for (Index j = i; j != ground; j = tree.bodies[j].parent) block(j).count += own;
  }
}

// Bodies ascend, and so do the rows of each: what carries it comes before it, what it carries after.
void CommonPaths::list_rows(const Tree& tree, const Changes& changes) {
  std::vector<Index> next(blocks_.size());
  for (Index i = 0; i < tree.size(); ++i) {
    const Body& body = tree.bodies[i];
    next[i] = block(i).rows + block(i).above;
    if (body.parent != ground)
      std::copy_n(rows_.begin() + block(body.parent).rows, block(i).above,
                  rows_.begin() + block(i).rows);
    for (Index j = i; j != ground; j = tree.bodies[j].parent)
      for (Index k = 0; k < changes.count(body); ++k) rows_[next[j]++] = changes.first(body) + k;
  }
}

namespace {

Force<double> turned(const Vec3<double>& theta, const Force<double>& f) noexcept {
  return {cross(theta, f.torque), cross(theta, f.force)};
}

/// What Ψ + 2 χ × ẋ asks of all that is carried.  [TREES 20]
Force<double> asked(const Carried& carried, const Motion<double>& Psi,
                    const Vec3<double>& chi) noexcept {
  return carried.inertia * Psi +
         Force<double>{carried.coriolis * chi, 2.0 * cross(chi, carried.momentum)};
}

/// Whether the coordinate m of a joint moves what the force along n is counted along: those before it
/// in the order of joint.h do not, but the turns of a quaternion have no order.
bool carries(Joint joint, Index count, Index m, Index n) noexcept {
  const Index first_turn = joint == Joint::ball ? 0 : joint == Joint::free ? 3 : count;
  return m <= n || (m >= first_turn && n >= first_turn);
}

}  // namespace

Derivative::Derivative(const Tree& tree, const Changes& changes)
    : pattern_(tree, changes),
      subtrees_(tree.bodies.size()),
      columns_(changes.count()),
      below_(tree.bodies.size()),
      by_position_(pattern_.entries()),
      by_rate_(by_position_.size()) {}

void Derivative::form(const Tree& tree, const Solids& solids, const Kinematics& kinematics,
                      const Changes& changes, const double* q, const Acting& acting) noexcept {
  expects(columns_.size() == at(changes.count()) && subtrees_.size() == tree.bodies.size());
  gather(tree, solids, kinematics, changes, acting);
  for (Index i = 0; i < tree.size(); ++i) {
    const Body& body = tree.bodies[i];
    const Index first = changes.first(body), count = changes.count(body);
    below_[i] = pattern_.above(i) + count;
    if (count == 0) continue;
    form_joint(changes, i, body);
    if (changes.over() == Over::coordinates && has_quaternion(body.joint))
      add_quaternion(kinematics, i, body, q);
    for (Index k = 0; k < count; ++k) walk(tree, kinematics, changes, i, first, k);
    for (Index j = body.parent; j != ground; j = tree.bodies[j].parent) below_[j] += count;
  }
}

void Derivative::gather(const Tree& tree, const Solids& solids, const Kinematics& kinematics,
                        const Changes& changes, const Acting& acting) noexcept {
  for (std::size_t i = 0; i < subtrees_.size(); ++i) {
    const BodyState& state = kinematics[static_cast<Index>(i)];
    const Vec3<double>& omega = state.velocity.angular;
    Motion<double> felt = changes.acceleration(static_cast<Index>(i));
    felt.linear -= acting.gravity;
    Subtree& here = subtrees_[i];
    here.felt = felt.linear;
    here.carried = carried_alone(solids.of[i], state.R, omega);
    here.action = acting.actions ? acting.actions[i] : Action{};
    here.joint = newton_euler(solids.of[i], state.R, omega, felt) - here.action.wrench;
  }
  for (Index i = tree.size(); i-- > 0;) {
    const Index parent = tree.bodies[i].parent;
    if (parent == ground) continue;
    const Vec3<double>& r = kinematics[i].r;
    const Subtree& here = subtrees_[i];
    Subtree& to = subtrees_[parent];
    to.carried += inward(here.carried, r, changes.rdot(i));
    to.joint += inward(here.joint, r);
    to.action += inward(here.action, r);
  }
}

// The columns of a joint's coordinates, and where they meet the rows of the same joint.
void Derivative::form_joint(const Changes& changes, Index number, const Body& body) noexcept {
  const Subtree& here = subtrees_[number];
  const Index first = changes.first(body), count = changes.count(body);
  for (Index m = 0; m < count; ++m) {
    const Change &change = changes.by_position(first + m), &faster = changes.by_rate(first + m);
    const Vec3<double>&theta = change.way.angular, &s = change.way.linear;
    Column& column = columns_[first + m];
    column.Psi = {change.acceleration.angular,
                  change.acceleration.linear - cross(theta, here.felt)};
    const Force<double> f = asked(here.carried, column.Psi, change.rate.angular) +
                            turned(theta, here.action.wrench) -
                            Force<double>{here.action.turning * theta, zero3<double>()};
    column.by_position = f + turned(theta, here.joint);
    column.by_position.torque += cross(s, here.joint.force);
    column.by_rate = asked(here.carried, faster.acceleration, faster.rate.angular);
    const Index to = pattern_.begin(first + m) + pattern_.above(number);
    for (Index n = 0; n < count; ++n) {
      const Motion<double>& S = changes.by_position(first + n).way;
      by_position_[to + n] = dot(S, carries(body.joint, count, m, n) ? f : column.by_position);
      by_rate_[to + n] = dot(S, column.by_rate);
    }
  }
}

// Along a quaternion forces are counted as 2 e (0, τ)/|e|², which knows e: what form_joint() found
// is how τ changes.
void Derivative::add_quaternion(const Kinematics& kinematics, Index number, const Body& body,
                                const double* q) noexcept {
  const Index turns = coordinates(body.joint) - 4, k = body.v + turns, i = body.q + turns;
  const Force<double>& joint = subtrees_[number].joint;
  const Vec3<double> tau = {dot(kinematics.S(k), joint), dot(kinematics.S(k + 1), joint),
                            dot(kinematics.S(k + 2), joint)};
  const Quaternion<double> e = quaternion(q + i), f = over_rates(e, tau);
  for (Index m = 0; m < 4; ++m) {
    double unit[4] = {}, change[4];
    unit[m] = 1;
    const Quaternion<double> de = quaternion<double>(unit);
    store((2 / dot(e, e)) * (times(de, tau) + -dot(e, de) * f), change);
    double* const to = by_position_.data() + pattern_.begin(i + m) + pattern_.above(number) + turns;
    for (Index n = 0; n < 4; ++n) to[n] += change[n];
  }
}

// From a coordinate inward: its row meets the columns of those that carry it, its column their rows.
void Derivative::walk(const Tree& tree, const Kinematics& kinematics, const Changes& changes,
                      Index number, Index first, Index k) noexcept {
  const Subtree& here = subtrees_[number];
  const Motion<double>& S = changes.by_position(first + k).way;
  Force<double> momentum = here.carried.inertia * S;
  Vec3<double> spin =
      transposed(here.carried.coriolis, S.angular) + 2.0 * cross(here.carried.momentum, S.linear);
  const Vec3<double> turn = cross(here.action.wrench.torque, S.angular) +
                            cross(here.action.wrench.force, S.linear) -
                            transposed(here.action.turning, S.angular);
  Column column = columns_[first + k];
  const Index own = pattern_.begin(first + k);
  for (Index i = number, j; (j = tree.bodies[i].parent) != ground; i = j) {
    const Vec3<double>& r = kinematics[i].r;
    spin += 2.0 * cross(changes.rdot(i), momentum.force);
    momentum = inward(momentum, r);
    column.by_position = inward(column.by_position, r);
    column.by_rate = inward(column.by_rate, r);
    const Body& carrier = tree.bodies[j];
    const Index c = changes.first(carrier), count = changes.count(carrier);
    for (Index m = 0; m < count; ++m) {
      const Change &change = changes.by_position(c + m), &faster = changes.by_rate(c + m);
      const std::size_t column_of = at(own + pattern_.above(j) + m);
      const std::size_t row_of = at(pattern_.begin(c + m) + below_[j] + k);
      by_position_[column_of] = dot(change.way, column.by_position);
      by_rate_[column_of] = dot(change.way, column.by_rate);
      by_position_[row_of] = dot(columns_[c + m].Psi, momentum) + dot(change.rate.angular, spin) +
                             dot(change.way.angular, turn);
      by_rate_[row_of] = dot(faster.acceleration, momentum) + dot(faster.rate.angular, spin);
    }
  }
}

void Derivative::fill(const double* entries, double* D, Index stride) const noexcept {
  const Index count = pattern_.columns();
  for (Index i = 0; i < count; ++i) std::fill(D + i * stride, D + i * stride + count, 0.0);
  for (Index column = 0; column < count; ++column) {
    const Index* const rows = pattern_.rows(column);
    const double* const x = entries + pattern_.begin(column);
    for (Index k = 0; k < pattern_.count(column); ++k) D[rows[k] * stride + column] = x[k];
  }
}

}  // namespace zwang::bodies
