// SPDX-License-Identifier: Apache-2.0
#include "bodies/constrained.h"

#include <algorithm>
#include <cmath>

#include "base/contract.h"
#include "bodies/space/turn.h"

namespace zwang::bodies {

namespace {

Vec3<double> plain(const Padded& a) { return {a.x, a.y, a.z}; }

}  // namespace

Constrained::Constrained(const Tree& tree, const std::vector<RowShape>& shapes, const Sweeps& set)
    : tree_(tree),
      sweeps_(set),
      links_(tree, LinkOrder::by_depth),
      rows_(tree, shapes),
      state_(tree.bodies.size() + 1),
      rate_(at(tree.nv)),
      basin_(tree.bodies.size()),
      planar_state_(tree.bodies.size() + 1),
      planar_rate_(at(tree.nv)),
      angles_(3 * round_up(tree.size() + 1, 8)) {
  const Index m = rows_.rows(), groups = rows_.groups();
  const Index ld = round_up(m + 8, 8), t = static_cast<Index>(rows_.rate.size());
  for (AlignedArray* lanes : {&room_.demand, &room_.e}) *lanes = AlignedArray(8 * groups);
  room_.carried = AlignedArray(48 * static_cast<Index>(rows_.step.size()));
  room_.T = AlignedArray(8 * t);
  room_.Td = AlignedArray(8 * t);
  room_.G = AlignedArray(m * ld + 8);
  room_.work = AlignedArray(4 * ld + 8);
  room_.lambda = AlignedArray(ld);
  room_.u.resize(rows_.rate.size());
  state_[0].R[0].x = state_[0].R[1].y = state_[0].R[2].z = 1;
}

void Constrained::prepare(const Solids& solids, bool flat) noexcept {
  expects(solids.of.size() == tree_.bodies.size());
  const bool changed = links_.prepare(tree_, solids, flat);
  const Index room = angles_.size() / 3;
  planar_state_[0] = {};
  angles_.data()[0] = 0;
  spatial_ = {links_.spatial_links(), links_.link.data(),  links_.numbers.data(),
              solids.of.data(),       state_.data(),       rate_.data(),
              basin_.data(),          links_.turns.data(), links_.turn_blocks};
  planar_ = {links_.planar_links(),
             links_.planar_link.data(),
             links_.planar_numbers.data(),
             links_.plane_of_branch.data(),
             angles_.data(),
             angles_.data() + room,
             angles_.data() + 2 * room,
             planar_state_.data(),
             planar_rate_.data()};
  links_.set_gravity(input_.gravity);
  if (!changed) return;
  for (RateState& rate : rate_) rate = {};
  for (LinkState& state : state_) state.c[0] = {};  // what a slider does not write
  rows_.follow(links_);
  std::size_t t = 0;
  for (const RowStep& step : rows_.step)
    for (Index k = 0; k < step.rates; ++k)
      room_.u[t++] = step.planar ? &planar_rate_[at(step.v + k)].u : &rate_[at(step.v + k)].u;
}

void Constrained::place(const double* q, const double* v) noexcept {
  input_.q = q;
  input_.v = v;
  if (spatial_.links > 1) sweeps_.outward(spatial_, input_);
  if (planar_.links > 1) sweeps_.planar_outward(planar_, input_);
}

Mat3<double> Constrained::axes(Index body) const noexcept {
  const Index i = links_.place(body);
  if (!links_.planar(body)) {
    const LinkState& s = state_[at(i)];
    return {plain(s.R[0]), plain(s.R[1]), plain(s.R[2])};
  }
  const Plane& plane = links_.plane(body);
  const Turn<double> by = {planar_.sine[i], planar_.cosine[i]};
  return turned_about(identity3<double>(), vec3<double>(plane.normal), by) * links_.at_rest(body);
}

Vec3<double> Constrained::omega(Index body) const noexcept {
  const Index i = links_.place(body);
  if (!links_.planar(body)) return plain(state_[at(i)].omega);
  return planar_state_[at(i)].omega * vec3<double>(links_.plane(body).normal);
}

void Constrained::set_points(Index row, Index count, Index k, const Vec3<double>& local,
                             double sign, double* b) noexcept {
  const Index body = rows_.shapes[at(row)].bodies[at(k)];
  if (body == ground) return;
  const Vec3<double> p = axes(body) * local, w = omega(body), way = sign * p;
  const Vec3<double> turning = cross(w, cross(w, p));
  const Force<double> wrench[3] = {{{0, way.z, -way.y}, {sign, 0, 0}},
                                   {{-way.z, 0, way.x}, {0, sign, 0}},
                                   {{way.y, -way.x, 0}, {0, 0, sign}}};
  const double taken[3] = {sign * turning.x, sign * turning.y, sign * turning.z};
  for (Index i = 0; i < count; ++i) {
    rows_.set_wrench(row + i, k, wrench[i]);
    b[row + i] -= taken[i];
  }
}

/// J̇ v of a body: the biases of all that carry it, each seen from the body.
Motion<double> Constrained::bias(Index body) const noexcept {
  Motion<double> sum = zero_motion<double>();
  if (body == ground) return sum;
  Index i = links_.place(body);
  if (links_.planar(body)) {
    double x = 0, y = 0;
    for (; i > 0; i = links_.planar_link[at(i)].parent) {
      x += planar_state_[at(i)].c[0];
      y += planar_state_[at(i)].c[1];
    }
    const Plane& plane = links_.plane(body);
    return {zero3<double>(), x * vec3<double>(plane.x) + y * vec3<double>(plane.y)};
  }
  Vec3<double> way = zero3<double>();
  for (; i > 0; i = links_.link[at(i)].parent) {
    const LinkState& s = state_[at(i)];
    const Vec3<double> turning = plain(s.c[0]);
    sum.linear += plain(s.c[1]) + cross(turning, way);
    sum.angular += turning;
    way += plain(s.r);
  }
  return sum;
}

void Constrained::set_demand(const Asked& asked) noexcept {
  for (Index r = 0; r < rows_.rows(); ++r) {
    double b = asked.b[r];
    const std::vector<Index>& bodies = rows_.shapes[at(r)].bodies;
    if (asked.of == Asked::Of::rates)
      for (std::size_t k = 0; k < bodies.size(); ++k)
        b += dot(bias(bodies[k]), rows_.wrench(r, static_cast<Index>(k)));
    room_.demand.data()[rows_.lane(r)] = b;
  }
}

bool Constrained::meet_rows(const Asked& asked, double* lambda) noexcept {
  const Index m = rows_.rows();
  set_demand(asked);
  task_ = {m,
           rows_.groups(),
           static_cast<Index>(rows_.pair.size()),
           rows_.group.data(),
           rows_.step.data(),
           rows_.pair.data(),
           rows_.run.data(),
           rows_.wrenches.data(),
           rows_.numbers.data(),
           room_.demand.data(),
           state_.data(),
           rate_.data(),
           links_.planar_link.data(),
           links_.plane_of_branch.data(),
           links_.planar_numbers.data(),
           planar_state_.data(),
           planar_rate_.data(),
           input_.gravity,
           room_.u.data(),
           room_.carried.data(),
           room_.T.data(),
           room_.Td.data(),
           room_.e.data(),
           room_.G.data(),
           round_up(m + 8, 8),
           room_.work.data(),
           room_.lambda.data(),
           kExact,
           kTrusted};
  sweeps_.weigh_rows(task_);
  if (!sweeps_.meet_rows(task_)) return false;
  if (lambda)
    for (Index k = 0; k < m; ++k) lambda[rows_.row(k)] = room_.lambda.data()[k];
  return true;
}

Answer Constrained::solve(const Load& load, const Asked& asked, double* acceleration,
                          double* lambda, const double* armature) noexcept {
  input_.tau = load.tau;
  input_.wrenches = load.wrenches;
  input_.armature = armature;
  const Vec3<double>&g = load.gravity, &last = input_.gravity;
  if (g.x != last.x || g.y != last.y || g.z != last.z) {
    input_.gravity = g;
    links_.set_gravity(g);
  }
  input_.acceleration = acceleration;
  bool sound = true;
  if (spatial_.links > 1) sound &= sweeps_.inward(spatial_, input_);
  if (planar_.links > 1) sound &= sweeps_.planar_inward(planar_, input_);
  if (sound && rows_.rows() > 0) sound = meet_rows(asked, lambda);
  if (!sound) return {false};
  if (spatial_.links > 1) sweeps_.accelerate(spatial_, input_);
  if (planar_.links > 1) sweeps_.planar_accelerate(planar_, input_);
  Answer answer;
  if (rows_.rows() == 0) return answer;
  const double* found = room_.work.data() + 4 * task_.ld;
  answer.rank = static_cast<Index>(found[0]);
  answer.least_pivot = 1 / std::sqrt(found[1]);
  return answer;
}

}  // namespace zwang::bodies
