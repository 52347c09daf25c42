// SPDX-License-Identifier: Apache-2.0
#include "formula/evaluation.h"

namespace zwang::formula {

Evaluation::Evaluation(const Graph& graph, std::span<const Node> outputs) {
  const auto place = [&](Node x) { return static_cast<std::uint32_t>(graph.position(x)); };
  for (const Node x : graph.reachable(outputs)) {
    const Term& term = graph[x];
    const int operands = arity(term.op);
    if (term.op == Op::constant) {
      steps_.push_back({term.op, static_cast<std::uint32_t>(constants_.size())});
      constants_.push_back(graph.value(x));
    } else if (term.op == Op::input) {
      steps_.push_back({term.op, term.a});
    } else {
      steps_.push_back({term.op, place(term.a), operands > 1 ? place(term.b) : 0,
                        operands > 2 ? place(term.c) : 0});
    }
  }
  for (const Node x : outputs) outputs_.push_back(place(x));
}

void Evaluation::run(std::span<const double> inputs, std::vector<double>& memory,
                     double* values) const {
  if (memory.size() < steps_.size()) memory.resize(steps_.size());
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    if (step.op == Op::constant) {
      memory[i] = constants_[step.a];
    } else if (step.op == Op::input) {
      memory[i] = inputs[step.a];
    } else {
      const int operands = arity(step.op);
      memory[i] = evaluate(step.op, memory[step.a], operands > 1 ? memory[step.b] : 0,
                           operands > 2 ? memory[step.c] : 0);
    }
  }
  for (std::size_t k = 0; k < outputs_.size(); ++k) values[k] = memory[outputs_[k]];
}

}  // namespace zwang::formula
