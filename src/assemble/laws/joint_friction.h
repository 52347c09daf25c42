// SPDX-License-Identifier: Apache-2.0
#pragma once
// Dry friction in the joints of bodies, up to a limit that nothing presses on.

#include "assemble/laws/contacts.h"

namespace zwang::compile {

void add_joint_friction(Scope& scope, Contacts& contacts);

}  // namespace zwang::compile
