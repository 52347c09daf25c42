// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rest on contacts and with friction: which contacts carry, and how far each is from slipping.

#include "flow/project.h"
#include "motion/rest/rest.h"

namespace zwang::motion {

/// Whether contacts or friction may hold something.
bool has_contacts(RightSide& side);

/// With friction whole sets of states are at rest. The start is the answer where it can rest. Otherwise the system is
/// let creep from there, without inertia, until it does; contacts that close on the way carry, and friction holds
/// what it can. Moves q there and makes v zero.
Equilibrium find_contact_rest(RightSide& side, Projector& projector, double t, double* q,
                              double* v);

}  // namespace zwang::motion
