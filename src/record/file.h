// SPDX-License-Identifier: Apache-2.0
#pragma once
// A file open for writing. Nothing throws or allocates: it is used between the steps of a run. What
// went wrong stands in error().

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace zwang::record {

class File {
 public:
  File() = default;
  File(File&& other) noexcept
      : stream_(std::exchange(other.stream_, nullptr)), error_(other.error_) {}
  File& operator=(File&& other) noexcept;
  ~File() { close(); }

  /// Makes a file that must not exist yet, or opens one that must; check is_open().
  static File create(const std::string& path) noexcept { return open(path, "w+bx"); }
  static File edit(const std::string& path) noexcept { return open(path, "r+b"); }

  bool is_open() const noexcept { return stream_ != nullptr; }
  int error() const noexcept { return error_; }  // errno of the last failure

  bool write(const char* bytes, std::size_t count) noexcept;  // where the last write ended
  bool write_at(std::uint64_t offset, const char* bytes, std::size_t count) noexcept;
  bool read_at(std::uint64_t offset, char* bytes, std::size_t count) noexcept;  // 0 beyond the end
  bool truncate(std::uint64_t size) noexcept;  // and go on writing there
  bool sync() noexcept;                        // until the disk has it
  bool lock() noexcept;                        // false: another process holds it
  bool close() noexcept;

 private:
  static File open(const std::string& path, const char* mode) noexcept;
  int descriptor() const noexcept;
  bool note(bool good) noexcept;

  std::FILE* stream_ = nullptr;
  int error_ = 0;
};

/// Asks that names given in the folder of `path` outlive a loss of power. Some file systems cannot;
/// that is no error.
void sync_folder(const std::string& path) noexcept;

/// A file that cannot be read or written, or is not what it should be: which, and why.
class FileError : public std::runtime_error {
 public:
  FileError(std::string path, std::string reason)
      : std::runtime_error(path + ": " + reason),
        path_(std::move(path)),
        reason_(std::move(reason)) {}

  /// "cannot be read: Is a directory", the system's words for `error` (an errno).
  static FileError system(std::string path, const std::string& what, int error) {
    return {std::move(path), what + ": " + std::generic_category().message(error)};
  }

  /// What was to be kept is lost: the disk is full, the folder is gone.
  static FileError unwritable(std::string path, const std::string& why) {
    FileError error(std::move(path), "cannot be written: " + why);
    error.writing_ = true;
    return error;
  }
  static FileError unwritable(std::string path, int error) {
    return unwritable(std::move(path), std::generic_category().message(error));
  }

  const std::string& path() const noexcept { return path_; }
  const std::string& reason() const noexcept { return reason_; }
  bool writing() const noexcept { return writing_; }

 private:
  std::string path_, reason_;
  bool writing_ = false;
};

}  // namespace zwang::record
