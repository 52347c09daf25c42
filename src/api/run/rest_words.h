// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sentences about a start that is, or should be, an equilibrium.

#include <string>

#include "motion/rest.h"
#include "zwang/model.h"

namespace zwang {

std::string of_equilibrium(const Model& model, const motion::Equilibrium& equilibrium);
std::string of_no_equilibrium(const Model& model, const motion::Equilibrium& equilibrium);

}  // namespace zwang
