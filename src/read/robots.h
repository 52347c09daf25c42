// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bodies that stand for a whole robot: what its file describes takes their place.

#include <vector>

#include "zwang/description.h"
#include "zwang/model.h"

namespace zwang::read {

/// Files are looked for beside the model's own. Returns what is wrong with them.
std::vector<Complaint> fetch_robots(Description& description);

}  // namespace zwang::read
