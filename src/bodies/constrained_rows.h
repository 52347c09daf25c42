// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows of constraints laid out for the sweeps: grouped by the bodies that they pass on their way to
// the ground, with room for their numbers.

#include <vector>

#include "base/aligned.h"
#include "bodies/lanes_plan.h"

namespace zwang::bodies {

/// What a row is made of: Σ wrench · (J v̇ of a body) + Σ number · v̇ of a rate = b. No body and no
/// rate stands twice; a body may be the ground, where a wrench does nothing.
struct RowShape {
  std::vector<Index> bodies;
  std::vector<Index> rates;
};

class RowPlan {
 public:
  RowPlan(const Tree& tree, const std::vector<RowShape>& shapes);

  Index rows() const { return static_cast<Index>(lane_.size()); }
  Index groups() const { return static_cast<Index>(group.size()); }
  /// Where the row's lane is among those of all groups: 8·group + lane.
  Index lane(Index row) const { return lane_[static_cast<std::size_t>(row)]; }
  /// The body that has a rate.
  Index owner(Index v) const { return owner_[static_cast<std::size_t>(v)]; }
  /// Rows counted group by group: which row is the k-th.
  Index row(Index k) const { return row_[static_cast<std::size_t>(k)]; }

  /// The wrench on the k-th body of a row's shape, at the body's origin, world axes; or its k-th
  /// number. All are 0 at first, and stay as they were set.
  void set_wrench(Index row, Index k, const Force<double>& f) noexcept;
  void set_number(Index row, Index k, double x) noexcept;
  Force<double> wrench(Index row, Index k) const noexcept;
  double number(Index row, Index k) const noexcept;

  /// Where they are: 48·wrench + lane, or −1 of the ground; 8·number + lane.
  Index wrench_slot(Index row, Index k) const {
    return wrench_slot_[first_[static_cast<std::size_t>(row)].bodies + static_cast<std::size_t>(k)];
  }
  Index number_slot(Index row, Index k) const {
    return number_slot_[first_[static_cast<std::size_t>(row)].rates + static_cast<std::size_t>(k)];
  }
  Index wrench_count() const { return wrench_count_; }
  Index number_count() const { return number_count_; }

  /// Places of the bodies, after the links were laid out anew.
  void follow(const LinkPlan& links) noexcept;

  const std::vector<RowShape> shapes;
  std::vector<RowGroup> group;
  std::vector<RowStep> step;
  std::vector<RowPair> pair;
  std::vector<RowRun> run;
  std::vector<std::int32_t> rate;  // of each rate of a group, its number
  AlignedArray wrenches, numbers;

 private:
  void add_group(const Tree& tree, const std::vector<Index>& support,
                 const std::vector<Index>& members);
  void find_slots(Index group);
  void find_runs();

  std::vector<Index> owner_, lane_, row_;
  struct First {
    std::size_t bodies, rates;  // of a row, where its slots begin
  };
  std::vector<First> first_;
  std::vector<Index> wrench_slot_, number_slot_;
  std::vector<std::int32_t> body_;  // of each step
  Index wrench_count_ = 0, number_count_ = 0;
};

}  // namespace zwang::bodies
