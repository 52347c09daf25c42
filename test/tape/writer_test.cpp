// SPDX-License-Identifier: Apache-2.0
#include "tape/writer.h"

#include <gtest/gtest.h>

#include <vector>

#include "tape/program.h"

namespace zwang::tape {
namespace {

constexpr Operand::Kind value = Operand::Kind::value, in = Operand::Kind::input,
                        fixed = Operand::Kind::constant;

std::vector<double> run(const Tape& tape, const std::vector<double>& inputs) {
  const Program program(tape, {.engine = Engine::interpreter});
  std::vector<double> outputs(tape.outputs.size()),
      scratch(static_cast<std::size_t>(program.scratch()) + 1);
  program.run(inputs.data(), outputs.data(), scratch.data());
  return outputs;
}

/// x, y ↦ sin x + 2, cos x · y: both functions share their argument.
Tape sine_and_cosine() {
  Tape tape;
  tape.inputs = 2;
  tape.constants = {2};
  tape.arguments = {{in, 0}};
  tape.code = {{.op = Op::call, .function = Function::sin, .count = 1},
               {.op = Op::result},
               {.op = Op::call, .function = Function::cos, .count = 1},
               {.op = Op::result},
               {.op = Op::add, .a = {value, 1}, .b = {fixed, 0}},
               {.op = Op::multiply, .a = {value, 3}, .b = {in, 1}}};
  tape.outputs = {{value, 4}, {value, 5}};
  return tape;
}

TEST(TapeWriter, PutsTapesInLineOneBehindTheOther) {
  const Tape inner = sine_and_cosine();
  Writer to(2);
  const Operand inputs[] = {to.input(0), to.input(1)};
  const std::vector<Operand> once = to.append(inner, inputs);
  const std::vector<Operand> twice = to.append(inner, once);
  const Tape tape = to.finish(twice);
  for (const double x : {-3.0, 0.25, 7.5}) {
    const std::vector<double> expected = run(inner, run(inner, {x, 1.5}));
    EXPECT_EQ(run(tape, {x, 1.5}), expected) << x;
  }
}

TEST(TapeWriter, WritesEqualOperationsOnceAndLeavesOutWhatNobodyNeeds) {
  Writer to(2);
  const Operand x = to.input(0), y = to.input(1);
  const Operand sum = to.add(x, y);
  EXPECT_EQ(to.add(x, y), sum);
  EXPECT_EQ(to.constant(3), to.constant(3));
  to.multiply(sum, to.constant(3));  // nobody needs it
  const Operand inputs[] = {sum, x};
  const std::vector<Operand> both = to.append(sine_and_cosine(), inputs);
  const Operand outputs[] = {both[1], sum, y};  // sin is idle
  const Tape tape = to.finish(outputs);
  EXPECT_EQ(tape.code.size(), 4u);  // sum, call, result, product
  EXPECT_EQ(tape.arguments.size(), 1u);
  const std::vector<double> found = run(tape, {0.5, 0.75});
  const std::vector<double> expected = run(sine_and_cosine(), {1.25, 0.5});
  EXPECT_EQ(found, (std::vector<double>{expected[1], 1.25, 0.75}));
}

}  // namespace
}  // namespace zwang::tape
