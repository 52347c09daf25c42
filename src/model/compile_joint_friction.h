// SPDX-License-Identifier: Apache-2.0
#pragma once
// Dry friction in the joints of bodies, up to a limit that nothing presses on.

#include "model/compile_contacts.h"

namespace zwang::model {

void add_joint_friction(Scope& scope, Contacts& contacts);

}  // namespace zwang::model
