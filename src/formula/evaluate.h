// SPDX-License-Identifier: Apache-2.0
#pragma once
// The value of formulas, node by node with the C library's functions: for numbers that are needed
// while a model is read (indices, bounds), and the slow trusted twin of the tapes.

#include <span>
#include <vector>

#include "formula/graph.h"

namespace zwang::formula {

/// Values of `outputs` for the given inputs (by slot).
std::vector<double> evaluate(const Graph& graph, std::span<const Node> outputs,
                             std::span<const double> inputs);

}  // namespace zwang::formula
