// SPDX-License-Identifier: Apache-2.0
// The sweeps of bodies/lanes.h, compiled for any machine.

#include "bodies/articulated_inertia.h"
#include "bodies/joint/joints.h"
#include "bodies/lanes.h"

// False alarms of GCC 12 on its own intrinsics; vector types never cross a function that is not
// inlined, so their calling convention does not matter; as arguments of templates they lose the
// leave to alias, which only loads and stores need.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wpsabi"
#pragma GCC diagnostic ignored "-Wignored-attributes"

#define ZWANG_LANES 2

namespace zwang::bodies {
namespace {
#include "linalg/lanes/pack.h"

#include "bodies/lanes/number.h"
#include "bodies/lanes/quad.h"
#include "bodies/lanes/sine.h"

#include "bodies/lanes/accelerate.h"
#include "bodies/lanes/inward.h"
#include "bodies/lanes/meet.h"
#include "bodies/lanes/outward.h"
#include "bodies/lanes/planar.h"
#include "bodies/lanes/rows.h"

#include "bodies/lanes/batch_state.h"

#include "bodies/lanes/batch_inward.h"
#include "bodies/lanes/batch_outward.h"
#include "bodies/lanes/batch_rows.h"
}  // namespace

extern const Sweeps sweeps_baseline;
const Sweeps sweeps_baseline = {"baseline",     outward_sweep, inward_sweep,      accelerate_links,
                                planar_outward, planar_inward, planar_accelerate, weigh_rows,
                                meet_rows,      batch_room,    batch_place,       batch_axes,
                                batch_point,    batch_solve};

}  // namespace zwang::bodies
