// SPDX-License-Identifier: Apache-2.0
// What M and Q depend on, as far as their formulas show it.

#include "assemble/assembly.h"

namespace zwang::compile {

using formula::Role;

equations::Traits Assembly::find_traits() const {
  equations::Traits traits{false, false};
  for (const auto& group : groups_) {
    for (const Output& output : group->outputs) {
      if (output.array == Array::M) {
        traits.mass_varies =
            traits.mass_varies ||
            scope_.depends_on(output.node, {Role::coordinate, Role::rate, Role::time});
      } else if (output.array == Array::Q) {
        traits.force_by_rate = traits.force_by_rate || scope_.depends_on(output.node, {Role::rate});
      }
    }
  }
  return traits;
}

}  // namespace zwang::compile
