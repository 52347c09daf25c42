// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the columns of a record are about, so that a page can lay them out.

#include <string>

#include "record/columns.h"

namespace zwang::report {

struct Group {
  std::string name;  // "coordinate", "force", …
  std::string of;    // whose: "bob", "rod"; may be empty
  int interest = 0;  // what a page leaves out last has 0
};

Group group_of(const record::Column& column);

}  // namespace zwang::report
