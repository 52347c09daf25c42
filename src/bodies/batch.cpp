// SPDX-License-Identifier: Apache-2.0
#include "bodies/batch.h"

#include <algorithm>
#include <cmath>

namespace zwang::bodies {

Batch::Batch(const Tree& tree, const std::vector<RowShape>& shapes, const Sweeps& set)
    : tree_(tree),
      sweeps_(set),
      links_(tree, LinkOrder::by_limb),
      rows_(tree, shapes),
      wrenches_(48 * batch_width * std::max<Index>(rows_.wrench_count(), 1)),
      numbers_(batch_width * batch_width * std::max<Index>(rows_.number_count(), 1)),
      demand_(batch_width * (rows_.rows() + 1)),
      lambda_(batch_width * (rows_.rows() + 1)) {
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

Index Batch::solve(const BatchLoad& load, const double* b, Asked::Of of, double* acceleration,
                   double* lambda, Answer* answers) noexcept {
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
  Index refused = 0;
  for (Index s = 0; s < batch_width; ++s) {
    answers[s] = {quality[s] <= kTrusted, static_cast<Index>(quality[batch_width + s]),
                  1 / std::sqrt(quality[2 * batch_width + s])};
    refused += !answers[s].solved;
  }
  return refused;
}

}  // namespace zwang::bodies
