// SPDX-License-Identifier: Apache-2.0
#pragma once
// Results of one name are written by one program at a time.

#include <string>

namespace cli {

/// Holds the results NAME.* (a path without its ending) until it goes. Throws where another program
/// holds them. The file NAME.lock stays behind if the program is killed, and holds nothing then.
class Hold {
 public:
  explicit Hold(const std::string& name);
  ~Hold();
  /// In a process that we forked: it does not hold what we hold, and outlives us by a moment.
  void let_go_in_child() noexcept;
  /// For the one who holds NAME and is about to exit without its destructor.
  static void remove(const std::string& name) noexcept;
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;

 private:
  std::string path_;
  int descriptor_ = -1;
};

}  // namespace cli
