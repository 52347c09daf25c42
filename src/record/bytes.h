// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers and texts as bytes, little-endian on every machine; doubles keep every bit.

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/index.h"

namespace zwang::record {

inline void store_u32(char* at, std::uint32_t value) noexcept {
  for (int k = 0; k < 4; ++k) at[k] = static_cast<char>(value >> (8 * k));
}
inline void store_u64(char* at, std::uint64_t value) noexcept {
  for (int k = 0; k < 8; ++k) at[k] = static_cast<char>(value >> (8 * k));
}
inline std::uint32_t load_u32(const char* at) noexcept {
  std::uint32_t value = 0;
  for (int k = 0; k < 4; ++k) value |= std::uint32_t{static_cast<unsigned char>(at[k])} << (8 * k);
  return value;
}
inline std::uint64_t load_u64(const char* at) noexcept {
  return load_u32(at) | std::uint64_t{load_u32(at + 4)} << 32;
}

/// 8 bytes for each value.
void store_numbers(char* at, std::span<const double> values) noexcept;
void load_numbers(const char* at, std::span<double> values) noexcept;

/// Writes values one after another.
class Encoder {
 public:
  void u64(std::uint64_t value);
  void number(double value);
  void text(std::string_view value);             // its length, then its bytes
  void numbers(std::span<const double> values);  // their count, then they
  const std::string& bytes() const noexcept { return bytes_; }

 private:
  std::string bytes_;
};

/// Reads them again from bytes that may be anything. Where they are not what is asked for, ok()
/// becomes false for good and the value is zero or empty; memory is taken only for bytes that are
/// there.
class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : rest_(bytes) {}
  std::uint64_t u64() noexcept;
  Index count() noexcept;  // an u64 that an Index can hold
  double number() noexcept;
  std::string text();
  std::vector<double> numbers();
  bool ok() const noexcept { return ok_; }
  bool done() const noexcept { return ok_ && rest_.empty(); }

 private:
  std::string_view take(std::uint64_t count) noexcept;

  std::string_view rest_;
  bool ok_ = true;
};

// CRC-32C (Castagnoli's polynomial, as in iSCSI, RFC 3720): any change within 32 neighbouring bits
// is found for certain, any other with probability 1 − 2⁻³².

/// The checksum of what `before` is the checksum of, followed by `bytes`.
std::uint32_t crc32c(std::string_view bytes, std::uint32_t before = 0) noexcept;

}  // namespace zwang::record
