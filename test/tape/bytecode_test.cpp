// SPDX-License-Identifier: Apache-2.0
// Places for values: used again when a value is dead, never before.

#include "tape/bytecode.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/random_tape.h"

namespace zwang::test {
namespace {

using tape::Bytecode;
using tape::Function;
using tape::Op;
using tape::Operand;
using tape::Step;
using tape::Tape;

TEST(Bytecode, InputsComeFirstThenConstantsThenValues) {
  Tape tape;
  tape.inputs = 2;
  tape.constants = {3.0};
  tape.code = {{.op = Op::add, .a = input(1), .b = constant(0)}};
  tape.outputs = {value(0), input(0), constant(0)};
  const Bytecode code = assign_places(tape);
  ASSERT_EQ(code.steps.size(), 1u);
  EXPECT_EQ(code.steps[0].a, 1u);
  EXPECT_EQ(code.steps[0].b, 2u);
  EXPECT_EQ(code.steps[0].to, 3u);
  EXPECT_EQ(code.outputs, (std::vector<std::uint32_t>{3, 0, 2}));
  EXPECT_EQ(code.places, 4);
}

// x ← x·x + 1, again and again.
TEST(Bytecode, AChainLivesInOnePlace) {
  Tape tape;
  tape.inputs = 1;
  tape.constants = {1.0};
  tape.code = {{.op = Op::multiply_add, .a = input(0), .b = input(0), .c = constant(0)}};
  for (Index i = 0; i < 100; ++i)
    tape.code.push_back({.op = Op::multiply_add, .a = value(i), .b = value(i), .c = constant(0)});
  tape.outputs = {value(100)};
  EXPECT_EQ(assign_places(tape).places, 3);
}

TEST(Bytecode, AValueThatNobodyReadsFreesItsPlace) {
  Tape tape;
  tape.inputs = 1;
  for (int i = 0; i < 10; ++i) tape.code.push_back({.op = Op::sqrt, .a = input(0)});
  tape.outputs = {value(9)};
  EXPECT_EQ(assign_places(tape).places, 2);
}

TEST(Bytecode, OutputsKeepTheirPlaces) {
  Tape tape;
  tape.inputs = 1;
  for (int i = 0; i < 10; ++i) {
    tape.code.push_back({.op = Op::sqrt, .a = input(0)});
    tape.outputs.push_back(value(i));
  }
  Bytecode code = assign_places(tape);
  std::sort(code.outputs.begin(), code.outputs.end());
  EXPECT_EQ(std::unique(code.outputs.begin(), code.outputs.end()), code.outputs.end());
}

TEST(Bytecode, ACallListsItsArgumentsThenItsResults) {
  Tape tape;
  tape.inputs = 4;
  tape.arguments = {input(3), input(1), input(0), input(2)};
  tape.code = {{.op = Op::call, .function = Function::atan2, .count = 2, .a = value(0)},
               {.op = Op::result},
               {.op = Op::result}};
  tape.outputs = {value(2), value(1)};
  const Bytecode code = assign_places(tape);
  ASSERT_EQ(code.steps.size(), 1u);
  const Step& call = code.steps[0];
  EXPECT_EQ(call.op, Op::call);
  EXPECT_EQ(call.function, Function::atan2);
  EXPECT_EQ(call.count, 2);
  ASSERT_EQ(code.lists.size(), call.a + 6u);
  const std::vector<std::uint32_t> arguments(code.lists.begin(), code.lists.begin() + 4);
  EXPECT_EQ(arguments, (std::vector<std::uint32_t>{3, 1, 0, 2}));
  EXPECT_EQ(code.outputs, (std::vector<std::uint32_t>{code.lists[5], code.lists[4]}));
}

// The lanes of a first result are written before those of a second argument are read.
TEST(Bytecode, TheResultsOfACallTakeNoPlaceOfItsArguments) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    TapeShape shape = random_shape(random);
    shape.calls = 0.5;
    const Bytecode code = assign_places(random_tape(random, shape));
    for (const Step& step : code.steps) {
      if (step.op != Op::call) continue;
      const auto arguments = code.lists.begin() + step.a;
      const auto results = arguments + step.count * arity(step.function);
      for (auto r = results; r != results + step.count; ++r)
        EXPECT_EQ(std::find(arguments, r, *r), r) << "seed " << seed;
    }
  }
}

/// The largest number of values alive at once, counted without any idea of places: a value is alive
/// from its definition until its last reader; a call's results are all defined by the call.
Index most_alive(const Tape& tape) {
  const Index count = static_cast<Index>(tape.code.size());
  std::vector<Index> born(tape.code.size()), last(tape.code.size(), -1);
  Index call = -1;
  const auto read = [&](Operand x, Index reader) {
    if (x.kind() == Operand::Kind::value) last[static_cast<std::size_t>(x.number())] = reader;
  };
  for (Index i = 0; i < count; ++i) {
    const tape::Instruction& x = tape.code[static_cast<std::size_t>(i)];
    if (x.op == Op::call) call = i;
    born[static_cast<std::size_t>(i)] = x.op == Op::result ? call : i;
    for (int k = 0; x.op == Op::call && k < x.count * arity(x.function); ++k)
      read(tape.arguments[static_cast<std::size_t>(x.a.number() + k)], i);
    if (operands(x.op) > 0) read(x.a, i);
    if (operands(x.op) > 1) read(x.b, i);
    if (operands(x.op) > 2) read(x.c, i);
  }
  for (const Operand x : tape.outputs) read(x, count);

  // At the end of i: what was born by now and is read later. During i: its own results, read or
  // not, and what a call reads, whose places its results must not take.
  Index most = 0;
  for (Index i = 0; i < count; ++i) {
    const bool is_call = tape.code[static_cast<std::size_t>(i)].op == Op::call;
    Index alive = 0;
    for (std::size_t v = 0; v < tape.code.size(); ++v) {
      if (tape.code[v].op == Op::call || born[v] > i) continue;
      alive += last[v] > i || born[v] == i || (is_call && last[v] == i);
    }
    most = std::max(most, alive);
  }
  return most;
}

TEST(Bytecode, NoMorePlacesThanValuesAliveAtOnce) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    TapeShape shape = random_shape(random);
    shape.instructions = std::min<Index>(shape.instructions, 300);
    const Tape tape = random_tape(random, shape);
    const Bytecode code = assign_places(tape);
    const Index fixed = tape.inputs + static_cast<Index>(tape.constants.size());
    EXPECT_LE(code.places - fixed, most_alive(tape)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace zwang::test
