// SPDX-License-Identifier: Apache-2.0
#pragma once
// ẍ of a tree that is alone, at eight states side by side (bodies/batch.h).

#include <vector>

#include "bodies/batch.h"
#include "equations/evaluate.h"
#include "instant/tree/rows.h"

namespace zwang::instant {

class TreeBatch {
 public:
  /// Whether these equations can be asked so: nothing but a tree, whose rates are those of its coordinates, and
  /// ideal rows without weights.
  static bool takes(const equations::Equations& equations);

  explicit TreeBatch(const equations::Equations& equations);

  /// Takes over the state that `numbers` were evaluated at, for dynamics, as number s of the eight.
  void put(Index s, equations::Workspace& numbers) noexcept;
  /// All eight must have been put. n for each in the end: entry k of state s at [8k + s]; solved: of each.
  void solve(double* acceleration, bool* solved) noexcept;

 private:
  const equations::Equations& equations_;
  struct Number {
    Index from;  // an entry of A
    Index row, k;
  };
  std::vector<Number> entries_;
  bodies::Batch batch_;
  AlignedArray q_, v_, tau_, wrenches_, b_;
  std::vector<double> load_;
  bodies::Vec3<double> gravity_ = {0, 0, 0};
  const equations::MovingSolids* prepared_ = nullptr;
  long version_ = -1;
};

}  // namespace zwang::instant
