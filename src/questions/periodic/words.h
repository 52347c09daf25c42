// SPDX-License-Identifier: Apache-2.0
#pragma once
// Periodic motions in sentences.

#include <complex>
#include <string>
#include <vector>

#include "periodic/orbit.h"
#include "zwang/periodic.h"

namespace zwang {

/// Of an autonomous system the multiplier nearest to 1 belongs to the motion itself. Where there are families,
/// multipliers of 1 are multiple, and rounding moves them by its root.
Stability stability_of(std::vector<std::complex<double>> multipliers, bool autonomous, bool family);

void describe(PeriodicResult& result, bool autonomous);

std::string name_of(periodic::Special special);
std::string branch_in_words(const std::string& over, const std::vector<PeriodicMotion>& branch,
                            bool complete);

}  // namespace zwang
