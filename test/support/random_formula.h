// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random formulas of all operations, together with a point where they are smooth and of everyday
// size. A script is the formula as it was drawn, before any graph simplified it.

#include <vector>

#include "formula/graph.h"
#include "support/oracle_formula.h"
#include "support/random.h"

namespace zwang::test {

/// Numbers that no other seed sees: the streams of neighbouring seeds of Random are one number apart.
inline Random stream(std::uint64_t seed) { return Random(seed << 32); }

struct Script {
  struct Line {
    formula::Op op;
    std::size_t a = 0, b = 0, c = 0;  // earlier lines; of an input, a is its slot
    double value = 0;                 // of a constant
  };
  std::vector<Line> lines;           // the inputs come first
  std::vector<double> point;         // values of the inputs
  std::vector<std::size_t> outputs;  // lines that are numbers, not conditions

  std::size_t inputs() const { return point.size(); }
};

/// Every operation of the script in a graph, which simplifies as it likes: one node per line.
std::vector<formula::Node> build(formula::Graph& graph, const Script& script);

/// The outputs of the script as drawn, in quad.
QuadVector evaluate_script(const Script& script, std::span<const Quad> inputs);

/// What rounding every operation to double does to the outputs; as the rounding() of a graph.
std::vector<double> rounding(const Script& script, std::uint64_t seed);

/// Draws `lines` operations on `inputs` inputs. At the point no operation is nearer than 1e-3 to a
/// kink or 0.05 to the edge of a domain, and no value is larger than 50.
Script random_script(Random& random, std::size_t inputs, std::size_t lines);

}  // namespace zwang::test
