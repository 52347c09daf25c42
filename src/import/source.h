// SPDX-License-Identifier: Apache-2.0
#pragma once
// The text of one file, and its lines.

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "zwang/description.h"

namespace zwang::import {

class Source {
 public:
  Source(std::string name, std::string_view text);

  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }
  Location location(Index byte) const;
  int line(Index byte) const;

 private:
  std::string name_, text_;
  std::vector<Index> begins_;  // of the lines
};

}  // namespace zwang::import
