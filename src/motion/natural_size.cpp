// SPDX-License-Identifier: Apache-2.0
#include "motion/natural_size.h"

namespace zwang::motion {

namespace {

/// Whether the k-th coordinate of a joint is an angle, or of a quaternion.
bool turns(bodies::Joint joint, Index k) {
  switch (joint) {
    case bodies::Joint::fixed:
    case bodies::Joint::slider:
      return false;
    case bodies::Joint::cylinder:
      return k == 0;
    case bodies::Joint::planar:
      return k == 2;
    case bodies::Joint::free:
      return k >= 3;
    default:
      return true;
  }
}

}  // namespace

std::vector<double> natural_sizes(const equations::Equations& equations) {
  std::vector<double> sizes(at(equations.n));
  if (!equations.solids) return sizes;
  for (const bodies::Body& body : equations.solids->tree.bodies) {
    for (Index k = 0; k < coordinates(body.joint); ++k) {
      if (turns(body.joint, k)) sizes[at(equations.solids->first + body.q + k)] = 1;
    }
  }
  return sizes;
}

std::vector<Index> quaternions(const equations::Equations& equations) {
  std::vector<Index> first;
  if (!equations.solids) return first;
  for (const bodies::Body& body : equations.solids->tree.bodies) {
    if (!has_quaternion(body.joint)) continue;
    first.push_back(equations.solids->first + body.q + coordinates(body.joint) - 4);
  }
  return first;
}

}  // namespace zwang::motion
