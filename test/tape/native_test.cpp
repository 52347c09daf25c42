// SPDX-License-Identifier: Apache-2.0
// Native code against the interpreter: not a bit differs, whatever the width, the registers, the
// instruction set and the functions; and it never asks for pages that can be written and executed.

#include "tape/native.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>

#include "support/random_tape.h"
#include "support/sanitized.h"
#include "tape/interpret.h"
#include "tape/program.h"

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace zwang::test {
namespace {

using tape::Accuracy;
using tape::Native;
using tape::NativeOptions;
using tape::Tape;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

NativeOptions random_options(Random& random) {
  NativeOptions options;
  options.width = std::vector<int>{1, 4, 8}[at(random.integer(0, 2))];
  options.stride = options.width + (random.chance(0.3) ? random.integer(1, 40) : 0);
  options.accuracy = random.chance(0.7) ? Accuracy::fast : Accuracy::accurate;
  options.avx512 = options.width == 8 || random.chance(0.5);
  options.registers = std::vector<int>{4, 5, 6, 8, 16, 32}[at(random.integer(0, 5))];
  return options;
}

std::string described(const NativeOptions& options) {
  return "width " + std::to_string(options.width) + ", stride " + std::to_string(options.stride) +
         (options.accuracy == Accuracy::fast ? ", fast" : ", accurate") +
         (options.avx512 ? ", AVX-512, " : ", AVX2, ") + std::to_string(options.registers) +
         " registers";
}

/// [value][width] → [value][stride], the other lanes 77.
std::vector<double> spread_lanes(const std::vector<double>& x, Index width, Index stride) {
  std::vector<double> y(x.size() / at(width) * at(stride), 77);
  for (std::size_t i = 0; i < x.size(); ++i) y[i / at(width) * at(stride) + i % at(width)] = x[i];
  return y;
}

/// Runs both; the arrays begin at an odd double, have other lanes between and room behind.
std::string compare(const Tape& tape, const Native& native, const NativeOptions& options,
                    const std::vector<double>& inputs) {
  const tape::Bytecode code = assign_places(tape);
  const Index width = options.width;
  std::vector<double> expected(tape.outputs.size() * at(width)), memory(at(code.places * width));
  interpret(code, options.accuracy, width, inputs.data(), expected.data(), memory.data());
  expected = spread_lanes(expected, width, options.stride);

  std::vector<double> x = spread_lanes(inputs, width, options.stride);
  x.insert(x.begin(), 77);
  std::vector<double> outputs(1 + expected.size() + 8, 77),
      scratch(1 + at(native.scratch()) + 8, 77);
  native.run(x.data() + 1, outputs.data() + 1, scratch.data() + 1);
  for (std::size_t k = 1; k <= 8; ++k) {
    if (outputs[outputs.size() - k] != 77) return "wrote past its outputs";
    if (scratch[scratch.size() - k] != 77) return "wrote past its scratch";
  }
  return difference(std::span(outputs).subspan(1, expected.size()), expected, options.stride);
}

/// How many random tapes: 5000, fewer under the sanitizers, 100 000 in the long form.
std::uint64_t tapes() {
  if (is_sanitized()) return 1000;
  return std::getenv("ZWANG_SOAK") ? 100000 : 5000;
}

TEST(Native, EqualsTheInterpreterBitByBit) {
  if (!tape::has_avx2()) GTEST_SKIP() << "no AVX2";
  std::uint64_t emitted = 0, spilled = 0;
  for (std::uint64_t seed = 0; seed < tapes() && !HasFailure(); ++seed) {
    Random random(seed);
    const Tape tape = random_tape(random, random_shape(random));
    const double special = seed % 3 ? 0 : 0.2;
    for (int k = 0; k < 2; ++k) {
      const NativeOptions options = random_options(random);
      SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::to_string(tape.code.size()) +
                   " instructions, " + described(options));
      const std::optional<Native> native = emit(tape, options);
      const bool possible = options.width < 8 || tape::has_avx512();
      EXPECT_EQ(native.has_value(), possible);
      if (!native) continue;
      ++emitted;
      spilled += native->spills() > 0;
      const auto inputs = random_inputs(random, tape.inputs, options.width, special);
      EXPECT_EQ(compare(tape, *native, options, inputs), "");
    }
  }
  EXPECT_GT(emitted, tapes());
  EXPECT_GT(spilled, tapes() / 10) << "too few spills to be a test of them";
}

// All values alive at once: more than any machine has registers.
TEST(Native, SpillsWhatDoesNotFit) {
  if (!tape::has_avx2()) GTEST_SKIP() << "no AVX2";
  Tape tape;
  tape.inputs = 3;
  const Index count = 200;
  for (Index i = 0; i < count; ++i)
    tape.code.push_back({.op = tape::Op::multiply_add,
                         .a = input(i % 3),
                         .b = i ? value(i - 1) : input(1),
                         .c = input((i + 1) % 3)});
  for (Index i = 0; i < count; ++i)
    tape.code.push_back({.op = tape::Op::add, .a = value(i), .b = value(count - 1 - i)});
  for (Index i = count; i < 2 * count; ++i) tape.outputs.push_back(value(i));
  for (int registers : {4, 5, 16, 32}) {
    NativeOptions options;
    options.registers = registers;
    const std::optional<Native> native = emit(tape, options);
    ASSERT_TRUE(native);
    EXPECT_GT(native->spills(), count - 40) << registers;
    EXPECT_EQ(compare(tape, *native, options, {0.3, -0.7, 0.2}), "") << registers;
  }
}

TEST(Native, SurvivesBeingMoved) {
  if (!tape::has_avx2()) GTEST_SKIP() << "no AVX2";
  Random random(3);
  const Tape tape = random_tape(random, TapeShape{}), other = random_tape(random, TapeShape{});
  NativeOptions options;
  options.stride = options.width = 4;
  std::optional<Native> first = emit(tape, options), second = emit(other, options);
  ASSERT_TRUE(first && second);
  const auto inputs = random_inputs(random, tape.inputs, 4, 0);
  Native moved(std::move(*first));
  EXPECT_EQ(compare(tape, moved, options, inputs), "");
  *second = std::move(moved);
  first.reset();
  EXPECT_EQ(compare(tape, *second, options, inputs), "");
}

#ifdef __linux__

/// The lines of the map of memory whose pages can be both written and executed.
std::multiset<std::string> writable_and_executable() {
  std::multiset<std::string> lines;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::string rights = line.substr(line.find(' ') + 1, 4);
    if (rights[1] == 'w' && rights[2] == 'x') lines.insert(line.substr(0, line.find(' ')));
  }
  return lines;
}

int executable_maps() {
  int count = 0;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) count += line[line.find(' ') + 3] == 'x';
  return count;
}

TEST(Native, ItsPagesAreNeverWritableAndExecutable) {
  if (!tape::has_avx2()) GTEST_SKIP() << "no AVX2";
  Random random(9);
  const Tape tape = random_tape(random, TapeShape{});
  const auto before = writable_and_executable();
  const int executable = executable_maps();
  {
    const std::optional<Native> native = emit(tape, {});
    ASSERT_TRUE(native);
    EXPECT_EQ(writable_and_executable(), before);
    EXPECT_GT(executable_maps(), executable) << "the map does not show the pages: no test";
  }
  EXPECT_EQ(executable_maps(), executable) << "pages are given back";
}

#ifndef PR_SET_MDWE
#define PR_SET_MDWE 65
#define PR_MDWE_REFUSE_EXEC_GAIN 1
#endif

/// In a child: 0 if the program ran interpreted with the bits expected, else what went wrong.
int run_without_executable_memory(const Tape& tape, const std::vector<double>& inputs,
                                  const std::vector<double>& expected) {
  if (prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0) != 0) return 2;
  const tape::Program program(tape, {});
  if (program.native()) return 3;
  std::vector<double> outputs(expected.size()), scratch(at(program.scratch()));
  program.run(inputs.data(), outputs.data(), scratch.data());
  return difference(outputs, expected, 1).empty() ? 0 : 4;
}

// The kernel's own refusal (PR_SET_MDWE, Linux 6.3) lasts for a process: hence a child.
TEST(Native, WithoutExecutableMemoryAProgramIsInterpreted) {
  Random random(21);
  const Tape tape = random_tape(random, TapeShape{});
  const auto inputs = random_inputs(random, tape.inputs, 1, 0);
  const auto expected = evaluate_tape(tape, Accuracy::fast, inputs);
  if (!tape::Program(tape, {}).native()) GTEST_SKIP() << "not native with it either";
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) _exit(run_without_executable_memory(tape, inputs, expected));
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status)) << "the child was ended by signal " << WTERMSIG(status);
  if (WEXITSTATUS(status) == 2) GTEST_SKIP() << "this kernel cannot refuse executable memory";
  EXPECT_EQ(WEXITSTATUS(status), 0) << "3: native code was made; 4: other bits";
}

#endif

}  // namespace
}  // namespace zwang::test
