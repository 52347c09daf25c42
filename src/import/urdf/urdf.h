// SPDX-License-Identifier: Apache-2.0
#pragma once
// The Unified Robot Description Format: links, and joints between them, that make one tree. A link's
// frame is the frame of the joint that holds it, as with us.

#include "import/context.h"

namespace zwang::import {

void read_urdf(Context& context, const Node& robot);

}  // namespace zwang::import
