// SPDX-License-Identifier: Apache-2.0
#include "assemble/named.h"

#include "scope/code.h"

namespace zwang::compile {

using formula::Node;
using formula::Role;

namespace {

// What the name stands for, without a complaint.
std::vector<NamedCoordinate> read_name(Scope& scope, const Assembly& assembly, const Name& name,
                                       bool rates) {
  const auto meaning = scope.meaning(name.text, formula::Wanted::value);
  std::vector<NamedCoordinate> found;
  if (!meaning) return found;
  for (const Node x : meaning->value.nodes()) {
    if (scope.graph().op(x) != formula::Op::input) return {};
    const std::uint32_t slot = scope.graph().slot(x);
    const Role role = scope.symbols().inputs()[slot].role;
    if (role == Role::coordinate) {
      found.push_back({assembly.column(slot), false});
    } else if (role == Role::rate && rates) {
      found.push_back({assembly.column(slot - 1), true});
    } else {
      return {};
    }
  }
  return found;
}

void complain_of(Scope& scope, const Names& names, const Name& name, bool rates) {
  std::vector<std::string> known = names.coordinates;
  for (std::size_t k = 0; rates && k < names.coordinates.size(); ++k) {
    known.push_back(names.coordinates[k] + "'");
  }
  const std::string_view near = nearest(name.text, known);
  scope.complain(
      code::end_name, name,
      "'" + name.text + (rates ? "' is neither a coordinate nor a rate" : "' is not a coordinate"),
      near.empty() ? "" : "did you mean '" + std::string(near) + "'?");
}

}  // namespace

std::vector<NamedCoordinate> find_coordinates(Scope& scope, const Assembly& assembly,
                                              const Names& names, const Name& name, Naming naming) {
  const bool rates = naming == Naming::coordinate_or_rate;
  std::vector<NamedCoordinate> found;
  if (const formula::Family* const family = scope.symbols().family(name.text);
      family && naming == Naming::coordinates) {
    for (const Node x : family->members) {
      found.push_back({assembly.column(scope.graph().slot(x)), false});
    }
    return found;
  }
  found = read_name(scope, assembly, name, rates);
  if (found.empty()) {
    complain_of(scope, names, name, rates);
  } else if (found.size() > 1 && naming != Naming::coordinates) {
    scope.complain(code::end_name, name, "'" + name.text + "' has several components",
                   "give them one by one: \"" + name.text + ".x\" = …");
    found.clear();
  }
  return found;
}

}  // namespace zwang::compile
