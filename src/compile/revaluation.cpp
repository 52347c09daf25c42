// SPDX-License-Identifier: Apache-2.0
#include "compile/revaluation.h"

#include <algorithm>
#include <cmath>

#include "assemble/bodies/shape_numbers.h"

namespace zwang::compile {

using formula::Node;

/// Nodes that are evaluated together, each once.
struct Revaluation::Lone {
  std::vector<Node> nodes;
  std::map<Node, Index> numbers;  // of those of the start
  std::map<Node, Index> families;

  Index add(Node x) {
    const auto [at, is_new] = numbers.try_emplace(x, static_cast<Index>(nodes.size()));
    if (is_new) nodes.push_back(x);
    return at->second;
  }
};

Revaluation::Revaluation(Scope& scope, const StartValues& start)
    : numbers_(scope.symbols().numbers()), standing_(scope) {
  const formula::Graph& g = scope.graph();
  const std::vector<Node> parameters = scope.parameter_nodes();
  for (std::size_t k = 0; k < parameters.size(); ++k)
    parameters_.push_back({scope.parameter_names()[k], g.slot(parameters[k])});
  for (const auto& [own, formula] : scope.parameter_formulas())
    computed_.push_back({g.slot(own), formula::Evaluation(g, {&formula, 1})});
  Lone lone;
  for (const Kept& kept : scope.kept()) lone.nodes.push_back(kept.node);
  kept_ = lone.nodes.size();
  for (const Node x : shape_nodes(scope)) lone.nodes.push_back(x);
  shapes_ = lone.nodes.size() - kept_;
  add_start(g, start.q_formulas, lone, q_);
  add_start(g, start.v_formulas, lone, v_);
  lone_ = formula::Evaluation(g, lone.nodes);
}

void Revaluation::add_start(const formula::Graph& graph, const std::vector<StartFormula>& formulas,
                            Lone& lone, std::vector<Start>& start) {
  for (const StartFormula& formula : formulas) {
    Start one;
    if (formula.node == formula::no_node) {
      one.number = 0;
    } else if (graph.is_constant(formula.node)) {
      one.number = graph.value(formula.node);
    } else if (formula.index == formula::no_node) {
      one.lone = lone.add(formula.node);
    } else {
      const auto [at, is_new] =
          lone.families.try_emplace(formula.node, static_cast<Index>(families_.size()));
      if (is_new) families_.emplace_back(graph, std::span(&formula.node, 1));
      one.family = at->second;
      one.index = graph.slot(formula.index);
      one.member = formula.member;
    }
    start.push_back(one);
  }
}

// False: a value is not finite, or there is no parameter of a name.
bool Revaluation::set_parameters(const Overrides& set, Moved& moved,
                                 std::vector<double>& memory) const {
  std::vector<std::uint32_t> fixed;
  for (const auto& one : set) {
    const auto own = std::find_if(parameters_.begin(), parameters_.end(),
                                  [&](const Parameter& x) { return x.name == one.first; });
    if (own == parameters_.end()) return false;
    fixed.push_back(own->slot);
    moved.inputs[own->slot] = one.second;
  }
  for (const Computed& one : computed_) {
    if (std::find(fixed.begin(), fixed.end(), one.slot) != fixed.end()) continue;
    one.formula.run(moved.inputs, memory, &moved.inputs[one.slot]);
  }
  moved.parameters.reserve(parameters_.size());
  for (const Parameter& one : parameters_) {
    moved.parameters.push_back(moved.inputs[one.slot]);
    if (!std::isfinite(moved.parameters.back())) return false;
  }
  return true;
}

std::vector<std::string> Revaluation::names_of(const std::vector<std::uint32_t>& slots,
                                               const Moved& moved) const {
  std::vector<std::string> names;
  for (const Parameter& one : parameters_) {
    const bool changed = moved.inputs[one.slot] != numbers_[one.slot];
    if (changed && std::find(slots.begin(), slots.end(), one.slot) != slots.end())
      names.push_back(one.name);
  }
  return names;
}

std::vector<double> Revaluation::start_of(const std::vector<Start>& start,
                                          std::span<const double> lone, std::vector<double>& inputs,
                                          std::vector<double>& memory) const {
  std::vector<double> values;
  values.reserve(start.size());
  for (const Start& one : start) {
    double x = one.number;
    if (one.lone >= 0) x = lone[static_cast<std::size_t>(one.lone)] + 0.0;  // 0, not −0
    if (one.family >= 0) {
      inputs[one.index] = one.member;
      families_[static_cast<std::size_t>(one.family)].run(inputs, memory, &x);
      x += 0.0;
    }
    values.push_back(x);
  }
  return values;
}

std::optional<Moved> Revaluation::at(const Overrides& set, InTheWay& in_the_way) const {
  Moved moved;
  moved.inputs = numbers_;
  std::vector<double> memory;
  if (!set_parameters(set, moved, memory)) return std::nullopt;
  if (!standing_.holds(moved.inputs, memory)) {
    in_the_way.parameters = names_of(standing_.fallen(moved.inputs), moved);
    return std::nullopt;
  }
  std::vector<double> lone(lone_.outputs()), at_members = moved.inputs;
  lone_.run(moved.inputs, memory, lone.data());
  const auto kept = static_cast<std::ptrdiff_t>(kept_),
             shapes = static_cast<std::ptrdiff_t>(shapes_);
  moved.kept.assign(lone.begin(), lone.begin() + kept);
  moved.shapes.assign(lone.begin() + kept, lone.begin() + kept + shapes);
  moved.q = start_of(q_, lone, at_members, memory);
  moved.v = start_of(v_, lone, at_members, memory);
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(moved.q.begin(), moved.q.end(), finite) ||
      !std::all_of(moved.v.begin(), moved.v.end(), finite)) {
    return std::nullopt;
  }
  return moved;
}

void set_kept(std::span<const Kept> kept, std::span<const double> values, KeptNumbers numbers) {
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const auto first = static_cast<std::size_t>(kept[k].first),
               count = static_cast<std::size_t>(kept[k].count);
    switch (kept[k].what) {
      case Kept::What::restitution:
        for (std::size_t i = first; i < first + count; ++i) {
          if (numbers.rows[i].kind == equations::Kind::unilateral)
            numbers.rows[i].restitution = values[k];
        }
        break;
      case Kept::What::blow:
        numbers.events[first].impact[count].restitution = values[k];
        break;
      case Kept::What::control_weight:
        numbers.control_weights[first] = values[k];
        break;
      case Kept::What::simulation:
        (*numbers.simulation).*simulation_numbers[first] = values[k];
        if (simulation_numbers[first] == &SimulationNumbers::from) numbers.t = values[k];
        break;
    }
  }
}

void set_values(std::span<const Kept> kept, const Moved& moved, Compiled& compiled) {
  equations::Equations& equations = compiled.equations;
  set_kept(kept, moved.kept,
           {equations.rows, equations.control_weights, equations.events, compiled.simulation,
            equations.t});
  equations.parameters = moved.parameters;
  equations.q = moved.q;
  equations.v = moved.v;
  set_shape_numbers(moved.shapes, compiled.shapes);
}

}  // namespace zwang::compile
