// SPDX-License-Identifier: Apache-2.0
#include "assemble/laws/reactions.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "assemble/touch/expand.h"
#include "formula/parse/token.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::no_node;
using formula::Node;

FoundConstraint find_constraint(const Description& description, const Names& names,
                                std::string_view name) {
  std::vector<std::string> known;
  for (std::size_t k = 0; k < names.constraints.size(); ++k) {
    known.push_back(names.constraints[k].name);
    if (known.back() != name && name_in_formulas(known.back()) != name) continue;
    if (description.constraints[k].servo.empty()) return {k, {}, {}, {}};
    return {std::nullopt, code::no_reaction,
            "'" + known.back() + "' is enforced by controls and has no reaction",
            "use the controls themselves"};
  }
  const std::string_view near = nearest(name, known);
  return {std::nullopt, code::no_constraint, "'" + std::string(name) + "' is not a constraint",
          near.empty() ? "" : "did you mean '" + std::string(near) + "'?"};
}

Node Reactions::add(const Key& key, std::uint32_t law, std::string words) {
  const auto [at, is_new] = known_.try_emplace(key, all_.size());
  if (!is_new) return nodes_[at->second];
  all_.push_back(key);
  laws_.push_back(law);
  nodes_.push_back(scope_.symbols().add_reaction(std::move(words)));
  return nodes_.back();
}

Node Reactions::norm(Index first_row, Index rows, const std::vector<Node>& on,
                     equations::Reading reading, std::uint32_t law, std::string words) {
  return add({first_row, rows, on, false, reading}, law, std::move(words));
}

Node Reactions::pressure(Index row, equations::Reading reading, std::uint32_t law,
                         std::string words) {
  return add({row, pressure_rows, {}, false, reading}, law, std::move(words));
}

Node Reactions::multiplier(Index row, equations::Reading reading, std::uint32_t law,
                           std::string words) {
  return add({row, 1, {}, true, reading}, law, std::move(words));
}

Index Reactions::number(Node input) const {
  return std::lower_bound(nodes_.begin(), nodes_.end(), input) - nodes_.begin();
}

// A particle in the plane has two, and 0 across it.
std::vector<Node> Reactions::coordinates_of(const formula::Value& object) const {
  std::vector<Node> q(object.nodes().begin(), object.nodes().end());
  if (scope_.is_flat() && q.size() == 3 && scope_.graph().is_constant(q[2], 0)) q.pop_back();
  return q;
}

bool Reactions::is_object(const formula::ReactionCall& call,
                          formula::Complaints& complaints) const {
  for (const Node x : coordinates_of(*call.object)) {
    const bool is_input = scope_.graph().op(x) == formula::Op::input;
    const formula::Input* const input =
        is_input ? &scope_.symbols().inputs()[scope_.graph().slot(x)] : nullptr;
    if (!input || input->role != formula::Role::coordinate) {
      complaints.add(code::nobody, call.second_place,
                     "a reaction acts on a particle or a coordinate; this is neither");
      return false;
    }
    if (input->family >= 0) {
      complaints.add(code::reaction_place, call.second_place,
                     "the reaction on a different member at each place is not available here",
                     "write one entry for each member");
      return false;
    }
  }
  return true;
}

Node Reactions::find_multiplier(const formula::ReactionCall& call, const NamedRows& rows,
                                const ReactionUse& use, formula::Complaints& complaints) {
  const double k = call.number.value_or(1);
  if (!call.number && rows.count > 1) {
    complaints.add(code::multiplier_row, call.constraint_place,
                   "'" + rows.name + "' has " + std::to_string(rows.count) + " equations",
                   "choose one: multiplier(" + rows.name + ", 1)");
    return no_node;
  }
  if (k != std::floor(k) || k < 1 || k > static_cast<double>(rows.count)) {
    complaints.add(code::multiplier_row, call.second_place,
                   "the equations of '" + rows.name + "' are numbered from 1 to " +
                       std::to_string(rows.count));
    return no_node;
  }
  const auto row = static_cast<Index>(k);
  std::string words = "multiplier(" + rows.name;
  if (rows.count > 1) words += ", " + std::to_string(row);
  return multiplier(rows.first + row - 1, use.reading, use.law, words + ")");
}

// Where it holds two points at a distance, it pulls against that growing.
Node Reactions::pulling(const formula::ReactionCall& call, std::size_t constraint, Node multiplier,
                        formula::Complaints& complaints) const {
  if (multiplier == no_node) return no_node;
  const Constraint& written = scope_.description().constraints[constraint];
  const auto is_length = [](const std::string& text) {
    const std::size_t at = std::min(text.find_first_not_of(" \t\n"), text.size());
    return text.compare(at, 9, "distance(") == 0 || text.compare(at, 5, "norm(") == 0;
  };
  const bool closure = written.closure && written.closure->kind == Closure::Kind::distance;
  if (!closure && (written.equations.size() != 1 || !is_length(written.equations[0].text))) {
    complaints.add(code::no_reaction, call.constraint_place,
                   "'" + std::string(call.constraint) + "' does not keep a distance",
                   "tension is of distance = { between } or of an equation distance(a, b) = l");
    return no_node;
  }
  const bool rope = !closure && written.equations[0].text.find("<=") != std::string::npos;
  return rope ? multiplier : scope_.graph().negate(multiplier);
}

Node Reactions::find_joint(const formula::ReactionCall& call, const ReactionUse& use,
                           formula::Complaints& complaints) {
  const Index body = scope_.find_body(call.body);
  if (body == bodies::ground) {
    std::vector<std::string> known;
    for (const Solid& solid : scope_.solids()) known.push_back(solid.name());
    if (call.part % 3 == 0)  // once for the three components
      complaints.add(code::nobody, call.second_place, "'" + call.body + "' is not a body",
                     known.empty() ? "" : advice(call.body, known));
    return no_node;
  }
  if (use.reading != equations::Reading::watched) {
    complaints.add(code::no_reaction, call.second_place,
                   "forces in joints can be used in [[observe]] and in [[events]]", "");
    return no_node;
  }
  static constexpr const char* parts[] = {"force.x",  "force.y",  "force.z",
                                          "torque.x", "torque.y", "torque.z"};
  return add({6 * body + call.part, joint_rows, {}, false, use.reading}, use.law,
             "joint(" + call.body + ")." + parts[call.part]);
}

Node Reactions::find(const formula::ReactionCall& call, const ReactionUse& use,
                     formula::Complaints& complaints) {
  if (call.part >= 0) return find_joint(call, use, complaints);
  const FoundConstraint found = find_constraint(scope_.description(), names_, call.constraint);
  if (!found.number) {
    complaints.add(found.code, call.constraint_place, found.what, found.hint);
    return no_node;
  }
  const NamedRows& rows = names_.constraints[*found.number];
  if (rows.count == 0) return scope_.graph().constant(0);  // wrong itself, or a family of no places
  if (call.multiplier) {
    const Node multiplier = find_multiplier(call, rows, use, complaints);
    return call.tension ? pulling(call, *found.number, multiplier, complaints) : multiplier;
  }
  std::vector<Node> on = use.on;
  if (!call.body.empty()) {
    on = held_point(call, rows, complaints);
    if (on.empty()) return no_node;
  } else if (call.object) {
    if (!is_object(call, complaints)) return no_node;
    on = coordinates_of(*call.object);
  }
  const std::vector<const FrameSymbols*> points = points_of(rows);
  if (on.empty() && !points.empty()) {
    const auto body = static_cast<std::size_t>(points.front()->body);
    complaints.add(code::no_reaction, call.constraint_place,
                   "'" + rows.name + "' acts on points of bodies: say on which body",
                   "write reaction(" + rows.name + ", " + scope_.solids()[body].name() + ")");
    return no_node;
  }
  return norm(rows.first, rows.count, on, use.reading, use.law, "reaction(" + rows.name + ")");
}

// The points of bodies that rows take hold of.
std::vector<const FrameSymbols*> Reactions::points_of(const NamedRows& rows) const {
  std::vector<const FrameSymbols*> points;
  for (const auto& group : assembly_.groups()) {
    for (const Output& output : group->outputs) {
      if (output.array != Array::A || output.first < rows.first ||
          output.first >= rows.first + rows.count) {
        continue;
      }
      const FrameSymbols* const frame = scope_.frames().of_slot(output.column_slot);
      if (!frame || frame->kind != equations::FrameKind::point) continue;
      if (std::find(points.begin(), points.end(), frame) == points.end()) points.push_back(frame);
    }
  }
  return points;
}

// The one point at which a constraint takes hold of a body; none and a complaint if it is not one.
std::vector<Node> Reactions::held_point(const formula::ReactionCall& call, const NamedRows& rows,
                                        formula::Complaints& complaints) const {
  const Index body = scope_.find_body(call.body);
  std::vector<const FrameSymbols*> points = points_of(rows);
  std::erase_if(points, [body](const FrameSymbols* point) { return point->body != body; });
  if (points.size() == 1) {
    const formula::Value& X = points.front()->X;
    return {X.nodes().begin(), X.nodes().end()};
  }
  complaints.add(
      code::no_reaction, call.second_place,
      points.empty() ? "'" + rows.name + "' exerts no force on '" + call.body + "'"
                     : "'" + rows.name + "' acts on '" + call.body + "' at " +
                           std::to_string(points.size()) + " points",
      points.empty() ? "" : "name one of them: reaction(" + rows.name + ", " + call.body + ".…)");
  return {};
}

std::vector<equations::Reaction> Reactions::finish(const Assembly& assembly,
                                                   const equations::Equations& equations) const {
  std::vector<equations::Reaction> reactions;
  for (std::size_t k = 0; k < all_.size(); ++k) {
    const auto& [first_row, rows, on, is_multiplier, reading] = all_[k];
    if (rows == joint_rows) {
      equations::Reaction joint;
      joint.reading = reading;
      joint.slot = scope_.graph().slot(nodes_[k]);
      joint.law = laws_[k];
      joint.body = first_row / 6;
      joint.part = static_cast<std::uint8_t>(first_row % 6);
      reactions.push_back(std::move(joint));
      continue;
    }
    equations::Reaction reaction{
        first_row, std::max(rows, Index{1}),       {},      is_multiplier, rows == pressure_rows,
        reading,   scope_.graph().slot(nodes_[k]), laws_[k]};
    for (const Node q : on) reaction.coordinates.push_back(assembly.column(scope_.graph().slot(q)));
    if (on.empty() && !is_multiplier && !reaction.pressure) {
      const auto row = [&](Index i) { return equations.A().begin[static_cast<std::size_t>(i)]; };
      reaction.coordinates.assign(equations.A().column.begin() + row(first_row),
                                  equations.A().column.begin() + row(first_row + rows));
    }
    std::vector<Index>& columns = reaction.coordinates;
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    reactions.push_back(std::move(reaction));
  }
  return reactions;
}

AllowedReactions::AllowedReactions(Reactions& reactions, ReactionUse use)
    : symbols_(reactions.scope().symbols()) {
  symbols_.set_reactions([&reactions, use = std::move(use)](const formula::ReactionCall& call,
                                                            formula::Complaints& complaints) {
    return reactions.find(call, use, complaints);
  });
}

AllowedReactions::~AllowedReactions() { symbols_.set_reactions({}); }

}  // namespace zwang::compile
