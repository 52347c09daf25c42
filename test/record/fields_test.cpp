// SPDX-License-Identifier: Apache-2.0
#include "record/fields.h"

#include <gtest/gtest.h>

#include "record/sample.h"

namespace zwang::record {
namespace {

enum class Colour : std::uint8_t { red, green };

struct Part {
  double x = 0;
  std::vector<double> list;

  template <class Self, class Visit>
  static void fields(Self& part, Visit& visit) {
    visit("part", 3, part.x, part.list);
  }
};

struct Whole {
  long count = 0;
  bool flag = false;
  Colour colour = Colour::red;
  std::vector<Colour> colours;
  std::array<long, 2> pair{};
  std::vector<Part> parts;
  Part last;

  template <class Self, class Visit>
  static void fields(Self& whole, Visit& visit) {
    visit("whole", 1, whole.count, whole.flag, whole.colour, whole.colours, whole.pair, whole.parts,
          whole.last);
  }
};

std::string written(const Whole& whole) {
  Encoder encoder;
  FieldWriter(encoder).put(whole);
  return encoder.bytes();
}

Whole any_whole(std::uint64_t seed) {
  test::Random random(seed);
  Whole whole{-5, true, Colour::green, {Colour::green, Colour::red}, {-1, 7}, {}, {}};
  for (Index k = random.integer(0, 4); k > 0; --k) {
    whole.parts.push_back({test::any_double(random), test::any_doubles(random, k)});
  }
  whole.last = {test::any_double(random), {}};
  return whole;
}

TEST(Fields, ComeBackToTheBit) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Whole whole = any_whole(seed);
    const std::string bytes = written(whole);
    Whole read;
    Decoder decoder(bytes);
    FieldReader reader(decoder);
    reader.take(read);
    EXPECT_TRUE(reader.ok() && decoder.done()) << "seed " << seed;
    EXPECT_EQ(written(read), bytes) << "seed " << seed;
    EXPECT_EQ(read.count, -5);
    EXPECT_EQ(read.colours, whole.colours);
    EXPECT_EQ(read.pair, whole.pair);
    ASSERT_EQ(read.parts.size(), whole.parts.size());
    for (std::size_t k = 0; k < whole.parts.size(); ++k) {
      EXPECT_EQ(test::bits(read.parts[k].list), test::bits(whole.parts[k].list));
    }
  }
}

TEST(Fields, OfAnotherNameOrVersionAreTold) {
  const std::string good = written(any_whole(1));
  for (const auto& [from, to, told] :
       {std::array<std::string, 3>{"whole", "whale", "whale 1"}, {"part", "port", "port 3"}}) {
    std::string bytes = good;
    bytes.replace(bytes.find(from), from.size(), to);
    Whole read;
    Decoder decoder(bytes);
    FieldReader reader(decoder);
    reader.take(read);
    EXPECT_FALSE(reader.ok());
    EXPECT_EQ(reader.other(), told);
  }
}

TEST(Fields, CutOffAnywhereAreNotOk) {
  const std::string good = written(any_whole(2));
  for (std::size_t size = 0; size < good.size(); ++size) {
    Whole read;
    Decoder decoder(std::string_view(good).substr(0, size));
    FieldReader reader(decoder);
    reader.take(read);
    EXPECT_FALSE(reader.ok()) << size;
    EXPECT_TRUE(reader.other().empty()) << size;
  }
}

}  // namespace
}  // namespace zwang::record
