// SPDX-License-Identifier: Apache-2.0
#include "report/coding.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

#include <zlib.h>

namespace zwang::report {

namespace {

// A float holds 24 bits; what is larger than all floats becomes the largest.
float rounded(double value, int bits) {
  constexpr double most = std::numeric_limits<float>::max();
  if (value == value && value <= std::numeric_limits<double>::max() &&
      value >= -std::numeric_limits<double>::max())
    value = std::clamp(value, -most, most);
  const auto single = static_cast<float>(value);
  const auto word = std::bit_cast<std::uint32_t>(single);
  const int drop = 24 - bits;
  if (drop <= 0 || (word & 0x7F800000u) == 0x7F800000u) return single;
  const std::uint32_t half = std::uint32_t{1} << (drop - 1), mask = ~((half << 1) - 1);
  const std::uint32_t shorter = (word + half) & mask;
  // Rounding up the largest of them would make it infinite.
  return std::bit_cast<float>((shorter & 0x7F800000u) == 0x7F800000u ? word & mask : shorter);
}

template <class Word>
std::string shuffled(const std::vector<Word>& words) {
  std::string bytes(words.size() * sizeof(Word), '\0');
  for (std::size_t k = 0; k < sizeof(Word); ++k) {
    char* const at = bytes.data() + k * words.size();
    for (std::size_t i = 0; i < words.size(); ++i) at[i] = static_cast<char>(words[i] >> (8 * k));
  }
  return bytes;
}

// The same bytes for the same numbers: the level and the order of calls are fixed.
std::string deflated(const std::string& bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())) + 16, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FULL_FLUSH);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}

Coded coded(std::string type, const std::string& bytes) {
  const auto* const data = reinterpret_cast<const Bytef*>(bytes.data());
  const uLong adler = adler32(1, data, static_cast<uInt>(bytes.size()));
  return {std::move(type), deflated(bytes), static_cast<std::uint32_t>(adler), bytes.size()};
}

}  // namespace

Coded code(std::span<const double> values, Precision precision) {
  if (precision.bits > 24) {
    std::vector<std::uint64_t> words(values.size());
    std::transform(values.begin(), values.end(), words.begin(),
                   [](double x) { return std::bit_cast<std::uint64_t>(x); });
    return coded("f64", shuffled(words));
  }
  std::vector<std::uint32_t> words(values.size());
  std::transform(values.begin(), values.end(), words.begin(), [&](double x) {
    return std::bit_cast<std::uint32_t>(rounded(x, precision.bits));
  });
  Coded plain = coded("f32", shuffled(words));
  for (std::size_t i = words.size(); i-- > 1;) words[i] -= words[i - 1];
  Coded differences = coded("d32", shuffled(words));
  return differences.deflated.size() < plain.deflated.size() ? differences : plain;
}

std::string zlib_stream(std::span<const Coded> columns) {
  std::string stream = "\x78\x9C";
  uLong adler = 1;
  for (const Coded& column : columns) {
    stream += column.deflated;
    adler = adler32_combine(adler, column.adler, static_cast<z_off_t>(column.bytes));
  }
  stream += std::string("\x03\x00", 2);  // a last block, empty
  for (int shift = 24; shift >= 0; shift -= 8) stream += static_cast<char>(adler >> shift);
  return stream;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u;
  };
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const unsigned three = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    text += digits[three >> 18];
    text += digits[three >> 12 & 63];
    text += i + 1 < bytes.size() ? digits[three >> 6 & 63] : '=';
    text += i + 2 < bytes.size() ? digits[three & 63] : '=';
  }
  return text;
}

}  // namespace zwang::report
