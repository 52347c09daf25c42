// SPDX-License-Identifier: Apache-2.0
#include "model/compile_assembly.h"

#include <algorithm>
#include <memory>

#include "base/contract.h"
#include "formula/lower.h"
#include "tape/compact.h"
#include "tape/interpret.h"

namespace zwang::model {

using equations::Block;
using equations::Equations;
using equations::Stage;
using formula::Node;

Assembly::Assembly(Scope& scope) : scope_(scope) { groups_.push_back(std::make_unique<Group>()); }

Group& Assembly::add_group(Ranges ranges, std::vector<Node> indices) {
  groups_.push_back(std::make_unique<Group>());
  groups_.back()->ranges = std::move(ranges);
  groups_.back()->indices = std::move(indices);
  return *groups_.back();
}

void Assembly::accumulate(Group& group, Array array, Node node, std::uint32_t row_slot,
                          std::uint32_t column_slot) {
  const auto [at, is_new] = group.sums.try_emplace({array, row_slot, column_slot}, node);
  if (!is_new) at->second = scope_.graph().add(at->second, node);
}

void Assembly::set_coordinates(std::vector<Node> q) {
  q_ = std::move(q);
  for (std::size_t i = 0; i < q_.size(); ++i) {
    const std::uint32_t slot = scope_.graph().slot(q_[i]);
    if (slot >= column_of_slot_.size()) column_of_slot_.resize(slot + 1, -1);
    column_of_slot_[slot] = static_cast<Index>(i);
  }
}

Index Assembly::column(std::uint32_t slot) const {
  return slot < column_of_slot_.size() ? column_of_slot_[slot] : Index{-1};
}

// The column of a coordinate at every place: a gathered one is a different member at each.
std::vector<Index> Assembly::columns_of(const Group& group, std::uint32_t slot) const {
  const formula::Input& input = scope_.symbols().inputs()[slot];
  const std::size_t places = group.ranges ? group.ranges->places.size() : 1;
  if (input.family < 0) return std::vector<Index>(places, column(slot));
  const formula::Family& family =
      scope_.symbols().families()[static_cast<std::size_t>(input.family)];
  const auto components = static_cast<Index>(family.components.size());

  // The index is a formula of the places' indices: a tape of its own, interpreted.
  formula::Lowering lowering;
  lowering.inputs = scope_.graph().slots();
  const tape::Tape tape = lower(scope_.graph(), {&input.index, 1}, lowering).body;
  const tape::Bytecode code = assign_places(tape);
  std::vector<double> inputs = scope_.symbols().numbers();
  inputs.resize(static_cast<std::size_t>(lowering.inputs));
  std::vector<double> memory(static_cast<std::size_t>(code.places));
  std::vector<Index> columns;
  columns.reserve(places);
  for (const std::vector<double>& place : group.ranges->places) {
    for (std::size_t k = 0; k < place.size(); ++k) {
      inputs[scope_.graph().slot(group.indices[k])] = place[k];
    }
    double member = 0;
    interpret(code, tape::Accuracy::accurate, 1, inputs.data(), &member, memory.data());
    const auto number = static_cast<Index>(member);
    if (static_cast<double>(number) != member || number < family.first || number > family.last) {
      columns.push_back(-1);
      continue;
    }
    const Node node = family.members[static_cast<std::size_t>((number - family.first) * components +
                                                              input.component)];
    columns.push_back(column(scope_.graph().slot(node)));
  }
  return columns;
}

Index Assembly::outside(const Group& group, std::uint32_t slot) const {
  const std::vector<Index> columns = columns_of(group, slot);
  const auto at = std::find(columns.begin(), columns.end(), Index{-1});
  return at == columns.end() ? Index{-1} : at - columns.begin();
}

void Assembly::close_sums() {
  for (const auto& group : groups_) {
    for (const auto& [key, node] : group->sums) {
      const auto& [array, row_slot, column_slot] = key;
      if (scope_.graph().is_constant(node, 0)) continue;
      group->outputs.push_back({node, array, 0, 0, row_slot, column_slot});
    }
    group->sums.clear();
  }
}

// Coordinates that M couples lie in one block; blocks are runs of coordinates.
void Assembly::find_mass_blocks(Equations& equations) {
  const std::size_t n = q_.size();
  std::vector<Index> reach(n);  // the last coordinate that i's block must contain
  for (std::size_t i = 0; i < n; ++i) reach[i] = static_cast<Index>(i);
  for (const auto& group : groups_) {
    for (const Output& output : group->outputs) {
      if (output.array != Array::M || output.row_slot == output.column_slot) continue;
      const std::vector<Index> rows = columns_of(*group, output.row_slot),
                               columns = columns_of(*group, output.column_slot);
      for (std::size_t k = 0; k < rows.size(); ++k) {
        Index& last = reach[static_cast<std::size_t>(std::min(rows[k], columns[k]))];
        last = std::max(last, std::max(rows[k], columns[k]));
      }
    }
  }
  Index begin = 0;
  for (std::size_t first = 0; first < n;) {
    Index last = reach[first];
    for (Index i = static_cast<Index>(first); i <= last; ++i) {
      last = std::max(last, reach[static_cast<std::size_t>(i)]);
    }
    const Index size = last + 1 - static_cast<Index>(first);
    equations.mass_blocks.push_back(static_cast<std::size_t>(size));
    for (Index i = 0; i < size; ++i) {
      block_first_.push_back(static_cast<Index>(first));
      block_begin_.push_back(begin);
      block_size_.push_back(size);
    }
    begin += size * size;
    first += static_cast<std::size_t>(size);
  }
  equations.layout.Q = begin;
}

Index Assembly::mass_position(const Equations& equations, Index i, Index j) const {
  const auto k = static_cast<std::size_t>(i);
  return equations.layout.M + block_begin_[k] + (i - block_first_[k]) * block_size_[k] +
         (j - block_first_[k]);
}

void Assembly::lay_out(Equations& equations, const Counts& counts) {
  equations.n = static_cast<Index>(q_.size());
  equations.m = counts.rows;
  find_mass_blocks(equations);
  find_patterns(equations, counts);
  equations::Layout& layout = equations.layout;
  Index next = layout.Q;
  const auto take = [&next](Index& begin, Index count) { next = (begin = next) + count; };
  take(layout.Q, equations.n);
  take(layout.A, equations.A.entries());
  take(layout.b, counts.rows);
  take(layout.residual, counts.rows);
  take(layout.rate, counts.rows);
  take(layout.energy, 1);
  take(layout.power, 1);
  take(layout.observables, counts.observables);
  take(layout.G, equations.tangent.G.entries());
  take(layout.H, equations.tangent.H.entries());
  take(layout.C, equations.n);
  take(layout.C_slope, equations.C_slope.entries());
  take(layout.limits, counts.limits);
  take(layout.sliding, counts.sliding);
  take(layout.B, equations.B.entries());
  take(layout.events, counts.events);
  take(layout.sets, counts.sets);
  take(layout.A1, equations.hidden.A1.entries());
  take(layout.b1, counts.rows);
  layout.size = next;
}

namespace {

/// A sparse array: its pattern, and where its entries begin.
struct Sparse {
  equations::Pattern* pattern = nullptr;
  Index begin = 0;
};

Sparse sparse_array(Equations& equations, Array array) {
  const equations::Layout& layout = equations.layout;
  switch (array) {
    case Array::A:
      return {&equations.A, layout.A};
    case Array::G:
      return {&equations.tangent.G, layout.G};
    case Array::H:
      return {&equations.tangent.H, layout.H};
    case Array::C_slope:
      return {&equations.C_slope, layout.C_slope};
    case Array::B:
      return {&equations.B, layout.B};
    case Array::A1:
      return {&equations.hidden.A1, layout.A1};
    default:
      return {};
  }
}

// Of an array that is full.
Index begin_of(const equations::Layout& layout, Array array) {
  switch (array) {
    case Array::Q:
      return layout.Q;
    case Array::b:
      return layout.b;
    case Array::residual:
      return layout.residual;
    case Array::rate:
      return layout.rate;
    case Array::energy:
      return layout.energy;
    case Array::power:
      return layout.power;
    case Array::observable:
      return layout.observables;
    case Array::C:
      return layout.C;
    case Array::limit:
      return layout.limits;
    case Array::sliding:
      return layout.sliding;
    case Array::event:
      return layout.events;
    case Array::set:
      return layout.sets;
    case Array::b1:
      return layout.b1;
    default:
      expects(false);
      return 0;
  }
}

}  // namespace

// Row and column of an entry of a sparse array at place k.
std::pair<Index, Index> Assembly::entry(const Equations& equations, const Output& output,
                                        Index place_row, const std::vector<Index>& rows,
                                        const std::vector<Index>& columns, std::size_t k) const {
  const Index column = columns[k] + (output.by_rate ? equations.n : Index{0});
  return {output.array == Array::G ? rows[k] : place_row, column};
}

void Assembly::find_patterns(Equations& equations, const Counts& counts) {
  std::map<Array, std::vector<std::pair<Index, Index>>> places_of;
  for (const auto& group : groups_) {
    const std::size_t places = group->ranges ? group->ranges->places.size() : 1;
    for (const Output& output : group->outputs) {
      if (!sparse_array(equations, output.array).pattern) continue;
      const std::vector<Index> columns = columns_of(*group, output.column_slot);
      std::vector<Index> rows;
      if (output.row_slot != no_slot) rows = columns_of(*group, output.row_slot);
      for (std::size_t k = 0; k < places; ++k) {
        const Index row = output.first + static_cast<Index>(k) * output.step;
        places_of[output.array].push_back(entry(equations, output, row, rows, columns, k));
      }
    }
  }
  const auto make = [&](Array array, Index rows) {
    *sparse_array(equations, array).pattern =
        equations::make_pattern(rows, std::move(places_of[array]));
  };
  make(Array::A, counts.rows);
  make(Array::G, equations.n);
  make(Array::H, counts.rows);
  make(Array::C_slope, counts.reactions);
  make(Array::B, counts.controls);
  make(Array::A1, counts.rows);
}

// Where the values of an output go, place by place; -1 where a place has no such member.
std::vector<Index> Assembly::positions(Equations& equations, const Group& group,
                                       const Output& output, bool transposed) {
  const std::size_t places = group.ranges ? group.ranges->places.size() : 1;
  std::vector<Index> columns, rows, result(places);
  if (output.column_slot != no_slot) columns = columns_of(group, output.column_slot);
  if (output.row_slot != no_slot) rows = columns_of(group, output.row_slot);
  const Sparse sparse = sparse_array(equations, output.array);
  for (std::size_t k = 0; k < places; ++k) {
    const Index row = output.first + static_cast<Index>(k) * output.step;
    if (sparse.pattern) {
      const auto [i, j] = entry(equations, output, row, rows, columns, k);
      result[k] = sparse.begin + position(*sparse.pattern, i, j);
    } else if (output.array == Array::M) {
      result[k] = transposed ? mass_position(equations, columns[k], rows[k])
                             : mass_position(equations, rows[k], columns[k]);
    } else if (output.array == Array::Q || output.array == Array::C) {
      result[k] = begin_of(equations.layout, output.array) + columns[k];
    } else {
      result[k] = begin_of(equations.layout, output.array) + row;
    }
  }
  return result;
}

void Assembly::add_moves(Equations& equations, Block& block, const Group& group,
                         const std::vector<Output>& outputs, Index padded) {
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const bool symmetric =
        outputs[k].array == Array::M && outputs[k].row_slot != outputs[k].column_slot;
    for (int side = 0; side < (symmetric ? 2 : 1); ++side) {
      const std::vector<Index> to = positions(equations, group, outputs[k], side == 1);
      for (std::size_t place = 0; place < to.size(); ++place) {
        block.add.push_back(
            {static_cast<std::uint32_t>(static_cast<Index>(k) * padded + static_cast<Index>(place)),
             static_cast<std::uint32_t>(to[place])});
      }
    }
  }
}

// The lone formulas read the inputs where they stand; what depends on parameters alone is computed
// into places behind the inputs.
void Assembly::build_lone(Equations& equations, Stage& stage, const std::vector<Output>& outputs) {
  std::vector<Node> nodes;
  for (const Output& output : outputs) nodes.push_back(output.node);
  formula::Lowering lowering;
  lowering.inputs = equations.inputs;
  for (const formula::Input& input : scope_.symbols().inputs()) {
    lowering.settled.push_back(input.role == formula::Role::parameter);
  }
  const formula::Lowered lowered = lower(scope_.graph(), nodes, lowering);
  if (!lowered.prologue.outputs.empty()) {
    stage.prologues.push_back({tape::Program(lowered.prologue, {}), equations.inputs});
    equations.inputs += static_cast<Index>(lowered.prologue.outputs.size());
  }
  Block block{tape::Program(lowered.body, {}), std::nullopt, {}, {}};
  add_moves(equations, block, lone(), outputs, 1);
  stage.blocks.push_back(std::move(block));
}

void Assembly::build_family(Equations& equations, Stage& stage, const Group& group,
                            const std::vector<Output>& outputs) {
  std::vector<Node> nodes;
  for (const Output& output : outputs) nodes.push_back(output.node);
  formula::Lowering lowering;
  lowering.inputs = scope_.graph().slots();
  tape::Tape tape = lower(scope_.graph(), nodes, lowering).body;
  const std::vector<std::uint32_t> slots = compact_inputs(tape);
  const std::size_t count = group.ranges->places.size();

  // table[input][place]: where each place finds its inputs.
  std::vector<std::uint32_t> table;
  table.reserve(slots.size() * count);
  for (const std::uint32_t slot : slots) {
    const formula::Input& input = scope_.symbols().inputs()[slot];
    const auto index = std::find_if(group.indices.begin(), group.indices.end(),
                                    [&](Node x) { return scope_.graph().slot(x) == slot; });
    if (index != group.indices.end()) {  // the index itself: a constant of the place
      const auto which = static_cast<std::size_t>(index - group.indices.begin());
      for (const std::vector<double>& place : group.ranges->places) {
        table.push_back(static_cast<std::uint32_t>(equations.constants_begin +
                                                   static_cast<Index>(equations.constants.size())));
        equations.constants.push_back(place[which]);
      }
    } else if (const auto lambda = std::find_if(
                   group.multipliers.begin(), group.multipliers.end(),
                   [&](const Multiplier& x) { return scope_.graph().slot(x.node) == slot; });
               lambda != group.multipliers.end()) {
      for (std::size_t k = 0; k < count; ++k) {
        table.push_back(static_cast<std::uint32_t>(equations.tangent.multipliers_begin +
                                                   lambda->first +
                                                   static_cast<Index>(k) * lambda->step));
      }
    } else if (input.family >= 0) {
      const std::uint32_t kind = input.role == formula::Role::rate           ? 1
                                 : input.role == formula::Role::acceleration ? 2
                                                                             : 0;
      for (const Index column : columns_of(group, slot - kind)) {
        table.push_back(scope_.graph().slot(q_[static_cast<std::size_t>(column)]) + kind);
      }
    } else {
      table.insert(table.end(), count, slot);
    }
  }
  tape::Places places(static_cast<Index>(slots.size()), static_cast<Index>(count), table);
  Block block{tape::Program(tape, {.lanes = 8, .output_stride = places.padded()}),
              std::move(places),
              {},
              {}};
  add_moves(equations, block, group, outputs, block.places->padded());
  stage.blocks.push_back(std::move(block));
}

void Assembly::build(Equations& equations, Stage& stage, std::initializer_list<Array> arrays) {
  for (const auto& group : groups_) {
    std::vector<Output> outputs;
    for (const Output& output : group->outputs) {
      if (std::find(arrays.begin(), arrays.end(), output.array) != arrays.end()) {
        outputs.push_back(output);
      }
    }
    if (outputs.empty()) continue;
    if (group->ranges) {
      if (!group->ranges->places.empty()) build_family(equations, stage, *group, outputs);
    } else {
      build_lone(equations, stage, outputs);
    }
  }
  // A number that one place alone determines is set; others are sums that begin with zero.
  std::map<std::uint32_t, int> uses;
  for (const Block& block : stage.blocks) {
    for (const equations::Move& move : block.add) ++uses[move.to];
  }
  for (Block& block : stage.blocks) {
    const auto is_sum = [&](const equations::Move& move) { return uses[move.to] > 1; };
    const auto middle = std::stable_partition(block.add.begin(), block.add.end(), is_sum);
    block.set.assign(middle, block.add.end());
    block.add.erase(middle, block.add.end());
  }
  for (const auto& [to, count] : uses) {
    if (count > 1) stage.zero.push_back(to);
  }
}

// Where the derivatives find the multipliers.
void Assembly::set_multipliers(Equations& equations) {
  equations::Tangent& tangent = equations.tangent;
  tangent.compiled = true;
  tangent.multipliers_begin = equations.inputs;
  equations.inputs += equations.m;
  tangent.multiplier_slots.assign(static_cast<std::size_t>(equations.m), no_slot);
  for (const Multiplier& lambda : lone().multipliers) {
    tangent.multiplier_slots[static_cast<std::size_t>(lambda.first)] =
        scope_.graph().slot(lambda.node);
  }
}

namespace {

constexpr Index stages = 11;  // that finish() builds

}  // namespace

Equations Assembly::finish(const Counts& counts, bool tangent) {
  close_sums();
  for (const auto& group : groups_) {
    if (tangent) add_tangent(*group);
  }
  Equations equations;
  equations.traits = find_traits();
  lay_out(equations, counts);
  const formula::Symbols& symbols = scope_.symbols();
  equations.t_slot = scope_.graph().slot(scope_.time());
  for (const Node q : q_) {
    equations.q_slots.push_back(scope_.graph().slot(q));
    equations.v_slots.push_back(scope_.graph().slot(symbols.rate(q)));
  }
  for (const Node p : scope_.parameter_nodes()) {
    equations.parameter_slots.push_back(scope_.graph().slot(p));
    equations.parameters.push_back(symbols.inputs()[scope_.graph().slot(p)].number);
  }
  // Room for the constants of places: one per index and place, in each stage.
  equations.constants_begin = static_cast<Index>(symbols.inputs().size());
  equations.inputs = equations.constants_begin;
  for (const auto& group : groups_) {
    if (group->ranges) {
      equations.inputs +=
          stages * static_cast<Index>(group->ranges->places.size() * group->indices.size());
    }
  }
  if (tangent) set_multipliers(equations);
  build(equations, equations.dynamics, {Array::M, Array::Q, Array::A, Array::b, Array::power});
  build(equations, equations.projection, {Array::M, Array::A, Array::residual, Array::rate});
  build(equations, equations.energy, {Array::energy, Array::power});
  build(equations, equations.observe, {Array::observable});
  build(equations, equations.derivatives, {Array::G, Array::H});
  build(equations, equations.nonideal, {Array::C, Array::C_slope, Array::limit});
  build(equations, equations.slide, {Array::sliding});
  build(equations, equations.control, {Array::B});
  build(equations, equations.watch, {Array::event});
  build(equations, equations.set, {Array::set});
  build(equations, equations.hide, {Array::A1, Array::b1});
  return equations;
}

}  // namespace zwang::model
