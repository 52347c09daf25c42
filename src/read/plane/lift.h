// SPDX-License-Identifier: Apache-2.0
#pragma once
// [plane]: a model of the plane x, y is written with two components, one angle and one moment of inertia. Its
// file is completed to one of space, in which all hinges turn about z, before the sections are read.

#include "read/complaints.h"
#include "read/tree.h"

namespace zwang::read {

/// Completes the file if it has [plane] and bodies.
void lift_plane(Value& root, Complaints& complaints);

}  // namespace zwang::read
