// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a graph to tapes.

#include <span>
#include <vector>

#include "formula/graph.h"
#include "formula/tape_builder.h"
#include "tape/tape.h"

namespace zwang::formula {

/// What depends on settled inputs alone is computed by `prologue`, once per change, into values
/// that `body` reads behind the inputs: prologue.outputs go to inputs[lowering.inputs …].
struct Lowered {
  tape::Tape prologue;  // inputs = lowering.inputs
  tape::Tape body;      // inputs = lowering.inputs + prologue.outputs
};

Lowered lower(const Graph& graph, std::span<const Node> outputs, const Lowering& lowering);

}  // namespace zwang::formula
