// SPDX-License-Identifier: Apache-2.0
#include "assemble/free/massless.h"

#include <algorithm>

#include "scope/code.h"

namespace zwang::compile {

using formula::Node;

namespace {

bool has_inertia(Scope& scope, const Solid& solid) {
  const auto differs = [](std::span<const double> v) { return v[0] != 0 ? 1 : 0; };
  const auto is_something = [&](Node x) { return scope.decide({x}, differs) == 1; };
  return is_something(solid.mass) ||
         std::any_of(solid.inertia.begin(), solid.inertia.end(), [&](const Vector3& row) {
           return std::any_of(row.begin(), row.end(), is_something);
         });
}

// By body: whether an entry of A or M belongs to a frame of it or to its joint.
std::vector<bool> held_bodies(Scope& scope, const Assembly& assembly) {
  std::map<std::uint32_t, std::size_t> owner;  // of the joints' coordinates, by slot
  for (std::size_t k = 0; k < scope.solids().size(); ++k) {
    for (const Node q : scope.solids()[k].q) owner.emplace(scope.graph().slot(q), k);
  }
  std::vector<bool> held(scope.solids().size(), false);
  const auto hold = [&](std::uint32_t slot) {
    if (const FrameSymbols* const frame = scope.frames().of_slot(slot)) {
      held[static_cast<std::size_t>(frame->body)] = true;
    } else if (const auto own = owner.find(slot);
               own != owner.end() && !scope.is_quaternion(scope.graph().input(slot))) {
      held[own->second] = true;
    }
  };
  for (const auto& group : assembly.groups()) {
    for (const Output& output : group->outputs) {
      if (output.array == Array::A) hold(output.column_slot);
    }
    for (const auto& [key, node] : group->sums) {
      if (std::get<0>(key) != Array::M) continue;
      hold(std::get<1>(key));
      hold(std::get<2>(key));
    }
  }
  return held;
}

}  // namespace

void check_massless(Scope& scope, const Assembly& assembly) {
  const std::vector<Solid>& solids = scope.solids();
  std::vector<bool> good = held_bodies(scope, assembly);  // of the body or of what hangs on it
  for (std::size_t k = solids.size(); k-- > 0;) {
    good[k] = good[k] || has_inertia(scope, solids[k]);
    if (good[k] && solids[k].parent >= 0) good[static_cast<std::size_t>(solids[k].parent)] = true;
  }
  for (std::size_t k = 0; k < solids.size(); ++k) {
    const Index parent = solids[k].parent;
    const bool told = parent >= 0 && !good[static_cast<std::size_t>(parent)] &&
                      !solids[static_cast<std::size_t>(parent)].q.empty();
    if (good[k] || told || solids[k].q.empty()) continue;
    scope.complain(
        code::massless, solids[k].body->name,
        "'" + solids[k].name() + "' moves but has no mass, nor have the bodies attached to it",
        "give it a mass, or a constraint that determines its motion");
  }
}

}  // namespace zwang::compile
