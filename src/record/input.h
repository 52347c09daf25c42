// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bytes to be read from the first to the last, from a file or from memory. Their number is fixed
// when reading begins: a file may be growing meanwhile.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace zwang::record {

class Input {
 public:
  /// Throws FileError if the file cannot be opened.
  static Input from_file(const std::string& path);

  /// `bytes` must outlive the input; messages call them `name`.
  static Input from_memory(std::string_view bytes, std::string name);

  const std::string& name() const noexcept { return name_; }
  std::uint64_t offset() const noexcept { return offset_; }
  std::uint64_t remaining() const noexcept { return size_ - offset_; }

  /// Fills `bytes` with the next `count` ≤ remaining(). Throws FileError if the disk fails.
  void read(char* bytes, std::size_t count);

 private:
  struct Close {
    void operator()(std::FILE* stream) const noexcept { std::fclose(stream); }
  };
  Input(std::string name, std::FILE* stream, std::string_view memory, std::uint64_t size);

  std::string name_;
  std::unique_ptr<std::FILE, Close> stream_;  // or none
  std::string_view memory_;
  std::uint64_t size_ = 0, offset_ = 0;
};

}  // namespace zwang::record
