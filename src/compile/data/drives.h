// SPDX-License-Identifier: Apache-2.0
#pragma once
// servo = "all": all controls of the model; where it has none, a drive at every joint and coordinate that one
// number describes.

#include "assemble/touch/expand.h"

namespace zwang::compile {

/// The same model with names in its place. Such a drive is a control called drive(arm.angle).
Expanded write_out_drives(Description description);

}  // namespace zwang::compile
