// SPDX-License-Identifier: Apache-2.0
#include "bodies/block_mass.h"

#include <algorithm>

namespace zwang::bodies {

void fill_block(const Tree& tree, const Kinematics& kinematics, const Inertia<double>* carried,
                Index first, Index last, double* H, Index stride) noexcept {
  if (first == last) return;
  const Body& end = tree.bodies[last - 1];
  const Index v0 = tree.bodies[first].v, nv = end.v + rates(end.joint) - v0;
  for (Index k = 0; k < nv; ++k) std::fill_n(H + k * stride, nv, 0.0);
  const auto put = [&](Index k, Index l, const Force<double>& f) {
    H[(k - v0) * stride + l - v0] = H[(l - v0) * stride + k - v0] = dot(kinematics.S(l), f);
  };
  for (Index i = first; i < last; ++i) {
    const Body& moved = tree.bodies[i];
    for (Index k = moved.v; k < moved.v + rates(moved.joint); ++k) {
      Force<double> f = carried[i] * kinematics.S(k);  // [TREES 9]
      // The body's own rates up to k, then those of all that carry it.
      for (Index l = moved.v; l <= k; ++l) put(k, l, f);  // [SOLIDS 8]
      for (Index j = i; tree.bodies[j].parent != ground;) {
        f = inward(f, kinematics[j].r);
        j = tree.bodies[j].parent;
        const Body& at = tree.bodies[j];
        for (Index l = at.v; l < at.v + rates(at.joint); ++l) put(k, l, f);  // [SOLIDS 8]
      }
    }
  }
}

}  // namespace zwang::bodies
