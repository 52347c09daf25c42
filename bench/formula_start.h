// SPDX-License-Identifier: Apache-2.0
#pragma once
// From the start of a program to the first evaluation of a model (first_evaluation.cpp).

#include "race.h"

namespace bench {

struct StartOutcome {
  double milliseconds = 0;  // CPU time, user and system, the least of all starts; 0 if it failed
  double difference = 0;    // of what it printed from the hand-written number, relative

  bool right() const { return milliseconds > 0; }
};

StartOutcome race_start();

}  // namespace bench
