// SPDX-License-Identifier: Apache-2.0
#include "bodies/batch.h"

#include <algorithm>
#include <cmath>

namespace zwang::bodies {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// System s of `count` entries.
void gather(const double* from, Index s, Index count, double* to) {
  for (Index k = 0; k < count; ++k) to[k] = from[batch_width * k + s];
}
void scatter(const double* from, Index s, Index count, double* to) {
  for (Index k = 0; k < count; ++k) to[batch_width * k + s] = from[k];
}

Force<double> force(const double* lanes, Index s) {
  const auto part = [&](Index k) { return lanes[batch_width * k + s]; };
  return {{part(0), part(1), part(2)}, {part(3), part(4), part(5)}};
}

}  // namespace

Batch::Batch(const Tree& tree, const std::vector<RowShape>& shapes, const Sweeps& set)
    : tree_(tree),
      sweeps_(set),
      links_(tree, LinkOrder::by_limb),
      rows_(tree, shapes),
      alone_(tree, shapes, set),
      wrenches_(48 * batch_width * std::max<Index>(rows_.wrench_count(), 1)),
      numbers_(batch_width * batch_width * std::max<Index>(rows_.number_count(), 1)),
      demand_(batch_width * (rows_.rows() + 1)),
      lambda_(batch_width * (rows_.rows() + 1)),
      one_(tree.nq + 3 * tree.nv + 2 * rows_.rows() + 1),
      one_wrenches_(tree.bodies.size()) {
  // Room for every link both in space and in a plane: which it will be is not known yet.
  BatchTask& t = task_;
  t.links = t.planar_links = tree.size() + 1;
  t.basins = tree.size();
  t.nv = tree.nv;
  t.rows = rows_.rows();
  t.groups = rows_.groups();
  t.pairs = static_cast<Index>(rows_.pair.size());
  t.steps = static_cast<Index>(rows_.step.size());
  t.rates = static_cast<Index>(rows_.rate.size());
  t.group = rows_.group.data();
  t.step = rows_.step.data();
  t.pair = rows_.pair.data();
  t.run = rows_.run.data();
  t.wrench = wrenches_.data();
  t.entry = numbers_.data();
  t.demand = demand_.data();
  t.lambda = lambda_.data();
  t.exact = kExact;
  t.trusted = kTrusted;
  memory_ = AlignedArray(sweeps_.batch_room(t));
  t.memory = memory_.data();
}

void Batch::prepare(const Solids& solids, bool flat) noexcept {
  if (links_.prepare(tree_, solids, flat)) rows_.follow(links_);
  links_.set_gravity(task_.gravity);
  alone_.prepare(solids, flat);
  task_.links = links_.spatial_links();
  task_.planar_links = links_.planar_links();
  task_.basins = links_.basins;
  task_.link = links_.link.data();
  task_.numbers = links_.numbers.data();
  task_.solids = solids.of.data();
  task_.turns = links_.turns.data();
  task_.planar_link = links_.planar_link.data();
  task_.planar_numbers = links_.planar_numbers.data();
  task_.plane = links_.plane_of_branch.data();
}

void Batch::place(const double* q, const double* v) noexcept {
  task_.q = q;
  task_.v = v;
  sweeps_.batch_place(task_);
}

static BatchBody find(const LinkPlan& links, Index body) noexcept {
  return {links.place(body), links.planar(body), links.at_rest(body)};
}

void Batch::axes(Index body, double* axes, double* omega) const noexcept {
  sweeps_.batch_axes(task_, find(links_, body), axes, omega);
}

double* Batch::wrench(Index row, Index k) noexcept {
  const Index slot = rows_.wrench_slot(row, k);
  return slot < 0 ? nullptr : wrenches_.data() + 48 * (batch_width * (slot / 48) + slot % 48);
}

double* Batch::number(Index row, Index k) noexcept {
  return numbers_.data() + batch_width * rows_.number_slot(row, k);
}

void Batch::set_points(Index row, Index count, Index k, const Vec3<double>& local, double sign,
                       double* b) noexcept {
  const Index body = rows_.shapes[at(row)].bodies[at(k)];
  if (body == ground) return;
  BatchPoint point = {local, sign, count, {}, {}};
  for (Index i = 0; i < count; ++i) {
    point.wrench[i] = wrench(row + i, k);
    point.demand[i] = b + batch_width * (row + i);
    for (Index part = 0; part < 3; ++part)
      std::fill_n(point.wrench[i] + batch_width * (3 + part), batch_width, part == i ? sign : 0);
  }
  sweeps_.batch_point(task_, find(links_, body), point);
}

Index Batch::solve(const BatchLoad& load, const double* b, Asked::Of of, RankTolerance tolerance,
                   double* acceleration, double* lambda, Answer* answers) noexcept {
  const Index m = rows_.rows();
  alignas(64) double quality[3 * batch_width];
  task_.tau = load.tau;
  task_.wrenches = load.wrenches;
  task_.gravity = load.gravity;
  links_.set_gravity(load.gravity);
  task_.acceleration = acceleration;
  task_.quality = quality;
  task_.of_rates = of == Asked::Of::rates;
  for (Index k = 0; k < m; ++k)
    std::copy_n(b + batch_width * rows_.row(k), batch_width, demand_.data() + batch_width * k);
  sweeps_.batch_solve(task_);
  if (lambda)
    for (Index k = 0; k < m; ++k)
      std::copy_n(lambda_.data() + batch_width * k, batch_width,
                  lambda + batch_width * rows_.row(k));
  Index alone = 0;
  for (Index s = 0; s < batch_width; ++s) {
    answers[s] = {};
    answers[s].rank = static_cast<Index>(quality[batch_width + s]);
    answers[s].least_pivot = 1 / std::sqrt(quality[2 * batch_width + s]);
    if (quality[s] <= kTrusted) continue;
    answers[s] = solve_alone(s, load, b, of, tolerance, acceleration, lambda);
    ++alone;
  }
  return alone;
}

Answer Batch::solve_alone(Index s, const BatchLoad& load, const double* b, Asked::Of of,
                          RankTolerance tolerance, double* acceleration, double* lambda) noexcept {
  const Index m = rows_.rows(), nv = tree_.nv;
  double *q = one_.data(), *v = q + tree_.nq, *tau = v + nv, *one_b = tau + nv, *x = one_b + m,
         *one_lambda = x + nv;
  gather(task_.q, s, tree_.nq, q);
  gather(task_.v, s, nv, v);
  Load one;
  if (load.tau) {
    gather(load.tau, s, nv, tau);
    one.tau = tau;
  }
  if (load.wrenches) {
    for (Index i = 0; i < tree_.size(); ++i)
      one_wrenches_[at(i)] = force(load.wrenches + 6 * batch_width * i, s);
    one.wrenches = one_wrenches_.data();
  }
  one.gravity = load.gravity;
  alone_.place(q, v);
  for (Index r = 0; r < m; ++r) {
    const RowShape& shape = rows_.shapes[at(r)];
    one_b[r] = b[batch_width * r + s];
    for (Index k = 0; k < static_cast<Index>(shape.bodies.size()); ++k)
      if (const double* lanes = wrench(r, k)) alone_.rows().set_wrench(r, k, force(lanes, s));
    for (Index k = 0; k < static_cast<Index>(shape.rates.size()); ++k)
      alone_.rows().set_number(r, k, number(r, k)[s]);
  }
  const Answer answer = alone_.solve(one, {one_b, nullptr, of, tolerance}, x, one_lambda);
  scatter(x, s, nv, acceleration);
  if (lambda) scatter(one_lambda, s, m, lambda);
  return answer;
}

}  // namespace zwang::bodies
