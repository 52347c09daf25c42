// SPDX-License-Identifier: Apache-2.0
// Columns as bytes, against zlib's own inflate and a reader that undoes one step after the other.

#include "report/coding.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <bit>
#include <cmath>
#include <limits>

#include "support/random.h"

namespace zwang::report {
namespace {

using test::Random;

std::string inflated(const std::string& stream, std::size_t size) {
  std::string bytes(size, '\0');
  uLongf length = size;
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(bytes.data()), &length,
                       reinterpret_cast<const Bytef*>(stream.data()), stream.size()),
            Z_OK);
  EXPECT_EQ(length, size);
  return bytes;
}

std::vector<double> decoded(const Coded& coded, const std::string& bytes, std::size_t count) {
  const std::size_t width = coded.type == "f64" ? 8 : 4;
  std::vector<double> values;
  std::uint32_t before = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t word = 0;
    for (std::size_t k = 0; k < width; ++k)
      word |= std::uint64_t{static_cast<unsigned char>(bytes[k * count + i])} << (8 * k);
    if (width == 8) {
      values.push_back(std::bit_cast<double>(word));
      continue;
    }
    before = static_cast<std::uint32_t>(word) + (coded.type == "d32" ? before : 0);
    values.push_back(std::bit_cast<float>(before));
  }
  return values;
}

std::vector<double> smooth(std::uint64_t seed, std::size_t count) {
  Random random(seed);
  const double a = random.normal(), w = random.uniform(0.001, 0.1), shift = random.normal();
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = shift + a * std::sin(w * static_cast<double>(i));
  return values;
}

TEST(Coding, DoublesComeBackToTheBit) {
  std::vector<double> values = smooth(1, 1000);
  values[3] = std::numeric_limits<double>::infinity();
  values[4] = -0.0;
  values[5] = std::numeric_limits<double>::quiet_NaN();
  values[6] = 5e-324;
  const Coded coded = code(values, {});
  ASSERT_EQ(coded.type, "f64");
  const auto back = decoded(coded, inflated(zlib_stream({{coded}}), coded.bytes), values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(back[i]), std::bit_cast<std::uint64_t>(values[i])) << i;
}

// Half a unit in the last place of so many bits, and what a float cannot be smaller than.
TEST(Coding, ShorterNumbersAreOffByHalfAUnitAtMost) {
  for (const int bits : {24, 20, 17, 14}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const std::vector<double> values = smooth(seed, 300);
      const Coded coded = code(values, {bits});
      const auto back =
          decoded(coded, inflated(zlib_stream({{coded}}), coded.bytes), values.size());
      for (std::size_t i = 0; i < values.size(); ++i) {
        // Rounded twice, to a float and from there.
        const double bound = std::abs(values[i]) * (std::ldexp(1.0, -bits) + 0x1p-24) + 0x1p-149;
        EXPECT_LE(std::abs(back[i] - values[i]), bound) << "seed " << seed << ", bits " << bits;
      }
    }
  }
}

TEST(Coding, WhatNoFloatCanBeBecomesTheLargestAndNoNumberStaysNone) {
  const std::vector<double> values = {1e300, -1e300, std::numeric_limits<double>::infinity(),
                                      std::numeric_limits<double>::quiet_NaN(), 3.4028234e38};
  const Coded coded = code(values, {14});
  const auto back = decoded(coded, inflated(zlib_stream({{coded}}), coded.bytes), values.size());
  EXPECT_TRUE(std::isfinite(back[0]) && back[0] > 3.4e38);
  EXPECT_TRUE(std::isfinite(back[1]) && back[1] < -3.4e38);
  EXPECT_EQ(back[2], values[2]);
  EXPECT_TRUE(std::isnan(back[3]));
  EXPECT_TRUE(std::isfinite(back[4]));
}

TEST(Coding, ColumnsOneAfterTheOtherAreOneStream) {
  std::vector<Coded> columns;
  std::size_t total = 0;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    columns.push_back(code(smooth(seed, 100 + 10 * seed), {seed % 2 == 0 ? 53 : 24}));
    total += columns.back().bytes;
  }
  columns.push_back(code({}, {}));
  const std::string bytes = inflated(zlib_stream(columns), total);
  std::size_t offset = 0;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Coded& column = columns[seed];
    const auto back = decoded(column, bytes.substr(offset, column.bytes), 100 + 10 * seed);
    EXPECT_NEAR(back[7], smooth(seed, 100)[7], 1e-6) << seed;  // a float's digits
    offset += column.bytes;
  }
}

// What a page of a million samples of twenty columns rests on: about a byte for each number.
TEST(Coding, SmoothColumnsTakeLittleMoreThanAByteForEachNumber) {
  const std::vector<double> values = smooth(3, 100000);
  EXPECT_LT(code(values, {14}).deflated.size(), 130000u);
}

}  // namespace
}  // namespace zwang::report
