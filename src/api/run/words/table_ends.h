// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tables whose data end where a run ended.

#include <string>

#include "zwang/model.h"

namespace zwang {

/// Sentences, or nothing.
std::string tables_that_end_at(const Model& model, const State& state);

}  // namespace zwang
