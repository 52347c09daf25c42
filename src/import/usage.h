// SPDX-License-Identifier: Apache-2.0
#pragma once
// What of a file is read. All the rest is remarked, by one walk through the file that knows nothing of
// the readers: what a reader does not take cannot get lost without a word.

#include <span>
#include <string_view>

#include "import/findings.h"
#include "import/node.h"

namespace zwang::import {

struct Usage {
  std::string_view element;      // "joint/limit": a tag behind the tag it stands in
  std::string_view read = {};    // attributes that a reader takes, with blanks between
  std::string_view unused = {};  // attributes that do not matter to the motion; "*": nor does all
                                 // that is in the element
};

/// Remarks all that stands in `root` and not in the table, in the order of the file. Elements that
/// are not in the table may matter to the motion; `same` gives the tag under which the contents of
/// an element are looked up.
void remark_rest(const Node& root, std::span<const Usage> table,
                 std::string_view (*same)(std::string_view tag), Findings& findings);

}  // namespace zwang::import
