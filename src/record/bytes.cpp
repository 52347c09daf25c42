// SPDX-License-Identifier: Apache-2.0
#include "record/bytes.h"

#include <array>
#include <bit>
#include <limits>

namespace zwang::record {

void store_numbers(char* at, std::span<const double> values) noexcept {
  for (double value : values) {
    store_u64(at, std::bit_cast<std::uint64_t>(value));
    at += 8;
  }
}

void load_numbers(const char* at, std::span<double> values) noexcept {
  for (double& value : values) {
    value = std::bit_cast<double>(load_u64(at));
    at += 8;
  }
}

void Encoder::u64(std::uint64_t value) {
  char bytes[8];
  store_u64(bytes, value);
  bytes_.append(bytes, 8);
}

void Encoder::number(double value) { u64(std::bit_cast<std::uint64_t>(value)); }

void Encoder::text(std::string_view value) {
  u64(value.size());
  bytes_ += value;
}

void Encoder::numbers(std::span<const double> values) {
  u64(values.size());
  for (double value : values) number(value);
}

std::string_view Decoder::take(std::uint64_t count) noexcept {
  ok_ = ok_ && count <= rest_.size();
  if (!ok_) return {};
  const std::string_view taken = rest_.substr(0, count);
  rest_.remove_prefix(count);
  return taken;
}

std::uint64_t Decoder::u64() noexcept {
  const std::string_view bytes = take(8);
  return ok_ ? load_u64(bytes.data()) : 0;
}

Index Decoder::count() noexcept {
  const std::uint64_t value = u64();
  ok_ = ok_ && value <= static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
  return ok_ ? static_cast<Index>(value) : 0;
}

double Decoder::number() noexcept { return std::bit_cast<double>(u64()); }

std::string Decoder::text() { return std::string(take(u64())); }

std::vector<double> Decoder::numbers() {
  const std::uint64_t count = u64();
  ok_ = ok_ && count <= rest_.size() / 8;
  if (!ok_) return {};
  std::vector<double> values(count);
  load_numbers(take(8 * count).data(), values);
  return values;
}

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
