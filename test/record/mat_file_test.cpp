// SPDX-License-Identifier: Apache-2.0
// MAT-files byte by byte against the published description of the format, read by a reader of our own.

#include "record/mat_file.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <map>

namespace zwang::test {
namespace {

struct Array {
  unsigned kind = 0;
  bool complex = false;
  std::vector<std::int32_t> sizes;
  std::vector<double> real, imaginary;
  std::string text;  // columns first
};

template <class T>
T read(const std::string& bytes, std::size_t at) {
  T x{};
  if (at + sizeof(T) <= bytes.size()) std::memcpy(&x, bytes.data() + at, sizeof(T));
  return x;
}

/// A part: its type, where its data begin, how many bytes, and where the next one begins.
struct Part {
  std::uint32_t type, bytes;
  std::size_t data, next;
};

Part part_at(const std::string& bytes, std::size_t at) {
  const auto type = read<std::uint32_t>(bytes, at), size = read<std::uint32_t>(bytes, at + 4);
  return {type, size, at + 8, at + 8 + (size + 7) / 8 * 8};
}

std::vector<double> doubles(const std::string& bytes, const Part& part) {
  EXPECT_EQ(part.type, 9u);
  std::vector<double> x;
  for (std::size_t k = 0; k < part.bytes; k += 8) x.push_back(read<double>(bytes, part.data + k));
  return x;
}

std::map<std::string, Array> arrays_of(const std::string& bytes) {
  EXPECT_GE(bytes.size(), 128u);
  EXPECT_EQ(bytes.substr(0, 6), "MATLAB");
  EXPECT_EQ(read<std::uint16_t>(bytes, 124), 0x0100);
  EXPECT_EQ(read<std::uint16_t>(bytes, 126), 'M' << 8 | 'I');
  std::map<std::string, Array> arrays;
  for (std::size_t at = 128; at < bytes.size();) {
    EXPECT_EQ(at % 8, 0u);
    const Part whole = part_at(bytes, at);
    EXPECT_EQ(whole.type, 14u);
    EXPECT_EQ(whole.bytes % 8, 0u);
    const Part flags = part_at(bytes, whole.data), sizes = part_at(bytes, flags.next);
    const Part name = part_at(bytes, sizes.next), first = part_at(bytes, name.next);
    EXPECT_EQ(flags.type, 6u);
    EXPECT_EQ(flags.bytes, 8u);
    EXPECT_EQ(sizes.type, 5u);
    EXPECT_EQ(name.type, 1u);
    Array& array = arrays[bytes.substr(name.data, name.bytes)];
    array.kind = read<std::uint32_t>(bytes, flags.data) & 0xFF;
    array.complex = (read<std::uint32_t>(bytes, flags.data) & 0x0800) != 0;
    for (std::size_t k = 0; k < sizes.bytes; k += 4)
      array.sizes.push_back(read<std::int32_t>(bytes, sizes.data + k));
    std::size_t end = first.next;
    if (array.kind == 4) {
      EXPECT_EQ(first.type, 4u);
      for (std::size_t k = 0; k < first.bytes; k += 2)
        array.text += static_cast<char>(read<std::uint16_t>(bytes, first.data + k));
    } else {
      array.real = doubles(bytes, first);
      if (array.complex) {
        array.imaginary = doubles(bytes, part_at(bytes, end));
        end = part_at(bytes, end).next;
      }
    }
    EXPECT_EQ(end, whole.next);
    at = whole.next;
  }
  return arrays;
}

TEST(MatFile, HasWhatWasPutIn) {
  record::MatFile file("MATLAB 5.0 MAT-file");
  file.add("A", std::vector<double>{1, 2, 3, 4, 5, 6}, 3);  // (1 2 3; 4 5 6)
  file.add("none", std::vector<double>{}, 0);
  const std::vector<std::complex<double>> z{{1, -1}, {2, -2}, {3, -3}, {4, -4}, {5, -5}, {6, -6}};
  file.add("response", z, {1, 2, 3});
  file.add("states", std::vector<std::string>{"x", "bob.x'", "y"});
  const auto arrays = arrays_of(std::move(file).finish());
  ASSERT_EQ(arrays.size(), 4u);
  EXPECT_EQ(arrays.at("A").kind, 6u);
  EXPECT_EQ(arrays.at("A").sizes, (std::vector<std::int32_t>{2, 3}));
  EXPECT_EQ(arrays.at("A").real, (std::vector<double>{1, 4, 2, 5, 3, 6}));
  EXPECT_FALSE(arrays.at("A").complex);
  EXPECT_TRUE(arrays.at("none").real.empty());
  EXPECT_TRUE(arrays.at("response").complex);
  EXPECT_EQ(arrays.at("response").sizes, (std::vector<std::int32_t>{1, 2, 3}));
  EXPECT_EQ(arrays.at("response").imaginary, (std::vector<double>{-1, -2, -3, -4, -5, -6}));
  EXPECT_EQ(arrays.at("states").sizes, (std::vector<std::int32_t>{3, 6}));
  EXPECT_EQ(arrays.at("states").text, "xby o  b  .  x  ' ");
}

}  // namespace
}  // namespace zwang::test
