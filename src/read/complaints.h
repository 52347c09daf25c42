// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is wrong with one file, collected while it is read.

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "read/code.h"

namespace zwang::read {

class Complaints {
 public:
  static constexpr std::size_t most = 100;  // more would not be read

  /// Whether a complaint about this place would be among the first.
  bool wants(Place place) const { return place.begin <= last_; }
  void add(std::string_view code, Place place, std::string what, std::string hint = {});
  bool empty() const { return diagnostics_.empty(); }
  /// The first `most` in the order of the file.
  std::vector<Diagnostic> take();

 private:
  void keep_first();

  std::vector<Diagnostic> diagnostics_;
  Index last_ = std::numeric_limits<Index>::max();  // beyond it there is no room any more
};

/// A piece of the user's text inside a message: in quotes, cut if it is long, with nothing in it
/// that a terminal would not show.
std::string in_quotes(std::string_view words);

/// The same without quotes and without a limit.
std::string shown(std::string_view words);

}  // namespace zwang::read
