// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is wrong with the user's text: where, what, and what to do about it.

#include <string>
#include <string_view>
#include <vector>

#include "base/index.h"

namespace zwang {

/// A stretch of a text, in bytes from its beginning.
struct Place {
  Index begin = 0;
  Index length = 0;
};

struct Diagnostic {
  std::string_view code;  // "E204"; never changes its meaning once released
  Place place;
  std::string what;  // what is wrong, in the reader's words
  std::string hint;  // what to do about it; may be empty
};

/// The diagnostic as a person reads it: "source:line:column: code: what", the line of the text with
/// carets below the place, and the hint. Lines and columns start at 1; a column is a character
/// (code point), not a byte. A long line is cut to the neighbourhood of the place.
std::string to_text(const Diagnostic& diagnostic, std::string_view text, std::string_view source);

/// The name of `known` that `unknown` was probably meant to be (fewest edits, swaps of neighbours
/// count as one, a difference of case alone as none), or nothing if none is near.
std::string_view nearest(std::string_view unknown, const std::vector<std::string>& known);

/// "did you mean 'mass'?", or else the words to choose from: "one of mass, force".
std::string advice(std::string_view unknown, const std::vector<std::string>& known);

}  // namespace zwang
