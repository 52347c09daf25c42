// SPDX-License-Identifier: Apache-2.0
#include "referee/formulas.h"

namespace zwang::referee {

using formula::Node;
using formula::Op;

Formulas::Formulas(const formula::Graph& graph, const std::vector<Node>& outputs) {
  const std::vector<Node> nodes = graph.reachable(outputs);
  const auto place = [&](Node x) { return static_cast<std::uint32_t>(graph.position(x)); };
  for (const Node x : nodes) {
    const formula::Term& term = graph[x];
    Step step{term.op};
    const int operands = formula::arity(term.op);
    if (term.op == Op::constant) {
      step.a = static_cast<std::uint32_t>(constants_.size());
      constants_.push_back(graph.value(x));
    } else if (term.op == Op::input) {
      step.a = term.a;
    } else {
      step.a = place(term.a);
      if (operands > 1) step.b = place(term.b);
      if (operands > 2) step.c = place(term.c);
    }
    steps_.push_back(step);
  }
  for (const Node x : outputs) outputs_.push_back(place(x));
  values_.resize(nodes.size());
}

void Formulas::run(const std::vector<Quad>& inputs, std::vector<Quad>& outputs) {
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    if (step.op == Op::constant) {
      values_[i] = constants_[step.a];
    } else if (step.op == Op::input) {
      values_[i] = inputs[step.a];
    } else {
      values_[i] = evaluate(step.op, values_[step.a], values_[step.b], values_[step.c]);
    }
  }
  outputs.resize(outputs_.size());
  for (std::size_t k = 0; k < outputs_.size(); ++k) outputs[k] = values_[outputs_[k]];
}

}  // namespace zwang::referee
