// SPDX-License-Identifier: Apache-2.0
#pragma once
// From the text of an XML file to its elements. Entities are not expanded and a DOCTYPE is refused:
// no short file becomes a long one.

#include <optional>

#include "import/findings.h"
#include "import/node.h"

namespace zwang::import {

inline constexpr Index max_bytes = Index{64} << 20;  // of a robot, included files together
inline constexpr Index max_elements = 1'000'000;     // of a file
inline constexpr Index max_attributes = 4'000'000;
inline constexpr std::size_t max_attributes_each = 256;  // of one element
inline constexpr Index max_depth = 1000;                 // of elements in elements

/// The root of the file; nothing, and one complaint, if the text is not XML that we take.
std::optional<Node> parse(const Source& source, Findings& findings);

}  // namespace zwang::import
