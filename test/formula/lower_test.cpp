// SPDX-License-Identifier: Apache-2.0
// Tapes against the formulas they come from, run by the interpreter with the C library's functions.

#include "formula/lower.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "formula/derive/derive.h"
#include "formula/evaluate.h"
#include "support/expression.h"
#include "support/mechanisms.h"
#include "support/random_formula.h"
#include "tape/interpret.h"

namespace zwang::test {
namespace {

using formula::Graph;
using formula::Lowered;
using formula::Lowering;
using formula::Node;
using formula::Op;

std::vector<double> run(const tape::Tape& tape, std::span<const double> inputs) {
  const tape::Bytecode code = tape::assign_places(tape);
  std::vector<double> outputs(tape.outputs.size()), memory(static_cast<std::size_t>(code.places));
  tape::interpret(code, tape::Accuracy::accurate, 1, inputs.data(), outputs.data(), memory.data());
  return outputs;
}

/// Prologue, then body, as a caller runs them.
std::vector<double> run(const Lowered& lowered, std::vector<double> inputs) {
  const std::vector<double> settled = run(lowered.prologue, inputs);
  inputs.insert(inputs.end(), settled.begin(), settled.end());
  return run(lowered.body, inputs);
}

Lowering plain(const Graph& graph, bool fuse = true, bool group = true) {
  Lowering lowering;
  lowering.inputs = static_cast<Index>(graph.slots());
  lowering.fuse = fuse;
  lowering.group = group;
  return lowering;
}

Index count(const tape::Tape& tape, tape::Op op) {
  return std::count_if(tape.code.begin(), tape.code.end(),
                       [op](const tape::Instruction& i) { return i.op == op; });
}

Index fused(const tape::Tape& tape) {
  return count(tape, tape::Op::multiply_add) + count(tape, tape::Op::multiply_subtract) +
         count(tape, tape::Op::negate_multiply_add);
}

/// What Tape promises: operands are earlier values, calls are followed by their results.
void expect_well_formed(const tape::Tape& tape) {
  const auto expect_before = [&](tape::Operand x, Index i) {
    using Kind = tape::Operand::Kind;
    if (x.kind() == Kind::input) ASSERT_LT(x.number(), tape.inputs);
    if (x.kind() == Kind::constant) ASSERT_LT(x.number(), std::ssize(tape.constants));
    if (x.kind() != Kind::value) return;
    ASSERT_LT(x.number(), i);
    ASSERT_NE(tape.code[static_cast<std::size_t>(x.number())].op, tape::Op::call);
  };
  Index results = 0;
  for (Index i = 0; i < std::ssize(tape.code); ++i) {
    const tape::Instruction& instruction = tape.code[static_cast<std::size_t>(i)];
    ASSERT_EQ(instruction.op == tape::Op::result, results > 0);
    results -= results > 0;
    const tape::Operand operands[] = {instruction.a, instruction.b, instruction.c};
    for (int k = 0; k < tape::operands(instruction.op); ++k) expect_before(operands[k], i);
    if (instruction.op != tape::Op::call) continue;
    ASSERT_GE(instruction.count, 1);
    ASSERT_LE(instruction.count, 4);
    results = instruction.count;
    const Index arguments = results * tape::arity(instruction.function);
    ASSERT_LE(instruction.a.number() + arguments, std::ssize(tape.arguments));
    for (Index k = 0; k < arguments; ++k)
      expect_before(tape.arguments[static_cast<std::size_t>(instruction.a.number() + k)], i);
  }
  ASSERT_EQ(results, 0);
  for (const tape::Operand x : tape.outputs) expect_before(x, std::ssize(tape.code));
}

struct Case {
  Graph graph;
  std::vector<Node> outputs;
  std::vector<double> point;
};

Case draw(std::uint64_t seed) {
  Random random = stream(seed);
  const Script script = random_script(random, 4, 80);
  Case drawn;
  const std::vector<Node> nodes = build(drawn.graph, script);
  // Few outputs, lest every product be one and none be fused; and a gradient, which is made of
  // sums of products.
  for (const std::size_t i : std::span(script.outputs).last(4)) drawn.outputs.push_back(nodes[i]);
  const std::vector<Node> weights(4, drawn.graph.constant(1));
  const std::vector<Node> slopes =
      reverse(drawn.graph, drawn.outputs, weights, std::span(nodes).first(script.inputs()));
  drawn.outputs.insert(drawn.outputs.end(), slopes.begin(), slopes.end());
  drawn.outputs.push_back(nodes[0]);  // an input, a constant, and something twice
  drawn.outputs.push_back(drawn.graph.constant(0.1));
  drawn.outputs.push_back(drawn.outputs.front());
  drawn.point = script.point;
  return drawn;
}

/// mod(x, y) is a fused operation by definition.
Index remainders(const Case& drawn) {
  return std::ranges::count_if(drawn.graph.reachable(drawn.outputs),
                               [&](Node x) { return drawn.graph.op(x) == Op::mod; });
}

// Without fusion a tape computes what evaluate() computes, operation by operation.
TEST(Lower, TapesOfRandomFormulasAreEvaluateToTheBit) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Case drawn = draw(seed);
    const std::vector<double> expected = evaluate(drawn.graph, drawn.outputs, drawn.point);
    for (const bool group : {false, true}) {
      const Lowered lowered = lower(drawn.graph, drawn.outputs, plain(drawn.graph, false, group));
      expect_well_formed(lowered.body);
      EXPECT_TRUE(lowered.prologue.code.empty());
      EXPECT_TRUE(lowered.prologue.outputs.empty());
      EXPECT_EQ(fused(lowered.body), remainders(drawn));
      EXPECT_EQ(run(lowered, drawn.point), expected);
    }
  }
}

TEST(Lower, FusionOnlyRoundsLess) {
  Index total = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Case drawn = draw(seed);
    const QuadVector exact = evaluate_quad(drawn.graph, drawn.outputs,
                                           QuadVector(drawn.point.begin(), drawn.point.end()));
    const Lowered lowered = lower(drawn.graph, drawn.outputs, plain(drawn.graph));
    expect_well_formed(lowered.body);
    total += fused(lowered.body) - remainders(drawn);
    const std::vector<double> values = run(lowered, drawn.point);
    const std::vector<double> allowed = rounding(drawn.graph, drawn.outputs, drawn.point, seed);
    for (std::size_t i = 0; i < values.size(); ++i)
      ASSERT_LE(std::abs(static_cast<double>(values[i] - exact[i])), allowed[i]) << "output " << i;
  }
  EXPECT_GT(total, 200);
}

TEST(Lower, SettledInputsAreComputedOnceWithTheSameValues) {
  Index kept = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Case drawn = draw(seed);
    Random random = stream(seed + 10'000);
    Lowering lowering = plain(drawn.graph, false);
    for (Index slot = 0; slot < lowering.inputs; ++slot)
      lowering.settled.push_back(random.chance(0.5));
    const Lowered lowered = lower(drawn.graph, drawn.outputs, lowering);
    expect_well_formed(lowered.prologue);
    expect_well_formed(lowered.body);
    EXPECT_EQ(lowered.prologue.inputs, lowering.inputs);
    EXPECT_EQ(lowered.body.inputs, lowering.inputs + std::ssize(lowered.prologue.outputs));
    kept += std::ssize(lowered.prologue.outputs);
    EXPECT_EQ(run(lowered, drawn.point), evaluate(drawn.graph, drawn.outputs, drawn.point));
    // With fusion: what is kept is not fused, so bits may differ, but not by more than rounding.
    lowering.fuse = true;
    const std::vector<double> values =
                                  run(lower(drawn.graph, drawn.outputs, lowering), drawn.point),
                              exact = evaluate(drawn.graph, drawn.outputs, drawn.point),
                              allowed = rounding(drawn.graph, drawn.outputs, drawn.point, seed);
    for (std::size_t i = 0; i < values.size(); ++i)
      ASSERT_LE(std::abs(values[i] - exact[i]), 2 * allowed[i]) << "output " << i;
  }
  EXPECT_GT(kept, 200);
}

TEST(Lower, PrologueReadsSettledInputsOnlyAndBodyRepeatsNothing) {
  Graph graph;
  const Expr m = input(graph, 0), x = input(graph, 1);
  const Node outputs[] = {(sin(m) * m * x).node, (exp(m) + 1).node};
  Lowering lowering = plain(graph);
  lowering.settled = {true, false};
  const Lowered lowered = lower(graph, outputs, lowering);
  EXPECT_EQ(count(lowered.prologue, tape::Op::call), 2);
  EXPECT_EQ(lowered.body.code.size(), 1u);  // the product with x
  for (const tape::Instruction& i : lowered.prologue.code) {
    const tape::Operand operands[] = {i.a, i.b, i.c};
    for (int k = 0; k < tape::operands(i.op); ++k)
      if (operands[k].kind() == tape::Operand::Kind::input) EXPECT_EQ(operands[k].number(), 0);
  }
}

TEST(Lower, ParametersOfAMechanismMoveToThePrologue) {
  const Mechanism chain = planar_chain(10, Parameters::inputs);
  const std::vector<Node> outputs = chain.outputs();
  Lowering lowering = plain(chain.graph);
  lowering.settled.assign(static_cast<std::size_t>(lowering.inputs), false);
  std::fill(lowering.settled.begin() + 20, lowering.settled.end(), true);
  const Lowered split = lower(chain.graph, outputs, lowering);
  const Lowered whole = lower(chain.graph, outputs, plain(chain.graph));
  EXPECT_GE(split.prologue.code.size(), 10u);  // at least the weights of ten links
  EXPECT_LT(split.body.code.size(), whole.body.code.size());
  Random random = stream(4);
  std::vector<double> state;
  for (int i = 0; i < 20; ++i) state.push_back(random.uniform(-2, 2));
  const std::vector<double> inputs = chain.inputs(state);
  const std::vector<double> one = run(split, inputs), other = run(whole, inputs),
                            allowed = rounding(chain.graph, outputs, inputs, 4);
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_NEAR(one[i], other[i], 2 * allowed[i]);
}

TEST(Lower, ProductsWithOneUseAreFused) {
  Graph graph;
  const Expr x = input(graph, 0), y = input(graph, 1), z = input(graph, 2);
  const auto lowered = [&](std::vector<Node> outputs) {
    return lower(graph, outputs, plain(graph)).body;
  };
  EXPECT_EQ(lowered({(x * y + z).node}).code.front().op, tape::Op::multiply_add);
  EXPECT_EQ(lowered({(x * y - z).node}).code.front().op, tape::Op::multiply_subtract);
  EXPECT_EQ(lowered({(z - x * y).node}).code.front().op, tape::Op::negate_multiply_add);
  EXPECT_EQ(lowered({(square(x) + z).node}).code.front().op, tape::Op::multiply_add);
  for (const Expr f : {x * y + z, x * y - z, z - x * y})
    EXPECT_EQ(lowered({f.node}).code.size(), 1u);
  // A product that is needed by itself is not computed twice.
  EXPECT_EQ(fused(lowered({(x * y + z).node, (x * y).node})), 0);
  EXPECT_EQ(fused(lowered({(x * y + z).node, (x * y - z).node})), 0);
}

TEST(Lower, FunctionsOfIndependentArgumentsShareCalls) {
  Graph graph;
  std::vector<Node> outputs;
  for (std::uint32_t k = 0; k < 6; ++k) {
    const Expr angle = input(graph, k) + input(graph, (k + 1) % 6);
    outputs.push_back((sin(angle) * cos(angle)).node);
  }
  const tape::Tape grouped = lower(graph, outputs, plain(graph)).body;
  expect_well_formed(grouped);
  EXPECT_EQ(count(grouped, tape::Op::call), 4);  // six sines and six cosines, four at a time
  EXPECT_EQ(grouped.arguments.size(), 6u);       // and their arguments are listed once
  const tape::Tape single = lower(graph, outputs, plain(graph, true, false)).body;
  EXPECT_EQ(count(single, tape::Op::call), 12);
}

TEST(Lower, FunctionOfAFunctionWaitsForItsArgument) {
  Graph graph;
  const Expr x = input(graph, 0);
  const std::vector<Node> outputs = {sin(sin(sin(x))).node, sin(x + 1).node};
  const Lowered lowered = lower(graph, outputs, plain(graph));
  expect_well_formed(lowered.body);
  EXPECT_EQ(count(lowered.body, tape::Op::call), 3);
  const double at[] = {0.7};
  EXPECT_EQ(run(lowered.body, at), evaluate(graph, outputs, at));
}

TEST(Lower, WhatNoOutputNeedsIsNotThere) {
  Graph graph;
  const Expr x = input(graph, 0), unused = exp(x) * 3;
  EXPECT_NE(unused.node, x.node);
  const Node f = (x + 1).node;
  EXPECT_EQ(lower(graph, {&f, 1}, plain(graph)).body.code.size(), 1u);
  EXPECT_TRUE(lower(graph, {}, plain(graph)).body.code.empty());
}

}  // namespace
}  // namespace zwang::test
