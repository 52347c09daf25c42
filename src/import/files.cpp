// SPDX-License-Identifier: Apache-2.0
#include "import/files.h"

#include <filesystem>
#include <fstream>

#include "import/parse.h"

namespace zwang::import {

namespace fs = std::filesystem;

std::optional<std::string> read_file(const std::string& path) {
  std::error_code error;
  // No devices and no pipes: they may have no end.
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  const auto size = fs::file_size(path, error);
  if (!file || error) return std::nullopt;
  // One byte more than there may be is enough to say that it is too large.
  const auto most = static_cast<std::uintmax_t>(max_bytes) + 1;
  std::string text(static_cast<std::size_t>(std::min(size, most)), '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) return std::nullopt;
  text.resize(file.gcount());
  return text;
}

Files files_beside(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  Files files;
  files.read = [folder](const std::string& name) { return read_file((folder / name).string()); };
  files.exists = [folder](const std::string& name) {
    std::error_code error;
    return fs::is_regular_file(folder / name, error);
  };
  return files;
}

}  // namespace zwang::import
