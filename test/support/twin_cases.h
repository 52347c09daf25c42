// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random models for the planar twin: boxes that slide, tip and fall, rods, stacks, ladders, planks, rows, disks.

#include "support/planar_twin.h"
#include "support/random.h"

namespace zwang::test {

enum class TwinFamily { slid_box, dropped_box, rod, blocks, boxes, ladder, plank, row, disk, nook };
inline constexpr TwinFamily twin_families[] = {
    TwinFamily::slid_box, TwinFamily::dropped_box, TwinFamily::rod,   TwinFamily::blocks,
    TwinFamily::boxes,    TwinFamily::ladder,      TwinFamily::plank, TwinFamily::row,
    TwinFamily::disk,     TwinFamily::nook};

TwinModel draw_twin(Random& random, TwinFamily family);
TwinWorld draw_world(Random& random);

}  // namespace zwang::test
