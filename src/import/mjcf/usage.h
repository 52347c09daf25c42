// SPDX-License-Identifier: Apache-2.0
#pragma once
// What of an MJCF file is read; see usage.h.

#include "import/usage.h"

namespace zwang::import {

void remark_rest_of_mjcf(const Node& mujoco, Findings& findings);

}  // namespace zwang::import
