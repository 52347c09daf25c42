// SPDX-License-Identifier: Apache-2.0
#pragma once
// The mechanisms that take part: as formulas, by hand, and with what is asked of them.

#include <string>
#include <vector>

#include "formula_hand.h"
#include "support/mechanisms.h"

namespace bench {

/// Time over the time of the hand-written form, at most; 0: nothing is asked.
struct Asked {
  double one_lane = 0;
  double eight_lanes = 0;  // per instance
};

struct FormulaModel {
  std::string name;
  zwang::test::Mechanism mechanism;
  HandWritten Hand::*hand;
  Asked asked;
};

std::vector<FormulaModel> formula_models();

}  // namespace bench
