// SPDX-License-Identifier: Apache-2.0
#include "flow/natural_size.h"

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

/// Coordinates in sets that grow together: each set is known by one of its members.
class Sets {
 public:
  explicit Sets(Index n) : parent_(at(n)) { std::iota(parent_.begin(), parent_.end(), Index{0}); }

  void join(Index i, Index j) { parent_[at(first_of(i))] = first_of(j); }
  std::vector<Index> numbers() {
    for (std::size_t i = 0; i < parent_.size(); ++i) parent_[i] = first_of(static_cast<Index>(i));
    return parent_;
  }

 private:
  Index first_of(Index i) {
    while (parent_[at(i)] != i) i = parent_[at(i)] = parent_[at(parent_[at(i)])];
    return i;
  }

  std::vector<Index> parent_;
};

Sets joined_by_rows_and_inertia(const equations::Equations& equations) {
  Sets sets(equations.n);
  Index begin = 0;
  for (const std::size_t size : equations.mass_blocks) {
    const auto count = static_cast<Index>(size);
    for (Index i = 1; i < count; ++i) sets.join(begin, begin + i);
    begin += count;
  }
  const equations::Pattern& A = equations.A();
  for (Index row = 0; row < A.rows(); ++row) {
    for (Index k = A.begin[at(row)] + 1; k < A.begin[at(row + 1)]; ++k) {
      sets.join(A.column[at(A.begin[at(row)])], A.column[at(k)]);
    }
  }
  return sets;
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

std::vector<Index> mechanisms(const equations::Equations& equations) {
  return joined_by_rows_and_inertia(equations).numbers();
}

std::vector<Index> groups(const equations::Equations& equations) {
  Sets sets = joined_by_rows_and_inertia(equations);
  if (equations.solids) {
    for (const bodies::Body& body : equations.solids->tree.bodies) {
      for (Index k = 0; k < coordinates(body.joint); ++k) {
        sets.join(equations.solids->first, equations.solids->first + body.q + k);
      }
    }
  }
  return sets.numbers();
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
