// SPDX-License-Identifier: Apache-2.0
#pragma once
// The words of a page: what was computed, how, and by whose equations, as sections of HTML that are
// complete without the picture. Nothing in them depends on the time or the place of the run.

#include <string>
#include <vector>

#include "zwang/extremal.h"
#include "zwang/run.h"

namespace zwang {

/// `command` is what repeats the run; empty: as the model file alone would be run. `left_out`: of
/// the picture, in sentences.
std::string page_words(const Trajectory& trajectory, const std::string& command,
                       const std::vector<std::string>& left_out);
std::string page_words(const Extremals& extremals, const std::string& command,
                       const std::vector<std::string>& left_out);

}  // namespace zwang
