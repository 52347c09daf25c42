// SPDX-License-Identifier: Apache-2.0
// The interpreter of every instruction set and number of lanes against the obvious evaluation: not
// a bit differs. It is the reference for native code.

#include "tape/interpret.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "support/random_tape.h"
#include "tape/executor.h"

namespace zwang::test {
namespace {

using tape::Accuracy;
using tape::Bytecode;
using tape::Op;
using tape::Tape;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<const tape::Executors*> executor_sets() {
  std::vector<const tape::Executors*> sets{&tape::executors_baseline};
#ifdef __x86_64__
  if (tape::has_avx2()) sets.push_back(&tape::executors_avx2);
  if (tape::has_avx512()) sets.push_back(&tape::executors_avx512);
#endif
  return sets;
}

/// Lane by lane in the obvious way: [output][lane].
std::vector<double> expected(const Tape& tape, Accuracy accuracy, const std::vector<double>& inputs,
                             Index lanes) {
  std::vector<double> outputs(tape.outputs.size() * static_cast<std::size_t>(lanes));
  const auto step = static_cast<std::size_t>(lanes);
  for (std::size_t lane = 0; lane < step; ++lane) {
    std::vector<double> x;
    for (std::size_t i = lane; i < inputs.size(); i += step) x.push_back(inputs[i]);
    const std::vector<double> y = evaluate_tape(tape, accuracy, x);
    for (std::size_t i = 0; i < y.size(); ++i) outputs[i * step + lane] = y[i];
  }
  return outputs;
}

std::vector<double> interpreted(const tape::Executors& set, const Bytecode& code, Accuracy accuracy,
                                const std::vector<double>& inputs, Index lanes) {
  std::vector<double> outputs(code.outputs.size() * static_cast<std::size_t>(lanes));
  std::vector<double> memory(static_cast<std::size_t>(code.places * lanes), kNan);
  tape::interpret(set, code, accuracy, lanes, inputs.data(), outputs.data(), memory.data());
  return outputs;
}

TEST(Interpreter, EqualsTheObviousEvaluation) {
  const std::uint64_t count = std::getenv("ZWANG_SOAK") ? 20000 : 1000;
  for (std::uint64_t seed = 0; seed < count && !HasFailure(); ++seed) {
    Random random(seed);
    const Tape tape = random_tape(random, random_shape(random));
    const Bytecode code = assign_places(tape);
    const Accuracy accuracy = random.chance(0.5) ? Accuracy::fast : Accuracy::accurate;
    const Index lanes = std::vector<Index>{1, 4, 8, 32}[seed % 4];
    const auto inputs = random_inputs(random, tape.inputs, lanes, seed % 3 ? 0 : 0.2);
    const auto outputs = expected(tape, accuracy, inputs, lanes);
    for (const tape::Executors* set : executor_sets())
      EXPECT_EQ(difference(interpreted(*set, code, accuracy, inputs, lanes), outputs, lanes), "")
          << "seed " << seed << ", " << set->name << ", lanes " << lanes << ", " << tape.code.size()
          << " instructions";
  }
}

// The chosen set, the public form: 32 instances together, by eights, by fours, one by one.
TEST(Interpreter, GivesTheSameBitsForEveryNumberOfLanes) {
  for (std::uint64_t seed = 1000; seed < 1200 && !HasFailure(); ++seed) {
    Random random(seed);
    const Tape tape = random_tape(random, random_shape(random));
    const Bytecode code = assign_places(tape);
    const auto inputs = random_inputs(random, tape.inputs, 32, 0.05);
    const auto together = interpreted(*executor_sets().back(), code, Accuracy::fast, inputs, 32);
    for (Index lanes : {1, 4, 8}) {
      const auto L = static_cast<std::size_t>(lanes);
      std::vector<double> part(tape.outputs.size() * 32), memory(code.places * L);
      for (std::size_t from = 0; from < 32; from += L) {
        std::vector<double> x(tape.inputs * L), y(tape.outputs.size() * L);
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = inputs[i / L * 32 + from + i % L];
        tape::interpret(code, Accuracy::fast, lanes, x.data(), y.data(), memory.data());
        for (std::size_t i = 0; i < y.size(); ++i) part[i / L * 32 + from + i % L] = y[i];
      }
      EXPECT_EQ(difference(part, together, 32), "") << "seed " << seed << ", lanes " << lanes;
    }
  }
}

// Every pair of special values in every operation; random tapes may miss a corner.
TEST(Interpreter, EveryOperationAtEverySpecialValue) {
  const double inf = std::numeric_limits<double>::infinity();
  const double special[] = {
      0.0,  -0.0,   1.0,     -1.0,  1.5,    -2.5,   inf,     -inf,
      kNan, 5e-324, -3e-310, 1e300, -1e300, 0x1p52, -0x1p53, 4503599627370495.5};
  for (int number = 0; number < static_cast<int>(Op::select); ++number) {
    const auto op = static_cast<Op>(number);
    Tape tape;
    tape.inputs = 3;
    tape.code = {{.op = op, .a = input(0), .b = input(1), .c = input(2)}};
    tape.outputs = {value(0)};
    const Bytecode code = assign_places(tape);
    for (double a : special)
      for (double b : special)
        for (double c : {1.0, -0.0, kNan, inf}) {
          std::vector<double> inputs(8, a);
          inputs.insert(inputs.end(), 8, b);
          inputs.insert(inputs.end(), 8, c);
          const std::vector<double> alone{a, b, c};
          const double value = compute(op, a, b, c);
          for (const tape::Executors* set : executor_sets()) {
            const auto eight = interpreted(*set, code, Accuracy::fast, inputs, 8);
            EXPECT_TRUE(same(eight[5], value)) << set->name << ", operation " << number << ": " << a
                                               << ", " << b << ", " << c << " gave " << eight[5];
            EXPECT_TRUE(same(interpreted(*set, code, Accuracy::fast, alone, 1)[0], value))
                << set->name << ", operation " << number << ": " << a << ", " << b << ", " << c;
          }
        }
  }
}

// What x86 does, and a NaN on either side stays one.
TEST(Interpreter, OfEqualOperandsMinAndMaxTakeTheSecond) {
  for (tape::Op op : {Op::min, Op::max}) {
    Tape tape;
    tape.inputs = 2;
    tape.code = {{.op = op, .a = input(0), .b = input(1)}};
    tape.outputs = {value(0)};
    const Bytecode code = assign_places(tape);
    for (const tape::Executors* set : executor_sets()) {
      const auto of = [&](double a, double b) {
        return interpreted(*set, code, Accuracy::fast, {a, b}, 1)[0];
      };
      EXPECT_FALSE(std::signbit(of(-0.0, 0.0))) << set->name;
      EXPECT_TRUE(std::signbit(of(0.0, -0.0))) << set->name;
      EXPECT_TRUE(std::isnan(of(kNan, 1))) << set->name;
      EXPECT_TRUE(std::isnan(of(1, kNan))) << set->name;
    }
  }
}

// 1 + eps squared minus its rounded value: only one rounding leaves eps².
TEST(Interpreter, MultipliesAndAddsWithOneRounding) {
  Tape tape;
  tape.inputs = 2;
  for (Op op : {Op::multiply_add, Op::multiply_subtract, Op::negate_multiply_add})
    tape.code.push_back({.op = op, .a = input(0), .b = input(0), .c = input(1)});
  for (Index i = 0; i < 3; ++i) tape.outputs.push_back(value(i));
  const double x = 1 + 0x1p-52, square = 1 + 0x1p-51;
  for (const tape::Executors* set : executor_sets()) {
    const auto code = assign_places(tape);
    EXPECT_EQ(interpreted(*set, code, Accuracy::fast, {x, -square}, 1)[0], 0x1p-104) << set->name;
    EXPECT_EQ(interpreted(*set, code, Accuracy::fast, {x, square}, 1)[1], 0x1p-104) << set->name;
    EXPECT_EQ(interpreted(*set, code, Accuracy::fast, {x, square}, 1)[2], -0x1p-104) << set->name;
  }
}

// A generator whose tapes drown in NaNs would test nothing.
TEST(RandomTape, ItsValuesAreMostlyFiniteAndHaveEveryOperation) {
  std::size_t finite = 0, all = 0;
  std::vector<int> operations(static_cast<std::size_t>(Op::result) + 1), functions(14);
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const Tape tape = random_tape(random, random_shape(random));
    for (double y :
         evaluate_tape(tape, Accuracy::accurate, random_inputs(random, tape.inputs, 1, 0)))
      ++all, finite += std::isfinite(y) && y != 0;
    for (const tape::Instruction& x : tape.code) {
      ++operations[static_cast<std::size_t>(x.op)];
      functions[static_cast<std::size_t>(x.function)] += x.op == Op::call;
    }
  }
  EXPECT_GT(finite * 10, all * 7) << finite << " of " << all;
  for (int count : operations) EXPECT_GT(count, 100);
  for (int count : functions) EXPECT_GT(count, 100);
}

}  // namespace
}  // namespace zwang::test
