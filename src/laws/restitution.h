// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace zwang::least {

/// What ends a blow: how much of what compression took, ∫ over u_N < 0, is given back over u_N > 0.
enum class RestitutionLaw : unsigned char {
  stronge,  // ε² of its work
  poisson,  // ε of its impulse
  newton,   // ε of the speed of approach
};

}  // namespace zwang::least
