// SPDX-License-Identifier: Apache-2.0
#include "assemble/laws/nonideal.h"

#include "assemble/laws/friction.h"
#include "assemble/laws/joint_friction.h"
#include "assemble/parts.h"
#include "formula/derive/derive.h"
#include "scope/code.h"

namespace zwang::compile {

using equations::Reading;
using formula::Node;

namespace {

/// Forces that are written as formulas.
class ForceWriter {
 public:
  ForceWriter(Scope& scope, Reactions& reactions) : scope_(scope), reactions_(reactions) {}

  void write(const Nonideal& nonideal, std::uint32_t number) {
    std::optional<Ranges> ranges;
    if (nonideal.for_each.given()) {
      ranges = read_ranges(scope_, nonideal.for_each);
      if (!ranges || !check_places(scope_, ranges, nonideal.for_each)) return;
    }
    const std::size_t before = scope_.complaints();
    for (std::size_t k = 0; k < places_of(ranges) && scope_.complaints() == before; ++k) {
      const FixedIndices fixed(scope_, ranges, k);
      write_place(nonideal, number);
    }
  }

  NonidealForce C;

 private:
  void write_place(const Nonideal& nonideal, std::uint32_t number) {
    const auto q = object_of(scope_, nonideal.on);
    if (!q) return;
    const Reading reading =
        nonideal.law == ReactionLaw::explicit_ ? Reading::ideal : Reading::actual;
    const AllowedReactions allowed(reactions_, {reading, *q, number});
    const auto F = scope_.components(nonideal.force, static_cast<int>(q->size()));
    if (!F || !check_roles(scope_, {}, *F, nonideal.force.front(),
                           "a non-ideal force cannot depend on accelerations")) {
      return;
    }
    for (std::size_t k = 0; k < q->size(); ++k) {
      const auto [at, is_new] = C.try_emplace(scope_.graph().slot((*q)[k]), (*F)[k]);
      if (!is_new) at->second = scope_.graph().add(at->second, (*F)[k]);
    }
  }

  Scope& scope_;
  Reactions& reactions_;
};

// C, and ∂C/∂reaction by all reactions that there are.
void add_outputs(Scope& scope, Assembly& assembly, const Reactions& reactions,
                 const NonidealForce& C) {
  const formula::Columns columns(scope.graph(), reactions.nodes());
  for (const auto& [slot, F] : C) {
    assembly.accumulate(assembly.lone(), Array::C, F, no_slot, slot);
    for (const formula::Partial& partial : gradient(scope.graph(), F, columns)) {
      assembly.add(assembly.lone(),
                   {partial.value, Array::C_slope, partial.column, 0, no_slot, slot});
    }
  }
}

bool has_own_friction(const Scope& scope, const Names& names,
                      const std::vector<equations::Row>& rows, std::size_t constraint) {
  const NamedRows& own = names.constraints[constraint];
  return scope.description().constraints[constraint].friction.given() && own.count > 0 &&
         rows[static_cast<std::size_t>(own.first)].kind == equations::Kind::unilateral;
}

}  // namespace

NonidealParts add_nonideal(Scope& scope, Assembly& assembly, const Names& names,
                           Reactions& reactions, std::vector<equations::Row>& rows,
                           std::vector<double>& weights) {
  const Description& description = scope.description();
  if (description.free.order == 1 && !description.nonideal.empty()) {
    const Nonideal& first = description.nonideal.front();
    scope.complain(code::first_order, Expression(first.on.text, first.at),
                   "a first-order system cannot have non-ideal forces");
    return {};
  }
  ForceWriter forces(scope, reactions);
  Contacts contacts(scope, assembly, reactions, rows, weights);
  FrictionWriter friction(scope, names, reactions, contacts);
  for (std::size_t k = 0; k < description.nonideal.size(); ++k) {
    const Nonideal& nonideal = description.nonideal[k];
    const auto number = static_cast<std::uint32_t>(k);
    nonideal.friction ? friction.write(nonideal, number) : forces.write(nonideal, number);
  }
  for (std::size_t k = 0; k < description.constraints.size(); ++k) {
    if (has_own_friction(scope, names, rows, k)) friction.write_own(k);
  }
  add_joint_friction(scope, contacts);
  contacts.finish(forces.C);
  add_outputs(scope, assembly, reactions, forces.C);
  return {contacts.sliding(), contacts.components()};
}

}  // namespace zwang::compile
