// SPDX-License-Identifier: Apache-2.0
// What M and Q depend on, as far as their formulas show it.

#include <algorithm>

#include "compile/assembly.h"

namespace zwang::compile {

using formula::Node;
using formula::Role;

equations::Traits Assembly::find_traits() const {
  const auto contains = [this](Node x, std::initializer_list<Role> roles) {
    const std::vector<Node> nodes = scope_.graph().reachable({&x, 1});
    return std::any_of(nodes.begin(), nodes.end(), [&](Node y) {
      if (scope_.graph().op(y) != formula::Op::input) return false;
      const Role role = scope_.symbols().inputs()[scope_.graph().slot(y)].role;
      return std::find(roles.begin(), roles.end(), role) != roles.end();
    });
  };
  equations::Traits traits{false, false};
  for (const auto& group : groups_) {
    for (const Output& output : group->outputs) {
      if (output.array == Array::M) {
        traits.mass_varies =
            traits.mass_varies || contains(output.node, {Role::coordinate, Role::rate, Role::time});
      } else if (output.array == Array::Q) {
        traits.force_by_rate = traits.force_by_rate || contains(output.node, {Role::rate});
      }
    }
  }
  return traits;
}

}  // namespace zwang::compile
