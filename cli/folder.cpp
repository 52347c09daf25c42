// SPDX-License-Identifier: Apache-2.0
#include "cli/folder.h"

#include <fmt/format.h>

#include "zwang/model.h"

namespace cli {

Folder::Folder(const std::string& path) : path_(path) {
  std::error_code error;
  created_ = std::filesystem::create_directories(path, error);
  if (!error && std::filesystem::is_directory(path, error)) return;
  throw zwang::FileTrouble(fmt::format("--out: '{}' is not a folder and cannot be made", path));
}

Folder::~Folder() {
  std::error_code error;
  if (created_ && std::filesystem::is_empty(path_, error)) std::filesystem::remove(path_, error);
}

std::string Folder::file(const std::string& name) const {
  return (path_ == "." ? std::filesystem::path(name) : path_ / name).string();
}

}  // namespace cli
