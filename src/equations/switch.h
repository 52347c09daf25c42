// SPDX-License-Identifier: Apache-2.0
#pragma once
// Formulas that jump where another formula, σ, passes zero: sign(σ), and what `if` chooses by comparing. Programs
// read them from their inputs while somebody holds them, and by themselves otherwise.

#include <cstdint>

namespace zwang::equations {

struct Switch {
  std::uint32_t held_slot = 0;  // of all switches the same; positive: they are held
  std::uint32_t value_slot =
      0;           // then: 1 as where σ > 0, −1 as where σ < 0; between, the mean of both
  int degree = 1;  // of the derivatives of σ, the first that the instant has a say in
};

}  // namespace zwang::equations
