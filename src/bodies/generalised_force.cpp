// SPDX-License-Identifier: Apache-2.0
#include "bodies/generalised_force.h"

namespace zwang::bodies {

void add_force(const Tree& tree, const Kinematics& kinematics, Index body,
               const Force<double>& wrench, double* Q) noexcept {
  Force<double> f = wrench;
  for (Index i = body; i != ground;) {
    const Body& at = tree.bodies[static_cast<std::size_t>(i)];
    for (Index k = at.v, end = at.v + rates(at.joint); k < end; ++k)
      Q[k] += dot(kinematics.S(k), f);  // Jᵀw [SOLIDS 8]
    f = inward(f, kinematics[i].r);
    i = at.parent;
  }
}

void add_forces(const Tree& tree, const Kinematics& kinematics, Force<double>* wrenches,
                double* Q) noexcept {
  for (Index i = tree.size(); i-- > 0;) {
    const Body& at = tree.bodies[static_cast<std::size_t>(i)];
    for (Index k = at.v, end = at.v + rates(at.joint); k < end; ++k)
      Q[k] += dot(kinematics.S(k), wrenches[i]);  // Jᵀw [SOLIDS 8]
    if (at.parent != ground) wrenches[at.parent] += inward(wrenches[i], kinematics[i].r);
  }
}

}  // namespace zwang::bodies
