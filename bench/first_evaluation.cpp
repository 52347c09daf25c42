// SPDX-License-Identifier: Apache-2.0
// From the start of a program to the first numbers of a model: a chain of ten links as text is
// read, differentiated, compiled and evaluated once. The benchmark times the whole process, and
// compares the printed number, the sum of all entries of [M, Q, A, b].

#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

#include "formula/derive/motion.h"
#include "formula/lower.h"
#include "formula/parse/reader.h"
#include "tape/program.h"

namespace {

using namespace zwang;
using formula::Node;

constexpr int links = 10;

// The end of link k, masses, lengths and inertias as in test/support/mechanism_numbers.h.
const std::string end =
    "sum(j in 1..k, (0.28 + 0.02*j)*[sin(sum(i in 1..j, u[i])), -cos(sum(i in 1..j, u[i]))])";
const std::string lagrangian = "sum(k in 1..10, (0.45 + 0.05*k)*dot(" + end + "', " + end + "') +" +
                               " (0.02 + 0.005*k)*sum(i in 1..k, u[i]')^2 - 9.81*(0.9 + 0.1*k)*" +
                               end + ".y)";
const std::string held = "sum(k in 10..10, " + end + ") = [0.5, -0.6]";

formula::Value read(const std::string& text, formula::Symbols& symbols, formula::Wanted wanted) {
  const formula::Reading reading = formula::read(text, symbols, wanted);
  for (const Diagnostic& d : reading.diagnostics)
    std::fputs(to_text(d, text, "chain").c_str(), stderr);
  if (!reading.ok()) std::exit(1);
  return reading.formula.value;
}

std::vector<Node> derive(formula::Symbols& symbols, const formula::Moving& moving) {
  formula::Graph& graph = symbols.graph();
  const Node L = read(lagrangian, symbols, formula::Wanted::scalar).at[0];
  auto [outputs, Q] = formula::euler_lagrange(graph, L, moving);
  outputs.insert(outputs.end(), Q.begin(), Q.end());
  for (const Node phi : read(held, symbols, formula::Wanted::equation).nodes()) {
    const formula::Row row = formula::row(graph, phi, moving);
    for (const formula::Partial& entry : row.A) outputs.push_back(entry.value);
    outputs.push_back(row.b);
  }
  return outputs;
}

}  // namespace

int main() {
  formula::Graph graph;
  formula::Symbols symbols(graph);
  formula::Moving moving;
  moving.q = symbols.families()[symbols.add_family("u", 0, 1, links)].members;
  for (const Node q : moving.q) moving.v.push_back(symbols.rate(q));
  const std::vector<Node> outputs = derive(symbols, moving);

  const auto lowered = formula::lower(graph, outputs, {.inputs = graph.slots(), .settled = {}});
  const tape::Program program(lowered.body, {});
  std::vector<double> x(graph.slots()), y(outputs.size()), scratch(program.scratch());
  for (std::size_t i = 0; i < links; ++i) {
    x[graph.slot(moving.q[i])] = 0.3 + 0.1 * static_cast<double>(i);
    x[graph.slot(moving.v[i])] = 0.5 - 0.1 * static_cast<double>(i);
  }
  program.run(x.data(), y.data(), scratch.data());
  std::printf("%.17g\n", std::accumulate(y.begin(), y.end(), 0.0));
}
