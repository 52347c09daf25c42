// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is wrong with a robot, and what was left out of it, collected while it is read.

#include <string>
#include <string_view>
#include <vector>

#include "import/robot.h"
#include "import/source.h"

namespace zwang::import {

class Findings {
 public:
  static constexpr std::size_t most = 100;  // complaints; more would not be read

  void complain(std::string_view code, const Source& source, Place place, std::string what,
                std::string hint = {});
  void remark(Remark::Kind kind, const Source& source, Place place, std::string what);
  bool wrong() const { return !complaints_.empty(); }
  std::size_t count() const { return complaints_.size(); }  // of complaints

  /// In the order in which they were found.
  std::vector<Complaint> take_complaints() { return std::move(complaints_); }
  std::vector<Remark> take_remarks() { return std::move(remarks_); }

 private:
  std::vector<Complaint> complaints_;
  std::vector<Remark> remarks_;
};

/// A piece of the file inside a message: cut if it is long, with nothing in it that a terminal would
/// not show.
std::string printable(std::string_view words);
/// The same in quotes.
std::string in_quotes(std::string_view words);

}  // namespace zwang::import
