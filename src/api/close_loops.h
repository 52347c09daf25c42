// SPDX-License-Identifier: Apache-2.0
#pragma once
// Loops of an imported robot that miss by the digits that its file prints.

#include "import/robot.h"

namespace zwang {

/// Where the loops cannot close and miss by printed digits alone, the second point of each goes to
/// where the first is, and a remark tells by how much. Else nothing is changed.
void close_loops(import::Robot& robot);

}  // namespace zwang
