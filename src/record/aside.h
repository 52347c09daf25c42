// SPDX-License-Identifier: Apache-2.0
#pragma once
// A file that is written aside (NAME.tmp-…) and takes its name when it is complete: whoever opens
// NAME sees the old file or the new one, never a half. Not committed, it is gone.

#include <string>
#include <string_view>

#include "record/file.h"

namespace zwang::record {

class AsideFile {
 public:
  /// Throws FileError, as do all below; messages name `path`.
  explicit AsideFile(std::string path);
  ~AsideFile();
  AsideFile(const AsideFile&) = delete;
  AsideFile& operator=(const AsideFile&) = delete;

  const std::string& path() const noexcept { return path_; }

  /// For those who write by themselves; they call fail() with what went wrong.
  File& file() noexcept { return file_; }
  [[noreturn]] void fail() const;

  void write(std::string_view bytes);

  /// On disk, and under its name.
  void commit();

  /// The same, and stays open for more.
  File commit_open();

 private:
  void rename();

  std::string path_, aside_;
  File file_;
};

/// The whole file at once.
void replace_file(const std::string& path, std::string_view bytes);

}  // namespace zwang::record
