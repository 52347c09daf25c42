// SPDX-License-Identifier: Apache-2.0
#include "bodies/constrained_rows.h"

#include <algorithm>
#include <map>

#include "base/contract.h"

namespace zwang::bodies {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }
std::int32_t small(Index i) { return static_cast<std::int32_t>(i); }

/// Which body has each rate.
std::vector<Index> owners(const Tree& tree) {
  std::vector<Index> owner(at(tree.nv));
  for (Index i = 0; i < tree.size(); ++i)
    for (Index k = 0; k < rates(tree.bodies[at(i)].joint); ++k)
      owner[at(tree.bodies[at(i)].v + k)] = i;
  return owner;
}

/// The bodies that a row concerns and all that carry them, the farthest out first.
std::vector<Index> support_of(const Tree& tree, const std::vector<Index>& owner,
                              const RowShape& shape) {
  std::vector<Index> support;
  const auto add_path = [&](Index body) {
    for (Index i = body; i != ground; i = tree.bodies[at(i)].parent) support.push_back(i);
  };
  for (const Index body : shape.bodies) add_path(body);
  for (const Index rate : shape.rates) add_path(owner[at(rate)]);
  std::sort(support.begin(), support.end(), std::greater<>());
  support.erase(std::unique(support.begin(), support.end()), support.end());
  return support;
}

}  // namespace

RowPlan::RowPlan(const Tree& tree, const std::vector<RowShape>& rows)
    : shapes(rows), lane_(rows.size()) {
  for (const RowShape& shape : rows) {
    first_.push_back({wrench_slot_.size(), number_slot_.size()});
    wrench_slot_.resize(wrench_slot_.size() + shape.bodies.size(), -1);
    number_slot_.resize(number_slot_.size() + shape.rates.size(), -1);
  }
  owner_ = owners(tree);
  std::map<std::vector<Index>, std::size_t> known;
  std::vector<std::pair<std::vector<Index>, std::vector<Index>>> classes;  // support, members
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::vector<Index> support = support_of(tree, owner_, rows[r]);
    const auto [place, fresh] = known.try_emplace(support, classes.size());
    if (fresh) classes.push_back({std::move(support), {}});
    classes[place->second].second.push_back(static_cast<Index>(r));
  }
  for (const auto& [support, members] : classes)
    for (std::size_t first = 0; first < members.size(); first += 8)
      add_group(tree, support,
                {members.begin() + static_cast<Index>(first),
                 members.begin() + static_cast<Index>(std::min(first + 8, members.size()))});
  for (Index g = 0; g < groups(); ++g) find_slots(g);
  wrenches = AlignedArray(48 * std::max<Index>(wrench_count_, 1));
  numbers = AlignedArray(8 * std::max<Index>(number_count_, 1));
  find_runs();
}

void RowPlan::add_group(const Tree& tree, const std::vector<Index>& support,
                        const std::vector<Index>& members) {
  const Index first = static_cast<Index>(step.size());
  RowGroup g = {small(first),
                small(static_cast<Index>(support.size())),
                small(static_cast<Index>(rate.size())),
                0,
                small(static_cast<Index>(members.size())),
                small(static_cast<Index>(row_.size()))};
  for (const Index body : support) {
    const Body& b = tree.bodies[at(body)];
    const auto parent = std::find(support.begin(), support.end(), b.parent);
    const Index up = b.parent == ground ? -1 : first + (parent - support.begin());
    step.push_back({0, small(up), g.rates, small(b.v), small(rates(b.joint)), -1, -1, b.joint,
                    false, false, false});
    body_.push_back(small(body));
    for (Index k = 0; k < rates(b.joint); ++k) rate.push_back(small(b.v + k));
    g.rates += small(rates(b.joint));
  }
  for (Index s = first; s < static_cast<Index>(step.size()); ++s)
    if (step[at(s)].up >= 0 && step[at(s)].up != s + 1) {
      RowStep& up = step[at(step[at(s)].up)];
      step[at(s)].first = !up.gathers;
      up.gathers = true;
    }
  for (std::size_t k = 0; k < members.size(); ++k) {
    lane_[at(members[k])] = 8 * groups() + static_cast<Index>(k);
    row_.push_back(members[k]);
  }
  group.push_back(g);
}

/// Where the numbers of the group's rows go: one place for each body, or rate, that some row has.
void RowPlan::find_slots(Index g) {
  const RowGroup& here = group[at(g)];
  const auto step_of = [&](auto&& matches) {
    Index s = here.first_step;
    while (!matches(s)) ++s;
    return s;
  };
  for (Index k = here.start; k < here.start + here.lanes; ++k) {
    const Index r = row_[at(k)];
    const Index lane = lane_[at(r)] % 8;
    std::size_t wrench = first_[at(r)].bodies, number = first_[at(r)].rates;
    for (const Index body : shapes[at(r)].bodies) {
      const std::size_t slot = wrench++;
      if (body == ground) continue;
      RowStep& s = step[at(step_of([&](Index i) { return body_[at(i)] == body; }))];
      if (s.given < 0) s.given = small(wrench_count_++);
      wrench_slot_[slot] = 48 * s.given + lane;
    }
    for (const Index wanted : shapes[at(r)].rates) {
      RowStep& s = step[at(step_of([&](Index i) {
        return step[at(i)].v <= wanted && wanted < step[at(i)].v + step[at(i)].rates;
      }))];
      if (s.entry < 0) {
        s.entry = small(number_count_);
        number_count_ += s.rates;
      }
      number_slot_[number++] = 8 * (s.entry + wanted - s.v) + lane;
    }
  }
}

/// Rates that two groups share, for every two groups: their rows meet there.
void RowPlan::find_runs() {
  for (Index a = 0; a < groups(); ++a)
    for (Index b = a; b < groups(); ++b) {
      RowPair p = {small(a), small(b), small(static_cast<Index>(run.size())), 0};
      const RowGroup &A = group[at(a)], &B = group[at(b)];
      Index i = 0, j = 0;  // steps of both, whose bodies fall
      while (i < A.steps && j < B.steps) {
        const Index bi = body_[at(A.first_step + i)], bj = body_[at(B.first_step + j)];
        if (bi == bj) {
          const RowStep &s = step[at(A.first_step + i)], &t = step[at(B.first_step + j)];
          RowRun* last = p.runs > 0 ? &run.back() : nullptr;
          if (last && last->ta + last->count == s.t && last->tb + last->count == t.t)
            last->count += s.rates;
          else if (s.rates > 0) {
            run.push_back({s.t, t.t, s.rates});
            ++p.runs;
          }
        }
        i += bi >= bj;
        j += bj >= bi;
      }
      pair.push_back(p);
    }
}

void RowPlan::set_wrench(Index row, Index k, const Force<double>& f) noexcept {
  const Index slot = wrench_slot(row, k);
  if (slot < 0) return;
  double* to = wrenches.data() + slot;
  to[0] = f.torque.x;
  to[8] = f.torque.y;
  to[16] = f.torque.z;
  to[24] = f.force.x;
  to[32] = f.force.y;
  to[40] = f.force.z;
}

Force<double> RowPlan::wrench(Index row, Index k) const noexcept {
  const Index slot = wrench_slot(row, k);
  if (slot < 0) return zero_force<double>();
  const double* from = wrenches.data() + slot;
  return {{from[0], from[8], from[16]}, {from[24], from[32], from[40]}};
}

void RowPlan::set_number(Index row, Index k, double x) noexcept {
  numbers.data()[number_slot(row, k)] = x;
}

double RowPlan::number(Index row, Index k) const noexcept {
  return numbers.data()[number_slot(row, k)];
}

void RowPlan::follow(const LinkPlan& links) noexcept {
  for (std::size_t s = 0; s < step.size(); ++s) {
    step[s].place = links.place(body_[s]);
    step[s].planar = links.planar(body_[s]);
  }
}

}  // namespace zwang::bodies
