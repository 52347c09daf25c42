// SPDX-License-Identifier: Apache-2.0
#include "assemble/assembly.h"

#include <algorithm>
#include <memory>

#include "formula/lower.h"
#include "tape/compact.h"
#include "tape/interpret.h"

namespace zwang::compile {

using equations::Block;
using equations::Equations;
using formula::Node;

Assembly::Assembly(Scope& scope) : scope_(scope) { groups_.push_back(std::make_unique<Group>()); }

Assembly::Assembly(const Assembly& other, Scope& scope)
    : scope_(scope), q_(other.q_), column_of_slot_(other.column_of_slot_) {
  for (const auto& group : other.groups_) groups_.push_back(std::make_unique<Group>(*group));
}

Group& Assembly::add_group(Ranges ranges, std::vector<Node> indices) {
  groups_.push_back(std::make_unique<Group>());
  groups_.back()->ranges = std::make_shared<const Ranges>(std::move(ranges));
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
  tape::Tape tape = lower(scope_.graph(), {&input.index, 1}, lowering).body;
  // Of all inputs it reads a few; the interpreter copies what it is given, at every place.
  const std::vector<std::uint32_t> read = compact_inputs(tape);
  const tape::Bytecode code = assign_places(tape);
  std::vector<double> inputs;
  std::vector<std::size_t> index_of(read.size(), group.indices.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    inputs.push_back(scope_.symbols().inputs()[read[i]].number);
    if (scope_.symbols().inputs()[read[i]].role == formula::Role::parameter)
      scope_.pin({&input.index, 1});
    for (std::size_t k = 0; k < group.indices.size(); ++k) {
      if (scope_.graph().slot(group.indices[k]) == read[i]) index_of[i] = k;
    }
  }
  std::vector<double> memory(static_cast<std::size_t>(code.places));
  std::vector<Index> columns;
  columns.reserve(places);
  for (const std::vector<double>& place : group.ranges->places) {
    for (std::size_t i = 0; i < read.size(); ++i) {
      if (index_of[i] < place.size()) inputs[i] = place[index_of[i]];
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

void Assembly::clear() {
  for (const auto& group : groups_) group->outputs.clear();
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

static std::vector<Output> of_stage(const std::vector<Output>& outputs, Stage stage) {
  std::vector<Output> some;
  for (const Output& output : outputs) {
    if (facts(output.array).stages.has(stage)) some.push_back(output);
  }
  return some;
}

formula::Lowered Assembly::lower_lone(const std::vector<Output>& outputs, Stage stage,
                                      Index inputs) const {
  std::vector<Node> nodes;
  for (const Output& output : outputs) nodes.push_back(output.node);
  formula::Lowering lowering;
  lowering.inputs = inputs;
  for (const formula::Input& input : scope_.symbols().inputs()) {
    // What settles the parameters reads them as they are, without waiting for set_parameters().
    lowering.settled.push_back(input.role == formula::Role::parameter && stage != Stage::settle);
  }
  return lower(scope_.graph(), nodes, lowering);
}

std::optional<tape::Tape> Assembly::dynamics(const Equations& finished) const {
  const std::vector<Output> outputs = of_stage(groups_.front()->outputs, Stage::dynamics);
  if (outputs.empty()) return std::nullopt;
  const auto& prologues = finished.of(Stage::dynamics).prologues;
  const Index inputs = prologues.empty() ? finished.inputs : prologues[0].begin;
  return lower_lone(outputs, Stage::dynamics, inputs).body;
}

// The lone formulas read the inputs where they stand; what depends on parameters alone is computed
// into places behind the inputs.
void Assembly::build_lone(Equations& equations, Stage stage, const std::vector<Output>& outputs) {
  const formula::Lowered lowered = lower_lone(outputs, stage, equations.inputs);
  if (!lowered.prologue.outputs.empty()) {
    equations.of(stage).prologues.push_back(
        {tape::Program(lowered.prologue, {}), equations.inputs});
    equations.inputs += static_cast<Index>(lowered.prologue.outputs.size());
  }
  Block block{tape::Program(lowered.body, {}), std::nullopt, {}, {}};
  add_moves(equations, block, lone(), outputs, 1);
  equations.of(stage).blocks.push_back(std::move(block));
}

std::optional<Block> Assembly::residual(Index row) const {
  for (const Output& output : groups_.front()->outputs) {
    if (output.array != Array::residual || output.first != row) continue;
    formula::Lowering lowering;
    lowering.inputs = scope_.graph().slots();
    const formula::Lowered lowered = lower(scope_.graph(), {&output.node, 1}, lowering);
    return Block{tape::Program(lowered.body, {}), std::nullopt, {{0, 0}}, {}};
  }
  return std::nullopt;
}

void Assembly::build_family(Equations& equations, Stage stage, const Group& group,
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
  equations.of(stage).blocks.push_back(std::move(block));
}

void Assembly::build(Equations& equations, Stage stage) {
  for (const auto& group : groups_) {
    const std::vector<Output> outputs = of_stage(group->outputs, stage);
    if (outputs.empty()) continue;
    if (group->ranges) {
      if (!group->ranges->places.empty()) build_family(equations, stage, *group, outputs);
    } else {
      build_lone(equations, stage, outputs);
    }
  }
  equations::Programs& programs = equations.of(stage);
  // A number that one place alone determines is set; others are sums that begin with zero.
  std::map<std::uint32_t, int> uses;
  for (const Block& block : programs.blocks) {
    for (const equations::Move& move : block.add) ++uses[move.to];
  }
  for (Block& block : programs.blocks) {
    const auto is_sum = [&](const equations::Move& move) { return uses[move.to] > 1; };
    const auto middle = std::stable_partition(block.add.begin(), block.add.end(), is_sum);
    block.set.assign(middle, block.add.end());
    block.add.erase(middle, block.add.end());
  }
  for (const auto& [to, count] : uses) {
    if (count > 1) programs.zero.push_back(to);
  }
}

// Where the derivatives find the multipliers.
void Assembly::set_multipliers(Equations& equations) {
  equations::Tangent& tangent = equations.tangent;
  tangent.multipliers_begin = equations.inputs;
  equations.inputs += equations.m;
  tangent.multiplier_slots.assign(static_cast<std::size_t>(equations.m), no_slot);
  for (const Multiplier& lambda : lone().multipliers) {
    tangent.multiplier_slots[static_cast<std::size_t>(lambda.first)] =
        scope_.graph().slot(lambda.node);
  }
}

// For the constants of places: one per index and place, in each stage that a family has a part in.
void Assembly::make_room_for_constants(Equations& equations) {
  equations.constants_begin = static_cast<Index>(scope_.symbols().inputs().size());
  equations.inputs = equations.constants_begin;
  for (const auto& group : groups_) {
    if (!group->ranges) continue;
    for (std::size_t k = 0; k < equations::stages; ++k) {
      const bool takes_part =
          std::any_of(group->outputs.begin(), group->outputs.end(), [k](const Output& output) {
            return facts(output.array).stages.has(static_cast<Stage>(k));
          });
      if (!takes_part) continue;
      equations.inputs += static_cast<Index>(group->ranges->places.size() * group->indices.size());
    }
  }
}

Equations Assembly::finish(const Counts& counts, const Derivatives& derivatives) {
  for (const auto& group : groups_) {
    if (!derivatives.of_instant()) break;
    const InstantSums sums = sum_instant(*group);
    if (derivatives.tangent) add_tangent(*group, sums);
    add_parameter_slopes(*group, sums, counts, derivatives.parameters);
    if (!derivatives.two_ends) continue;
    add_curvature(*group);
    if (derivatives.two_ends->variational) continue;  // then the functional has its own
    add_momentum(*group, mass_times_rate(*group), derivatives.parameters);
  }
  Equations equations;
  if (derivatives.hidden) equations.hidden = add_hidden(counts);
  add_arguments(equations);
  if (!derivatives.two_ends) add_switches(equations);
  equations.traits = find_traits();
  lay_out(equations, counts, derivatives);
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
  make_room_for_constants(equations);
  if (derivatives.of_instant()) set_multipliers(equations);
  equations.tangent.compiled = derivatives.tangent;
  for (std::size_t k = 0; k < equations::stages; ++k) build(equations, static_cast<Stage>(k));
  add_clocks(equations);
  return equations;
}

}  // namespace zwang::compile
