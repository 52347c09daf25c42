// SPDX-License-Identifier: Apache-2.0
#include "tape/compact.h"

#include <gtest/gtest.h>

#include "support/random_tape.h"

namespace zwang::test {
namespace {

TEST(Compact, LeavesOnlyTheInputsThatAreUsedInTheirOrder) {
  tape::Tape tape;
  tape.inputs = 9;
  tape.code = {{tape::Op::add, tape::Function::sin, 0, input(7), input(2)}};
  tape.outputs = {value(0), input(4)};
  EXPECT_EQ(compact_inputs(tape), (std::vector<std::uint32_t>{2, 4, 7}));
  EXPECT_EQ(tape.inputs, 3);
  EXPECT_EQ(tape.code[0].a, input(2));
  EXPECT_EQ(tape.code[0].b, input(0));
  EXPECT_EQ(tape.outputs[1], input(1));
}

TEST(Compact, ChangesNoValue) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const tape::Tape before = random_tape(random, random_shape(random));
    const std::vector<double> x = random_inputs(random, before.inputs, 1, 0.05);
    tape::Tape after = before;
    std::vector<double> used;
    for (const std::uint32_t k : compact_inputs(after)) used.push_back(x[k]);
    const auto expected = evaluate_tape(before, tape::Accuracy::accurate, x);
    const auto got = evaluate_tape(after, tape::Accuracy::accurate, used);
    EXPECT_EQ(difference(got, expected, 1), "") << "seed " << seed;
  }
}

}  // namespace
}  // namespace zwang::test
