// SPDX-License-Identifier: Apache-2.0
#include "import/source.h"

#include <algorithm>

#include "base/utf8.h"

namespace zwang::import {

Source::Source(std::string name, std::string_view text) : name_(std::move(name)), text_(text) {
  begins_.push_back(0);
  for (std::size_t i = text_.find('\n'); i != std::string::npos; i = text_.find('\n', i + 1))
    begins_.push_back(static_cast<Index>(i) + 1);
}

int Source::line(Index byte) const {
  const auto next = std::upper_bound(begins_.begin(), begins_.end(), byte);
  return static_cast<int>(next - begins_.begin());
}

Location Source::location(Index byte) const {
  Location at{line(byte), 1};
  const Index end = std::min(byte, static_cast<Index>(text_.size()));
  for (Index i = begins_[at.line - 1]; i < end; ++at.column) i += decode(text_, i).length;
  return at;
}

}  // namespace zwang::import
