// SPDX-License-Identifier: Apache-2.0
#pragma once
// Collects formulas with the places that their values belong to, and turns them into programs.

#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "equations/equations.h"
#include "equations/mass_blocks.h"
#include "formula/lower.h"
#include "scope/ranges.h"
#include "scope/scope.h"

namespace zwang::compile {

using equations::Array;
using equations::Stage;

/// How large arrays are, apart from what outputs tell.
struct Counts : equations::Sizes {
  Index full_rows = 0;  // of the rows, the last: they may touch every coordinate, no formula does
};

/// The derivatives that are formed beside the equations.
struct Derivatives {
  bool tangent = false;  // by the state, which implicit methods need
  bool hidden = false;   // of the rows once more
  /// By parameters: how all parameters move when the one that is asked for moves by 1.
  std::vector<formula::Direction> parameters;
  /// Of a two-ended question, which the equations take over. Null: none.
  equations::TwoEnds* two_ends = nullptr;

  bool of_instant() const { return tangent || !parameters.empty(); }
};

using equations::no_slot;

/// One formula and where its value goes. Rows and columns that are coordinates are given by the slot of
/// their input. Else the number in the array (its row, if it is sparse) at place k of a family is
/// first + k·step; along a coordinate, first is where that of the first one stands.
struct Output {
  formula::Node node;
  Array array;
  Index first = 0, step = 0;
  std::uint32_t row_slot = no_slot, column_slot = no_slot;
  bool by_rate = false;  // of gradients: the column is the rate of the coordinate
};

/// The inputs that stand for the multipliers of a group's rows: row first + k·step at place k.
struct Multiplier {
  formula::Node node;
  Index first, step;
};

/// What a group contributes to Q − M ẍ + Aᵀλ, along its coordinates (by slot), and to b − A ẍ, in its
/// rows. ẍ and λ are inputs.
struct InstantSums {
  std::map<std::uint32_t, formula::Node> along;
  std::map<Index, formula::Node> in_row;
  Index step = 0;  // of the rows
};

/// Formulas that share their places: the lone ones, or one family.
struct Group {
  std::shared_ptr<const Ranges> ranges;  // null: none
  std::vector<formula::Node> indices;    // of the ranges
  std::vector<Output> outputs;
  std::vector<Multiplier> multipliers;
  std::map<std::tuple<Array, std::uint32_t, std::uint32_t>, formula::Node> sums;
};

class Assembly {
 public:
  explicit Assembly(Scope& scope);
  /// The same formulas over a copy of their scope.
  Assembly(const Assembly& other, Scope& scope);

  /// The group of the lone formulas is there from the beginning.
  Group& lone() { return *groups_.front(); }
  Group& add_group(Ranges ranges, std::vector<formula::Node> indices);
  const std::vector<std::unique_ptr<Group>>& groups() const { return groups_; }

  void add(Group& group, const Output& output) { group.outputs.push_back(output); }
  /// Adds to M, Q, the energy or the power.
  void accumulate(Group& group, Array array, formula::Node node, std::uint32_t row_slot = no_slot,
                  std::uint32_t column_slot = no_slot);

  /// The momentum p along coordinates (by slot), with its derivatives by the state and along these
  /// directions.
  void add_momentum(Group& group, const std::map<std::uint32_t, formula::Node>& p,
                    const std::vector<formula::Direction>& directions);

  /// Coordinates in their order.
  void set_coordinates(std::vector<formula::Node> q);
  Index column(std::uint32_t slot) const;  // -1: no coordinate

  /// The first place at which a gathered coordinate (or its rate) is no member of its family; -1.
  Index outside(const Group& group, std::uint32_t slot) const;

  /// Sums become outputs; nothing is accumulated afterwards.
  void close_sums();
  /// Takes all outputs away.
  void clear();

  /// Once, with closed sums. With bodies, of the written system (equations/reduce.h): its `solids` have their properties only.
  equations::Equations finish(const Counts& counts, const Derivatives& derivatives);
  /// The residual of one row alone, into number 0, over the slots of the state and of parameters; nothing
  /// for a row of a family. With closed sums.
  std::optional<equations::Block> residual(Index row) const;
  /// Of the finished equations: the tape of the lone formulas of dynamics, which their program was made of; nothing
  /// if there are none. Its outputs are numbered as that block's.
  std::optional<tape::Tape> dynamics(const equations::Equations& finished) const;
  /// Of the finished equations: Equations::arguments as formulas.
  const std::vector<formula::Node>& arguments() const { return arguments_; }
  /// The same of Equations::switches.
  const std::vector<formula::Node>& switches() const { return switches_; }

 private:
  void add_arguments(equations::Equations& equations);
  void add_switches(equations::Equations& equations);
  void add_clocks(equations::Equations& equations) const;
  InstantSums sum_instant(Group& group);
  void add_tangent(Group& group, const InstantSums& sums);
  void add_parameter_slopes(Group& group, const InstantSums& sums, const Counts& counts,
                            const std::vector<formula::Direction>& parameters);
  equations::Hidden add_hidden(const Counts& counts);
  void add_curvature(Group& group);
  std::map<std::uint32_t, formula::Node> mass_times_rate(const Group& group);
  void make_room_for_constants(equations::Equations& equations);
  void find_patterns(equations::Equations& equations, const Counts& counts);
  equations::Traits find_traits() const;
  std::pair<Index, Index> entry(const equations::Equations& equations, const Output& output,
                                Index place_row, const std::vector<Index>& rows,
                                const std::vector<Index>& columns, std::size_t k) const;
  void set_multipliers(equations::Equations& equations);
  void lay_out(equations::Equations& equations, const Counts& counts,
               const Derivatives& derivatives);
  std::vector<Index> columns_of(const Group& group, std::uint32_t slot) const;
  void find_mass_blocks(equations::Equations& equations);
  void build(equations::Equations& equations, Stage stage);
  formula::Lowered lower_lone(const std::vector<Output>& outputs, Stage stage, Index inputs) const;
  void build_lone(equations::Equations&, Stage stage, const std::vector<Output>& outputs);
  void build_family(equations::Equations&, Stage stage, const Group& group,
                    const std::vector<Output>& outputs);
  std::vector<Index> positions(equations::Equations&, const Group& group, const Output& output,
                               bool transposed);
  void add_moves(equations::Equations&, equations::Block& block, const Group& group,
                 const std::vector<Output>& outputs, Index padded);

  Scope& scope_;
  std::vector<std::unique_ptr<Group>> groups_;
  std::vector<formula::Node> q_, arguments_, switches_;
  std::vector<Index> column_of_slot_;
  equations::MassPlaces mass_places_;
};

}  // namespace zwang::compile
