// SPDX-License-Identifier: Apache-2.0
#pragma once
// The exact cases of test/data: fractions, rounded once to double.

#include <string>
#include <vector>

#include "support/system.h"

namespace zwang::test {

/// A number as it stands in the file.
struct Fraction {
  long long top = 0, bottom = 1;
};

struct Case {
  std::string name, mass, verdict;  // mass: positive, negative, indefinite, singular
  System system;
  Index rank = 0;
  bool contradictory = false;
  std::vector<unsigned char> unique;
  std::vector<std::size_t> inertia;
  bool determined = false, has_gauss = false;  // what follows is set only if …
  Vector xdd, F_L, F_C, multipliers, residual;
  Vector a;
  double gauss = 0;
  std::vector<Fraction> exact_xdd, exact_F_L, exact_F_C, exact_multipliers, exact_residual;
};

/// All cases of "exact_cases.json" and "micro_uk.json".
std::vector<Case> exact_cases();

}  // namespace zwang::test
