// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is wrong with one formula, collected while it is read.

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/diagnostic.h"

namespace zwang::formula {

class Complaints {
 public:
  static constexpr std::size_t most = 20;         // more would not be read
  static constexpr std::size_t most_guesses = 5;  // "did you mean" looks at every known name

  /// Says what is wrong; the reading goes on.
  void add(std::string_view code, Place place, std::string what, std::string hint = {});
  /// Says what is wrong; the reading ends, for what follows could not be understood.
  void stop(std::string_view code, Place place, std::string what, std::string hint = {});
  void stop(const Diagnostic& diagnostic);
  bool stopped() const { return stopped_; }

  /// True the first time it is asked about this name: an unknown name is reported once.
  bool is_new(std::string_view name);
  /// Whether there is time for another guess.
  bool may_guess() { return guesses_++ < most_guesses; }

  bool empty() const { return diagnostics_.empty(); }
  std::vector<Diagnostic> take() { return std::move(diagnostics_); }

 private:
  std::vector<Diagnostic> diagnostics_;
  std::unordered_set<std::string> names_;
  std::size_t guesses_ = 0;
  bool stopped_ = false;
};

}  // namespace zwang::formula
