// SPDX-License-Identifier: Apache-2.0
#pragma once
// A small model as whole matrices of formulas, its families written out place by place.

#include <optional>
#include <string>
#include <vector>

#include "assemble/assembly.h"

namespace zwang::deriving {

template <class Value>
using Matrix = std::vector<std::vector<Value>>;

struct System {
  std::vector<formula::Node> q;
  Matrix<formula::Node> M, A;
  std::vector<formula::Node> Q, b;
  std::vector<formula::Node> residual,
      rate;  // of rows: φ, f or g; and φ̇ of the position level, f of the velocity level
};

/// Coordinates and rows up to which a model is small.
inline constexpr std::size_t most_written_out = 12;

/// All entries of M, Q, A, b, for m rows.
System write_out(compile::Scope& scope, const compile::Assembly& assembly,
                 std::vector<formula::Node> q, Index rows);

/// Calls visit(output) for everything in a group, whether its sums are closed or not.
template <class Visit>
void for_each_output(const compile::Group& group, const Visit& visit) {
  for (const compile::Output& output : group.outputs) visit(output);
  for (const auto& [key, node] : group.sums) {
    const auto& [array, row_slot, column_slot] = key;
    visit(compile::Output{node, array, 0, 0, row_slot, column_slot});
  }
}

}  // namespace zwang::deriving
