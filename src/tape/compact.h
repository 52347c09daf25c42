// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tape/tape.h"

namespace zwang::tape {

/// Renumbers the inputs of a tape so that only those it uses are left, in their order; returns
/// what they were before.
std::vector<std::uint32_t> compact_inputs(Tape& tape);

}  // namespace zwang::tape
