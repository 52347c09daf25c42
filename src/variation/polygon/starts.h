// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a search begins: the guess, brought onto its rows. Where that tears it apart (a chord through
// the centre of a circle collapses onto its two ends), guesses beside it.

#include <vector>

#include "variation/polygon/onto_rows.h"

namespace zwang::variation {

/// How far the polygon reaches: the widest range of a coordinate; where all stand still, their
/// size, or else the time.
double reach(const Polygon& polygon, const std::vector<double>& x);

/// x + share·reach·sin(πτ)·d with one of many directions d; opposite for numbers 2i and 2i + 1.
std::vector<double> bump(const Polygon& polygon, const std::vector<double>& x, double share,
                         int number);

/// One start where the guess will do, two (to either side) where not, none where no node gets
/// onto the rows.
std::vector<std::vector<double>> starts(const Polygon& polygon, const std::vector<double>& guess,
                                        OntoRows& onto);

}  // namespace zwang::variation
