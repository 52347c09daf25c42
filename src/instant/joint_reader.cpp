// SPDX-License-Identifier: Apache-2.0
#include "instant/joint_reader.h"

#include <algorithm>

namespace zwang::instant {

bool JointReader::is_wanted(const equations::Equations& equations) {
  return std::any_of(equations.reactions.begin(), equations.reactions.end(),
                     [](const equations::Reaction& reaction) { return reaction.body >= 0; });
}

void JointReader::read(equations::Workspace& numbers, const double* acceleration,
                       const double* multipliers, const double* C_written) noexcept {
  forces_.form(numbers, acceleration, multipliers, C_written);
  for (const equations::Reaction& reaction : equations_.reactions) {
    if (reaction.body < 0) continue;
    const bodies::Force<double>& wrench = forces_.joint(reaction.body);
    const bodies::Vec3<double>& v = reaction.part < 3 ? wrench.force : wrench.torque;
    const double parts[] = {v.x, v.y, v.z};
    numbers.set(reaction.slot, parts[reaction.part % 3]);
  }
}

}  // namespace zwang::instant
