// SPDX-License-Identifier: Apache-2.0
#pragma once
// The findings of a check, each in sentences.

#include <string>
#include <vector>

#include "zwang/model.h"

namespace zwang {

/// A finding about constraints, by their numbers.
Finding finding_about(const Model& model, const char* code, const char* severity,
                      const std::vector<std::size_t>& constraints, std::string text,
                      std::string hint);

/// The start data. `state` becomes the start on the constraints, as near as it can be.
void check_start(const Model& model, State& state, std::vector<Finding>& findings);

/// The rows at a state: redundant, vanished, contradictory, reactions that are not unique.
void check_rows(const Model& model, const Instant& instant, std::vector<Finding>& findings);

/// Whether the instant has an answer.
void check_answer(const Model& model, const Instant& instant, std::vector<Finding>& findings);

}  // namespace zwang
