// SPDX-License-Identifier: Apache-2.0
// Values come back from their bytes to the last bit; bytes that are no values are refused.

#include "record/bytes.h"

#include <gtest/gtest.h>

#include "record/sample.h"

namespace zwang::record {
namespace {

TEST(Bytes, NumbersAreLittleEndian) {
  Encoder encoder;
  encoder.u64(0x0102030405060708);
  encoder.number(1.0);  // 0x3FF0000000000000
  encoder.text("ab");
  EXPECT_EQ(encoder.bytes(), std::string("\x08\x07\x06\x05\x04\x03\x02\x01"
                                         "\0\0\0\0\0\0\xF0\x3F"
                                         "\x02\0\0\0\0\0\0\0ab",
                                         26));
}

TEST(Bytes, WhatIsEncodedIsDecodedToTheBit) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    test::Random random(seed);
    const auto values = test::any_doubles(random, random.integer(0, 40));
    const std::string text(static_cast<std::size_t>(random.integer(0, 20)), '\0');
    Encoder encoder;
    encoder.numbers(values);
    encoder.text(text);
    encoder.u64(seed);
    Decoder decoder(encoder.bytes());
    EXPECT_EQ(test::bits(decoder.numbers()), test::bits(values)) << "seed " << seed;
    EXPECT_EQ(decoder.text(), text);
    EXPECT_EQ(decoder.u64(), seed);
    EXPECT_TRUE(decoder.done());
  }
}

TEST(Bytes, EveryShorterBeginningIsRefused) {
  Encoder encoder;
  encoder.text("abc");
  encoder.numbers(std::vector<double>{1, 2});
  const std::string& bytes = encoder.bytes();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Decoder decoder(std::string_view(bytes).substr(0, size));
    decoder.text();
    decoder.numbers();
    EXPECT_FALSE(decoder.ok()) << size;
  }
}

TEST(Bytes, ALengthBeyondTheEndTakesNoMemory) {
  for (std::uint64_t length : {std::uint64_t{1}, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
    Encoder encoder;
    encoder.u64(length);
    Decoder texts(encoder.bytes()), numbers(encoder.bytes());
    EXPECT_TRUE(texts.text().empty());
    EXPECT_TRUE(numbers.numbers().empty());
    EXPECT_FALSE(texts.ok() || numbers.ok()) << length;
  }
}

TEST(Bytes, ACountThatNoIndexHoldsIsRefused) {
  Encoder encoder;
  encoder.u64(std::uint64_t{1} << 63);
  Decoder decoder(encoder.bytes());
  EXPECT_EQ(decoder.count(), 0);
  EXPECT_FALSE(decoder.ok());
}

TEST(Bytes, LeftoversAreNotDone) {
  Decoder decoder("12345678x");
  decoder.u64();
  EXPECT_TRUE(decoder.ok());
  EXPECT_FALSE(decoder.done());
}

}  // namespace
}  // namespace zwang::record
