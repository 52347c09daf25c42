// SPDX-License-Identifier: Apache-2.0
#pragma once
// The count of extremals of one freedom. Where the end of a shot is looked at along its line, windings and
// all, it moves from one place to another as the rate at the start grows from −R to R. How often it passes a
// place, one way less the other, follows from that alone; and each extremal passes it one way or the other, as
// its index is even or odd. (doc/theory/lagrange.md)

#include <vector>

#include "extremal/answer.h"
#include "extremal/shooter.h"

namespace zwang::extremal {

/// Where an extremal ends along its line, and its index; −1: not known.
struct Ended {
  double s = 0;
  Index index = -1;
};

/// Of those that set out with rates up to some R, with which shots end at `first` (−R) and `last` (R).
/// Places nearer than `same` are one class.
Count count_classes(const std::vector<Ended>& found, double first, double last, double same);

/// Of everything that the scan should have found; nothing is known of more freedoms than one.
Count count_found(Attempt& attempt, const Scan& scan, const std::vector<Found>& found);

}  // namespace zwang::extremal
