// SPDX-License-Identifier: Apache-2.0
#include "bodies/composite.h"

#include <algorithm>

namespace zwang::bodies {

Composite::Composite(const Tree& tree) : of_(tree.bodies.size()) {}

void Composite::gather(const Tree& tree, const Solids& solids,
                       const Kinematics& kinematics) noexcept {
  for (std::size_t i = 0; i < of_.size(); ++i)
    of_[i] = inertia_of(solids.of[i], kinematics[static_cast<Index>(i)].R);
  for (Index i = tree.size(); i-- > 0;) {
    const Index parent = tree.bodies[static_cast<std::size_t>(i)].parent;
    if (parent != ground) of_[static_cast<std::size_t>(parent)] += inward(of(i), kinematics[i].r);
  }
}

void Composite::fill(const Tree& tree, const Solids& solids, const Kinematics& kinematics,
                     double* H, Index stride) noexcept {
  gather(tree, solids, kinematics);
  for (Index k = 0; k < tree.nv; ++k) std::fill(H + k * stride, H + k * stride + tree.nv, 0.0);
  for (Index i = 0; i < tree.size(); ++i) {
    const Body& moved = tree.bodies[static_cast<std::size_t>(i)];
    for (Index k = moved.v, end = moved.v + rates(moved.joint); k < end; ++k) {
      Force<double> f = of(i) * kinematics.S(k);
      // The body's own rates up to k, then those of all that carry it.
      for (Index l = moved.v; l <= k; ++l)
        H[k * stride + l] = H[l * stride + k] = dot(kinematics.S(l), f);  // [SOLIDS 8]
      for (Index j = i; tree.bodies[static_cast<std::size_t>(j)].parent != ground;) {
        f = inward(f, kinematics[j].r);
        j = tree.bodies[static_cast<std::size_t>(j)].parent;
        const Body& at = tree.bodies[static_cast<std::size_t>(j)];
        for (Index l = at.v, last = at.v + rates(at.joint); l < last; ++l)
          H[k * stride + l] = H[l * stride + k] = dot(kinematics.S(l), f);  // [SOLIDS 8]
      }
    }
  }
}

}  // namespace zwang::bodies
