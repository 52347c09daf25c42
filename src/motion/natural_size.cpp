// SPDX-License-Identifier: Apache-2.0
#include "motion/natural_size.h"

#include <numeric>

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

std::vector<Index> groups(const equations::Equations& equations) {
  std::vector<Index> parent(at(equations.n));
  std::iota(parent.begin(), parent.end(), Index{0});
  const auto first_of = [&](Index i) {
    while (parent[at(i)] != i) i = parent[at(i)] = parent[at(parent[at(i)])];
    return i;
  };
  const auto join = [&](Index i, Index j) { parent[at(first_of(i))] = first_of(j); };
  Index begin = 0;
  for (const std::size_t size : equations.mass_blocks) {
    const auto count = static_cast<Index>(size);
    for (Index i = 1; i < count; ++i) join(begin, begin + i);
    begin += count;
  }
  const equations::Pattern& A = equations.A();
  for (Index row = 0; row < A.rows(); ++row) {
    for (Index k = A.begin[at(row)] + 1; k < A.begin[at(row + 1)]; ++k) {
      join(A.column[at(A.begin[at(row)])], A.column[at(k)]);
    }
  }
  if (equations.solids) {
    for (const bodies::Body& body : equations.solids->tree.bodies) {
      for (Index k = 0; k < coordinates(body.joint); ++k) {
        join(equations.solids->first, equations.solids->first + body.q + k);
      }
    }
  }
  for (Index i = 0; i < equations.n; ++i) parent[at(i)] = first_of(i);
  return parent;
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
