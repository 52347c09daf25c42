// SPDX-License-Identifier: Apache-2.0
#pragma once
// Transmission zeros: the z at which (A − zI, B; C, D) has a smaller rank than elsewhere, so that some
// input of the form exp(z t) moves the system and no output shows it. By Emami-Naeini and Van Dooren's
// reduction (Automatica 18, 1982), for any number of inputs and outputs, controllable or not.

#include "linear/reduction.h"
#include "linear/spectrum.h"

namespace zwang::linear {

/// Smallest first. Of systems without inputs or outputs none.
std::vector<Complex> transmission_zeros(const System& system);

}  // namespace zwang::linear
