// SPDX-License-Identifier: Apache-2.0
#pragma once
// Formulas made ready to be evaluated again and again: the bits of evaluate(), without the graph, so that
// any number of threads may ask at once.

#include <span>
#include <vector>

#include "formula/graph.h"

namespace zwang::formula {

class Evaluation {
 public:
  Evaluation() = default;
  Evaluation(const Graph& graph, std::span<const Node> outputs);

  std::size_t outputs() const { return outputs_.size(); }
  /// Values of the outputs for the given inputs (by slot); `memory` is anything, and grows as it must.
  void run(std::span<const double> inputs, std::vector<double>& memory, double* values) const;

 private:
  /// a, b, c: places; of an input a is its slot, of a constant its number.
  struct Step {
    Op op;
    std::uint32_t a = 0, b = 0, c = 0;
  };
  std::vector<Step> steps_;
  std::vector<double> constants_;
  std::vector<std::uint32_t> outputs_;
};

}  // namespace zwang::formula
