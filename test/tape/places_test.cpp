// SPDX-License-Identifier: Apache-2.0
// One program at many places: every place as if it were alone.

#include "tape/places.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/random_tape.h"
#include "tape/transfer.h"

namespace zwang::test {
namespace {

using tape::Accuracy;
using tape::Engine;
using tape::Places;
using tape::Program;
using tape::ProgramOptions;
using tape::Tape;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// A table [input][place] of positions below `size`: some inputs the same at all places, some side
/// by side in random order, some anywhere, some twice.
std::vector<std::uint32_t> random_table(Random& random, Index inputs, Index count, Index size) {
  std::vector<std::uint32_t> table(at(inputs * count));
  std::vector<Index> order(at(inputs));
  for (Index i = 0; i < inputs; ++i) order[at(i)] = i;
  for (Index i = inputs; i-- > 1;) std::swap(order[at(i)], order[at(random.integer(0, i))]);
  for (Index i = 0; i < inputs;) {
    const Index length = std::min({random.integer(1, 7), inputs - i, size});
    const bool common = random.chance(0.3);
    Index head = random.integer(0, size - length);
    for (Index place = 0; place < count; ++place) {
      if (!common) head = random.integer(0, size - length);
      for (Index j = 0; j < length; ++j)
        table[at(order[at(i + j)] * count + place)] = static_cast<std::uint32_t>(head + j);
    }
    i += length;
  }
  if (inputs > 1 && random.chance(0.3)) std::copy_n(table.begin(), count, table.end() - count);
  return table;
}

/// All outputs at all places, [output][padded], with room behind that must stay as it was.
std::vector<double> run(const Program& program, const Places& places,
                        const std::vector<double>& x) {
  const std::size_t count = at(program.outputs() * places.padded());
  const std::size_t room = at(tape::places_scratch(program));
  std::vector<double> outputs(count + 8, 77), scratch(room + 8, 77);
  tape::run_places(program, places, x.data(), outputs.data(), scratch.data());
  for (std::size_t k = 0; k < 8; ++k) {
    EXPECT_EQ(outputs[count + k], 77) << "wrote past its outputs";
    EXPECT_EQ(scratch[room + k], 77) << "wrote past its scratch";
  }
  outputs.resize(count);
  return outputs;
}

TEST(Places, EveryPlaceIsComputedAsIfAlone) {
  for (std::uint64_t seed = 0; seed < 300 && !HasFailure(); ++seed) {
    Random random(seed);
    TapeShape shape = random_shape(random);
    shape.instructions = std::min<Index>(shape.instructions, 300);
    const Tape tape = random_tape(random, shape);
    const Index count = random.integer(1, 40), size = random.integer(1, 50);
    const auto table = random_table(random, tape.inputs, count, size);
    const auto x = random_inputs(random, size, 1, 0.05);  // as long as the largest position allows
    const Places places(tape.inputs, count, table);
    ProgramOptions options;
    options.lanes = 8;
    if (random.chance(0.5)) options.engine = Engine::interpreter;
    if (random.chance(0.5)) options.output_stride = places.padded();  // native code writes there
    const auto outputs = run(Program(tape, options), places, x);
    ASSERT_EQ(places.padded(), round_up(count, 8));
    for (Index place = 0; place < places.padded(); ++place) {
      std::vector<double> inputs, column;
      for (Index i = 0; i < tape.inputs; ++i)  // behind the last place, the last place again
        inputs.push_back(x[table[at(i * count + std::min(place, count - 1))]]);
      for (std::size_t k = 0; k < tape.outputs.size(); ++k)
        column.push_back(outputs[k * at(places.padded()) + at(place)]);
      EXPECT_EQ(difference(column, evaluate_tape(tape, Accuracy::fast, inputs), 1), "")
          << "seed " << seed << ", place " << place << " of " << count;
    }
  }
}

TEST(Places, NoPlacesAreNoWork) {
  Tape tape;
  tape.inputs = 2;
  tape.outputs = {input(0)};
  const Places places(2, 0, {});
  EXPECT_EQ(places.padded(), 0);
  ProgramOptions options;
  options.lanes = 8;
  EXPECT_TRUE(run(Program(tape, options), places, {}).empty());
}

TEST(Places, AProgramWithoutInputsFillsEveryPlace) {
  Tape tape;
  tape.constants = {2.5};
  tape.outputs = {constant(0)};
  ProgramOptions options;
  options.lanes = 8;
  EXPECT_EQ(run(Program(tape, options), Places(0, 11, {}), {}), std::vector<double>(16, 2.5));
}

std::vector<const tape::Transfer*> transfers() {
  std::vector<const tape::Transfer*> sets{&tape::transfer_baseline};
#ifdef __x86_64__
  if (tape::has_avx2()) sets.push_back(&tape::transfer_avx2);
  if (tape::has_avx512()) sets.push_back(&tape::transfer_avx512);
#endif
  return sets;
}

// Runs of every length up to the end of the array: one number more would not be ours.
TEST(Transfer, GathersRunsOfAnyLength) {
  for (std::size_t set = 0; set < transfers().size(); ++set) {
    Random random(set);
    const std::vector<std::uint32_t> lengths{1, 2, 3, 4, 5, 7, 1}, inputs = [] {
      std::vector<std::uint32_t> backwards(23);
      for (std::uint32_t i = 0; i < 23; ++i) backwards[i] = 22 - i;
      return backwards;
    }();
    const auto x = random_inputs(random, 30, 1, 0);
    std::vector<std::uint32_t> positions;
    std::vector<double> expected(23 * 8), gathered(23 * 8);
    std::size_t input = 0;
    for (const std::uint32_t length : lengths) {
      for (std::size_t k = 0; k < 8; ++k) {
        const Index head = k == 5 ? 30 - length : random.integer(0, 30 - length);
        positions.push_back(static_cast<std::uint32_t>(head));
        for (std::size_t j = 0; j < length; ++j)
          expected[8 * inputs[input + j] + k] = x[at(head) + j];
      }
      input += length;
    }
    const tape::Runs runs{lengths.data(), inputs.data(), 7};
    EXPECT_EQ(transfers()[set]->gather(x.data(), positions.data(), runs, gathered.data()),
              positions.data() + positions.size());
    EXPECT_EQ(gathered, expected) << "set " << set;
  }
}

TEST(Transfer, ScattersRowsApart) {
  for (const tape::Transfer* set : transfers()) {
    std::vector<double> from(24), to(3 * 11, -1), expected(3 * 11, -1);
    for (std::size_t i = 0; i < 24; ++i)
      expected[i / 8 * 11 + i % 8] = from[i] = static_cast<double>(i);
    set->scatter(from.data(), 3, to.data(), 11);
    EXPECT_EQ(to, expected);
  }
}

}  // namespace
}  // namespace zwang::test
