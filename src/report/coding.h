// SPDX-License-Identifier: Apache-2.0
#pragma once
// A column as few bytes: what neighbours share is brought together, then deflated (RFC 1950/1951).

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace zwang::report {

/// How exact the numbers of a page are: all 53 bits, or 24 and fewer.
struct Precision {
  int bits = 53;  // of the mantissa, the leading one included; over 24: doubles
};

/// A column that is coded, but not yet part of a stream.
struct Coded {
  std::string type;         // "f64", "f32", "d32"
  std::string deflated;     // blocks of RFC 1951 that end at a byte, none of them the last
  std::uint32_t adler = 1;  // of what they hold
  std::uint64_t bytes = 0;  // of what they hold
};

/// The bytes of the numbers, little-endian: all first ones, all second ones, … . d32: the bits of each
/// float less those of the one before, as 32-bit integers that wrap.
Coded code(std::span<const double> values, Precision precision);

/// A whole zlib stream (RFC 1950) of columns, one after the other.
std::string zlib_stream(std::span<const Coded> columns);

/// RFC 4648, with padding, on one line.
std::string base64(std::string_view bytes);

}  // namespace zwang::report
