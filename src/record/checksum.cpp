// SPDX-License-Identifier: Apache-2.0
#include "record/checksum.h"

#include <array>

#include "record/bytes.h"

namespace zwang::record {

namespace {

using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

/// tables[k][b]: what the byte b, followed by k zero bytes, adds to the remainder. Eight bytes are
/// then taken at once ("slicing"), which is as fast as a disk.
constexpr Tables make_tables() {
  constexpr std::uint32_t polynomial = 0x82F63B78;  // bits reversed: the lowest is the first
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t r = byte;
    for (int bit = 0; bit < 8; ++bit) r = (r >> 1) ^ (r & 1 ? polynomial : 0);
    tables[0][byte] = r;
  }
  for (std::size_t k = 1; k < 8; ++k)
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t r = tables[k - 1][byte];
      tables[k][byte] = (r >> 8) ^ tables[0][r & 0xFF];
    }
  return tables;
}

constexpr Tables tables = make_tables();

std::uint32_t take_eight(std::uint64_t word) noexcept {
  std::uint32_t r = 0;
  for (std::size_t k = 0; k < 8; ++k) r ^= tables[7 - k][(word >> (8 * k)) & 0xFF];
  return r;
}

}  // namespace

std::uint32_t crc32c(std::string_view bytes, std::uint32_t before) noexcept {
  std::uint32_t r = ~before;
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) r = take_eight(load_u64(bytes.data() + at) ^ r);
  for (; at < bytes.size(); ++at)
    r = (r >> 8) ^ tables[0][(r ^ static_cast<unsigned char>(bytes[at])) & 0xFF];
  return ~r;
}

}  // namespace zwang::record
