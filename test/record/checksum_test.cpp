// SPDX-License-Identifier: Apache-2.0
// CRC-32C against the values printed in RFC 3720 B.4 and against its definition, bit by bit.

#include "record/bytes.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>

#include "base/index.h"
#include "support/random.h"

namespace zwang::record {
namespace {

/// The remainder of the bits as a polynomial, one at a time.
std::uint32_t by_definition(std::string_view bytes) {
  std::uint32_t r = 0xFFFFFFFF;
  for (char byte : bytes)
    for (int bit = 0; bit < 8; ++bit) {
      const bool odd = ((r ^ (static_cast<unsigned char>(byte) >> bit)) & 1) != 0;
      r = (r >> 1) ^ (odd ? 0x82F63B78u : 0u);
    }
  return ~r;
}

std::string random_bytes(test::Random& random, Index count) {
  std::string bytes(static_cast<std::size_t>(count), '\0');
  for (char& byte : bytes) byte = static_cast<char>(random.bits());
  return bytes;
}

TEST(Checksum, HasTheValuesOfTheStandard) {
  std::string rising(32, '\0');
  std::iota(rising.begin(), rising.end(), '\0');
  EXPECT_EQ(crc32c(""), 0u);
  EXPECT_EQ(crc32c("123456789"), 0xE3069283u);
  EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8A9136AAu);
  EXPECT_EQ(crc32c(std::string(32, '\xFF')), 0x62A8AB43u);
  EXPECT_EQ(crc32c(rising), 0x46DD794Eu);
}

TEST(Checksum, AgreesWithItsDefinitionAtEveryLength) {
  constexpr std::uint64_t seed = 3;
  test::Random random(seed);
  for (Index count = 0; count < 100; ++count) {
    const std::string bytes = random_bytes(random, count);
    EXPECT_EQ(crc32c(bytes), by_definition(bytes)) << count << ", seed " << seed;
  }
}

TEST(Checksum, GoesOnWhereItStopped) {
  constexpr std::uint64_t seed = 4;
  test::Random random(seed);
  const std::string bytes = random_bytes(random, 50);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut)
    EXPECT_EQ(crc32c(bytes.substr(cut), crc32c(bytes.substr(0, cut))), crc32c(bytes)) << cut;
}

}  // namespace
}  // namespace zwang::record
