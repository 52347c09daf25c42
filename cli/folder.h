// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where results go.

#include <filesystem>
#include <string>

namespace cli {

/// A folder that is there while it is needed: made if it is not, taken away again if it stays empty.
class Folder {
 public:
  explicit Folder(const std::string& path);  // throws zwang::FileTrouble
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string file(const std::string& name) const;

 private:
  std::filesystem::path path_;
  bool created_ = false;
};

}  // namespace cli
