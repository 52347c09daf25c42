// SPDX-License-Identifier: Apache-2.0
// A program gives the same bits whichever way it runs.

#include "tape/program.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <utility>

#include "support/random_tape.h"

namespace zwang::test {
namespace {

using tape::Accuracy;
using tape::Engine;
using tape::Program;
using tape::ProgramOptions;
using tape::Tape;

/// Sets a variable of the environment for a while.
class Setting {
 public:
  Setting(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old, had_ = true;
    setenv(name, value, 1);
  }
  ~Setting() { had_ ? setenv(name_, old_.c_str(), 1) : unsetenv(name_); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  const char* name_;
  std::string old_;
  bool had_ = false;
};

/// Runs with room behind outputs and scratch, which must stay as it was.
std::vector<double> run(const Program& program, const std::vector<double>& inputs) {
  const auto count = static_cast<std::size_t>(program.outputs() * program.lanes());
  const auto room = static_cast<std::size_t>(program.scratch());
  std::vector<double> outputs(count + 8, 77), scratch(room + 8, 77);
  program.run(inputs.data(), outputs.data(), scratch.data());
  for (std::size_t k = 0; k < 8; ++k) {
    EXPECT_EQ(outputs[count + k], 77) << "wrote past its outputs";
    EXPECT_EQ(scratch[room + k], 77) << "wrote past its scratch";
  }
  outputs.resize(count);
  return outputs;
}

TEST(Program, NativeAndInterpretedGiveTheSameBits) {
  for (std::uint64_t seed = 0; seed < 400 && !HasFailure(); ++seed) {
    Random random(seed);
    const Tape tape = random_tape(random, random_shape(random));
    ProgramOptions options;
    options.lanes = std::vector<Index>{1, 4, 8, 32}[seed % 4];
    options.accuracy = random.chance(0.5) ? Accuracy::fast : Accuracy::accurate;
    const Program automatic(tape, options);
    options.engine = Engine::interpreter;
    const Program interpreter(tape, options);
    EXPECT_FALSE(interpreter.native());
    const auto inputs = random_inputs(random, tape.inputs, options.lanes, 0.05);
    EXPECT_EQ(difference(run(automatic, inputs), run(interpreter, inputs), options.lanes), "")
        << "seed " << seed << ", lanes " << options.lanes;
  }
}

// One lane is one instance: 32 at once are 32 alone.
TEST(Program, EveryNumberOfLanesGivesTheSameBits) {
  for (std::uint64_t seed = 0; seed < 60 && !HasFailure(); ++seed) {
    Random random(seed);
    const Tape tape = random_tape(random, random_shape(random));
    for (Index lanes : {1, 4, 8, 32}) {
      ProgramOptions options;
      options.lanes = lanes;
      const Program program(tape, options);
      const auto inputs = random_inputs(random, tape.inputs, lanes, 0.05);
      const auto outputs = run(program, inputs);
      const auto L = static_cast<std::size_t>(lanes);
      for (std::size_t lane = 0; lane < L; ++lane) {
        std::vector<double> x, y;
        for (std::size_t i = lane; i < inputs.size(); i += L) x.push_back(inputs[i]);
        for (std::size_t i = lane; i < outputs.size(); i += L) y.push_back(outputs[i]);
        EXPECT_EQ(difference(y, evaluate_tape(tape, Accuracy::fast, x), 1), "")
            << "seed " << seed << ", lanes " << lanes << ", lane " << lane;
      }
    }
  }
}

TEST(Program, IsNativeWhereTheProcessorCan) {
  Tape tape;
  tape.inputs = 1;
  tape.code = {{.op = tape::Op::sqrt, .a = input(0)}};
  tape.outputs = {value(0)};
  for (Index lanes : {1, 4, 8, 32}) {
    ProgramOptions options;
    options.lanes = lanes;
    const Setting on("ZWANG_NATIVE", "on");
    EXPECT_EQ(Program(tape, options).native(), tape::has_avx2()) << lanes;
    const Setting off("ZWANG_NATIVE", "off");
    const Program interpreted(tape, options);
    EXPECT_FALSE(interpreted.native()) << lanes;
    EXPECT_EQ(run(interpreted, std::vector<double>(static_cast<std::size_t>(lanes), 9)),
              std::vector<double>(static_cast<std::size_t>(lanes), 3));
  }
}

TEST(Program, RunsAfterItWasMoved) {
  Random random(5);
  const Tape tape = random_tape(random, TapeShape{});
  const auto inputs = random_inputs(random, tape.inputs, 1, 0);
  Program first(tape, {});
  const auto outputs = run(first, inputs);
  const Program second(std::move(first));
  EXPECT_EQ(difference(run(second, inputs), outputs, 1), "");
}

TEST(Program, OfNoInstructionsCopies) {
  Tape tape;
  tape.inputs = 2;
  tape.constants = {2.5};
  tape.outputs = {input(1), constant(0), input(1), input(0)};
  for (Engine engine : {Engine::automatic, Engine::interpreter}) {
    ProgramOptions options;
    options.engine = engine;
    EXPECT_EQ(run(Program(tape, options), {3, 4}), (std::vector<double>{4, 2.5, 4, 3}));
  }
}

}  // namespace
}  // namespace zwang::test
