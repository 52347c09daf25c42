// SPDX-License-Identifier: Apache-2.0
#include "record/aside.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "record/file.h"

namespace zwang::record {

AsideFile::AsideFile(std::string path) : path_(std::move(path)) {
  // The name of a process may come again, on this machine or on another with the same disk.
  const std::string stem = path_ + ".tmp-" + std::to_string(::getpid()) + "-";
  for (int number = 0; number < 1000; ++number) {
    aside_ = stem + std::to_string(number);
    file_ = File::create(aside_);
    if (file_.is_open()) return;
    if (file_.error() != EEXIST) break;
  }
  fail();
}

AsideFile::~AsideFile() {
  if (aside_.empty()) return;
  file_.close();
  std::remove(aside_.c_str());
}

void AsideFile::fail() const { throw FileError::unwritable(path_, file_.error()); }

void AsideFile::write(std::string_view bytes) {
  if (!file_.write(bytes.data(), bytes.size())) fail();
}

void AsideFile::rename() {
  if (std::rename(aside_.c_str(), path_.c_str()) != 0) throw FileError::unwritable(path_, errno);
  aside_.clear();
  sync_folder(path_);
}

void AsideFile::commit() {
  // Close before the rename: some file systems report a full disk only then.
  if (!file_.sync() || !file_.close()) fail();
  rename();
}

File AsideFile::commit_open() {
  if (!file_.sync()) fail();
  rename();
  return std::move(file_);
}

void replace_file(const std::string& path, std::string_view bytes) {
  AsideFile file(path);
  file.write(bytes);
  file.commit();
}

}  // namespace zwang::record
