// SPDX-License-Identifier: Apache-2.0
#pragma once
// A file that cannot be read or written, or is not what it should be: which, and why.

#include <stdexcept>
#include <string>
#include <system_error>

namespace zwang::record {

class FileError : public std::runtime_error {
 public:
  FileError(std::string path, std::string reason)
      : std::runtime_error(path + ": " + reason),
        path_(std::move(path)),
        reason_(std::move(reason)) {}

  /// "cannot be written: No space left on device", the system's words for `error` (an errno).
  static FileError system(std::string path, const std::string& what, int error) {
    return {std::move(path), what + ": " + std::generic_category().message(error)};
  }

  const std::string& path() const noexcept { return path_; }
  const std::string& reason() const noexcept { return reason_; }

 private:
  std::string path_, reason_;
};

}  // namespace zwang::record
