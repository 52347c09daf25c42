// SPDX-License-Identifier: Apache-2.0
#include "record/mat_file.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace zwang::record {

namespace {

// Types of parts, and classes of arrays.
enum Part : std::uint32_t { int8 = 1, uint16 = 4, int32 = 5, uint32 = 6, real = 9, matrix = 14 };
enum Class : unsigned { characters = 4, doubles = 6 };

template <class Integer>
void put(std::string& to, Integer x) {
  for (std::size_t k = 0; k < sizeof(Integer); ++k)
    to += static_cast<char>(static_cast<unsigned char>(x >> (8 * k) & 0xFF));
}

void put(std::string& to, double x) { put(to, std::bit_cast<std::uint64_t>(x)); }

void put_tag(std::string& to, Part part, std::size_t bytes) {
  put(to, static_cast<std::uint32_t>(part));
  put(to, static_cast<std::uint32_t>(bytes));
}

void pad(std::string& to) { to.append((8 - to.size() % 8) % 8, '\0'); }

/// As 16 bits each; what has no such number, or is no UTF-8, becomes a question mark.
std::u16string wide(std::string_view text) {
  std::u16string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    unsigned code = length == 1 ? first : first & (0xFFu >> (length + 1));
    for (std::size_t k = 1; k < length && i + k < text.size(); ++k)
      code = code << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3Fu);
    result += code <= 0xFFFF && length < 4 ? static_cast<char16_t>(code) : u'?';
    i += length;
  }
  return result;
}

}  // namespace

MatFile::MatFile(std::string_view about) : bytes_(about.substr(0, 116)) {
  bytes_.resize(116, ' ');
  bytes_.append(8, '\0');  // no data of subsystems
  put(bytes_, std::uint16_t{0x0100});
  bytes_ += "IM";  // 'MI' as a number of this order
}

void MatFile::begin(std::string_view name, unsigned kind, bool complex,
                    const std::vector<std::size_t>& sizes) {
  array_.clear();
  put_tag(array_, Part::uint32, 8);
  put(array_, static_cast<std::uint32_t>(kind | (complex ? 0x0800u : 0u)));
  put(array_, std::uint32_t{0});
  put_tag(array_, Part::int32, 4 * sizes.size());
  for (const std::size_t size : sizes) put(array_, static_cast<std::uint32_t>(size));
  pad(array_);
  put_tag(array_, Part::int8, name.size());
  array_ += name;
  pad(array_);
}

void MatFile::end() {
  put_tag(bytes_, Part::matrix, array_.size());
  bytes_ += array_;
}

void MatFile::add(std::string_view name, std::span<const double> rows, std::size_t columns) {
  const std::size_t count = columns > 0 ? rows.size() / columns : 0;
  begin(name, Class::doubles, false, {count, columns});
  put_tag(array_, Part::real, 8 * count * columns);
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t i = 0; i < count; ++i) put(array_, rows[i * columns + j]);
  end();
}

void MatFile::add(std::string_view name, std::span<const std::complex<double>> entries,
                  const std::vector<std::size_t>& sizes) {
  begin(name, Class::doubles, true, sizes);
  put_tag(array_, Part::real, 8 * entries.size());
  for (const std::complex<double>& x : entries) put(array_, x.real());
  put_tag(array_, Part::real, 8 * entries.size());
  for (const std::complex<double>& x : entries) put(array_, x.imag());
  end();
}

void MatFile::add(std::string_view name, const std::vector<std::string>& lines) {
  std::vector<std::u16string> rows;
  std::size_t width = 0;
  for (const std::string& line : lines) {
    rows.push_back(wide(line));
    width = std::max(width, rows.back().size());
  }
  begin(name, Class::characters, false, {rows.size(), width});
  put_tag(array_, Part::uint16, 2 * rows.size() * width);
  for (std::size_t j = 0; j < width; ++j)
    for (const std::u16string& row : rows)
      put(array_, static_cast<std::uint16_t>(j < row.size() ? row[j] : u' '));
  pad(array_);
  end();
}

}  // namespace zwang::record
