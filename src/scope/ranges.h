// SPDX-License-Identifier: Apache-2.0
#pragma once
// The places of a family: "i in 1..N, j in i+1..N".

#include <optional>
#include <string>
#include <vector>

#include "scope/scope.h"

namespace zwang::compile {

inline constexpr Index max_places = 10'000'000;

struct Ranges {
  std::vector<std::string> names;           // of the indices
  std::vector<std::vector<double>> places;  // [place][index], the last index fastest
};

/// Reads the ranges; nothing and a complaint if they are wrong.
std::optional<Ranges> read_ranges(Scope& scope, const Expression& for_each);

/// 1 … count under the name i: the places of a family of particles.
Ranges counted(Index count);

/// Makes the names of the indices known to formulas while it lives; their nodes in order.
class BoundIndices {
 public:
  BoundIndices(Scope& scope, const Ranges& ranges);
  ~BoundIndices();
  BoundIndices(const BoundIndices&) = delete;
  BoundIndices& operator=(const BoundIndices&) = delete;

  const std::vector<formula::Node>& nodes() const { return nodes_; }

 private:
  Scope& scope_;
  const Ranges& ranges_;
  std::vector<formula::Node> nodes_;
};

}  // namespace zwang::compile
