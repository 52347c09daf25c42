// SPDX-License-Identifier: Apache-2.0
#pragma once
// What was asked for besides what the model says, so that a live page begins where the run did: JSON
//   {"kind": "motion", "settings": {"l": 2}, "duration": 5, "tolerance": 1e-9, "method": "radau5"}

#include <string>

#include "zwang/extremal.h"
#include "zwang/run.h"

namespace zwang {

std::string asked_json(const Trajectory& trajectory);
std::string asked_json(const Extremals& extremals);

}  // namespace zwang
