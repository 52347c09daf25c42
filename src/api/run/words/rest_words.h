// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sentences about a start that is, or should be, an equilibrium.

#include <string>

#include "motion/rest/rest.h"
#include "zwang/model.h"

namespace zwang {

/// `it`: how the first sentence begins.
std::string of_equilibrium(const Model& model, const motion::Equilibrium& equilibrium,
                           const std::string& it = " It started at");
std::string of_no_equilibrium(const Model& model, const motion::Equilibrium& equilibrium);

}  // namespace zwang
