// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is known of a state of rest, or of the search for one.

#include <vector>

#include "hybrid/contact_findings.h"
#include "motion/rest/small_motions.h"

namespace zwang::motion {

struct Equilibrium {
  bool found = false;
  Stability stability = Stability::unknown;
  double largest_acceleration = 0;  // that is left
  int iterations = 0;
  double growth = 0;  // the fastest, per unit of time: a small motion grows as exp(growth t)
  /// Where contacts or friction hold it: what each does at rest; and at the start, where that is not at rest.
  std::vector<ContactFinding> contacts, at_start;
  double moved = 0;           // of the coordinates, from the start
  std::vector<double> error;  // of each coordinate; empty: unknown
};

}  // namespace zwang::motion
