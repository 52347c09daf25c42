// SPDX-License-Identifier: Apache-2.0
#include "tape/next_use.h"

#include <gtest/gtest.h>

#include "support/random_tape.h"

namespace zwang::test {
namespace {

using tape::Function;
using tape::never;
using tape::Op;
using tape::Tape;

Tape three_lines() {
  Tape tape;
  tape.inputs = 2;
  tape.constants = {3};
  tape.code = {{Op::add, Function::sin, 0, input(0), constant(0)},
               {Op::multiply, Function::sin, 0, value(0), value(0)},
               {Op::subtract, Function::sin, 0, value(1), input(0)}};
  tape.outputs = {value(2)};
  return tape;
}

TEST(NextUse, FollowsEachValueFromUseToUse) {
  const Tape tape = three_lines();
  const tape::Numbering number(tape);
  const tape::NextUse next = find_next_use(tape, number);
  EXPECT_EQ(next.first[number(input(0))], 0u);
  EXPECT_EQ(next.after[0][0], 2u);  // input 0: used again in line 2
  EXPECT_EQ(next.after[2][1], never);
  EXPECT_EQ(next.first[number(input(1))], never);
  EXPECT_EQ(next.after[0][1], never);  // the constant
  EXPECT_EQ(next.after[1][0], 1u);     // twice in one line
  EXPECT_EQ(next.after[1][1], never);
  EXPECT_EQ(next.first[number(value(2))], never);  // an output is stored when it is made
}

// sin and cos of the same two angles, then another call: the shared list counts once.
TEST(NextUse, CountsTheArgumentsOfARunOfCallsAtItsHead) {
  Tape tape;
  tape.inputs = 2;
  tape.arguments = {input(0), input(1), input(0)};
  const auto call = [&](Function f, std::uint8_t count, Index list) {
    tape.code.push_back({Op::call, f, count, value(list)});
    for (int k = 0; k < count; ++k) tape.code.push_back({Op::result});
  };
  call(Function::sin, 2, 0);
  call(Function::cos, 2, 0);
  call(Function::exp, 1, 2);
  EXPECT_TRUE(continues_run(tape, 0, 3));
  EXPECT_FALSE(continues_run(tape, 3, 6));
  EXPECT_FALSE(continues_run(tape, 6, 8));  // behind the end

  const tape::Numbering number(tape);
  const tape::NextUse next = find_next_use(tape, number);
  EXPECT_EQ(next.first[number(input(0))], 0u);
  EXPECT_EQ(next.after_argument[0], 6u);
  EXPECT_EQ(next.after_argument[1], never);
  EXPECT_EQ(next.after_argument[2], never);
}

}  // namespace
}  // namespace zwang::test
