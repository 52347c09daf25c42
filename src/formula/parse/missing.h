// SPDX-License-Identifier: Apache-2.0
#pragma once
// Why a name means nothing, in the user's words, and what was probably meant.

#include <string>
#include <vector>

#include "formula/operand.h"

namespace zwang::formula {

/// A reference that could not be found: its first `path_parts` parts, at `path`, stand before the
/// index; the whole of it stands at `place`.
struct Missing {
  const Reference& reference;
  std::size_t path_parts;
  Place path, place;
};
void complain_of_missing(Context& context, NotFound why, const Missing& missing);

/// The name at `place` is followed by a parenthesis and is no function.
void complain_of_function(Context& context, Place place);

/// The parts between the dots of a name as written, without the spaces around them.
std::vector<std::string_view> split(std::string_view path);

/// The first `count` parts with dots between.
std::string joined(const std::vector<std::string_view>& parts, std::size_t count);

/// The components of a vector of this size, as a hint.
std::string components_words(int size);

/// A number in a message, as short as it reads back.
std::string number_words(double x);

}  // namespace zwang::formula
