// SPDX-License-Identifier: Apache-2.0
#pragma once
// Formulas of a graph, evaluated again and again in quadruple precision.

#include <span>
#include <vector>

#include "formula/graph.h"
#include "referee/quad.h"

namespace zwang::referee {

class Formulas {
 public:
  Formulas() = default;
  Formulas(const formula::Graph& graph, const std::vector<formula::Node>& outputs);

  /// Values of the outputs for the given inputs (by slot).
  void run(const std::vector<Quad>& inputs, std::vector<Quad>& outputs);

 private:
  struct Step {
    formula::Op op;
    std::uint32_t a = 0, b = 0, c = 0;  // places; of an input its slot, of a constant its number
  };
  std::vector<Step> steps_;
  std::vector<double> constants_;
  std::vector<std::uint32_t> outputs_;
  std::vector<Quad> values_;
};

}  // namespace zwang::referee
