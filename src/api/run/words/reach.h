// SPDX-License-Identifier: Apache-2.0
#pragma once
// A mechanism that was driven beyond its reach: which constraints part there, in words.

#include <string>
#include <vector>

#include "motion/run/run_result.h"
#include "zwang/run.h"

namespace zwang {

/// The constraints that cannot hold together where the run was to go on, by name: as few as exclude each other.
std::vector<std::string> parting_constraints(const Model& model, const motion::RunResult& result);

/// How a run ended whose constraints were met, and cannot be met any longer.
std::string parting_words(const Model& model, const Summary& summary,
                          const motion::RunResult& result);

}  // namespace zwang
