// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a computation ended. Numbers that go bad are reported by a Status, never by
// an exception; each status has one sentence and one remedy.

#include <stdexcept>
#include <string>
#include <string_view>

namespace zwang {

enum class Status {
  ok,                 // the motion is determined and satisfies every row
  contradictory,      // the rows fight; the least-squares answer is given
  degenerate,         // the motion is not determined in some direction
  mass_not_definite,  // the chosen method needs M definite, and M is not
  not_converged,      // an iteration stopped short of rounding
  not_finite_input,   // a NaN or an infinity came in
  overflow,           // finite numbers came in, the results left double's range
  wrong_size,         // an argument's size does not fit (throwing calls say which)
  bad_weight,         // a weight is not positive (throwing calls say which)
  no_reaction,        // no reaction satisfies the law of a non-ideal constraint
  several_reactions,  // more than one does, and nothing chooses between them
};

/// A stable word for files and JSON: "ok", "contradictory", …
std::string_view name(Status status) noexcept;

/// One sentence in the reader's words.
std::string_view sentence(Status status) noexcept;

/// What to do about it; empty for Status::ok.
std::string_view remedy(Status status) noexcept;

/// Thrown for arguments that cannot be right whatever their numbers are: a wrong
/// size, a mass matrix that is not symmetric, a weight that is not positive. The
/// message names the argument and, for sizes, both of them.
class InputError : public std::invalid_argument {
 public:
  InputError(std::string argument, const std::string& what)
      : std::invalid_argument(argument + ": " + what), argument_(std::move(argument)) {}
  const std::string& argument() const noexcept { return argument_; }

 private:
  std::string argument_;
};

}  // namespace zwang
