// SPDX-License-Identifier: Apache-2.0
#include "record/input.h"

#include <cerrno>
#include <cstring>

#include "base/contract.h"
#include "record/file.h"

namespace zwang::record {

namespace {

constexpr const char* kCannotRead = "cannot be read";

/// The size of what is open, and back to its beginning; -1 where there is none (a pipe).
std::int64_t measure(std::FILE* stream) {
  if (fseeko(stream, 0, SEEK_END) != 0) return -1;
  const std::int64_t size = ftello(stream);
  return fseeko(stream, 0, SEEK_SET) == 0 ? size : -1;
}

}  // namespace

Input::Input(std::string name, std::FILE* stream, std::string_view memory, std::uint64_t size)
    : name_(std::move(name)), stream_(stream), memory_(memory), size_(size) {}

Input Input::from_file(const std::string& path) {
  std::unique_ptr<std::FILE, Close> stream(std::fopen(path.c_str(), "rb"));
  if (!stream) throw FileError::system(path, kCannotRead, errno);
  const std::int64_t size = measure(stream.get());
  if (size < 0) throw FileError::system(path, kCannotRead, errno);
  return {path, stream.release(), {}, static_cast<std::uint64_t>(size)};
}

Input Input::from_memory(std::string_view bytes, std::string name) {
  return {std::move(name), nullptr, bytes, bytes.size()};
}

void Input::read(char* bytes, std::size_t count) {
  expects(count <= remaining());
  if (!stream_) {
    std::memcpy(bytes, memory_.data() + offset_, count);
  } else if (std::fread(bytes, 1, count, stream_.get()) != count) {
    // Shorter than when it was opened: somebody cut it, and no errno says so.
    const int error = std::ferror(stream_.get()) ? errno : EIO;
    throw FileError::system(name_, kCannotRead, error);
  }
  offset_ += count;
}

}  // namespace zwang::record
