// SPDX-License-Identifier: Apache-2.0
#include "record/hdf5/seal.h"

#include <algorithm>
#include <string_view>

#include "record/bytes.h"
#include "record/file.h"
#include "record/input.h"

namespace zwang::record {

namespace {

constexpr std::string_view kMark = "\x8AZWGseal";
constexpr std::size_t kSealSize = 24, kBlock = 1 << 20;

}  // namespace

bool seal(File& file, std::uint64_t size) {
  std::string block(kBlock, '\0');
  std::uint32_t sum = 0;
  for (std::uint64_t at = 0; at < size; at += kBlock) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(kBlock, size - at));
    if (!file.read_at(at, block.data(), count)) return false;
    sum = crc32c(std::string_view(block).substr(0, count), sum);
  }
  std::string bytes(kMark);
  bytes.resize(kSealSize);
  store_u64(&bytes[8], size);
  store_u32(&bytes[16], sum);
  return file.write_at(size, bytes.data(), bytes.size());
}

bool check_seal(const std::string& path) {
  Input input = Input::from_file(path);
  if (input.remaining() < kSealSize) return false;
  std::string block(kBlock, '\0');
  std::uint32_t sum = 0;
  while (input.remaining() > kSealSize) {
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(kBlock, input.remaining() - kSealSize));
    input.read(block.data(), count);
    sum = crc32c(std::string_view(block).substr(0, count), sum);
  }
  const std::uint64_t size = input.offset();
  char mark[kSealSize];
  input.read(mark, kSealSize);
  if (std::string_view(mark, kMark.size()) != kMark) return false;
  if (load_u64(mark + 8) != size || load_u32(mark + 16) != sum || load_u32(mark + 20) != 0)
    throw FileError(path, "is damaged: its checksum is wrong");
  return true;
}

}  // namespace zwang::record
