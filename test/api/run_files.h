// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs of the models that ship, and of texts.

#include <string>
#include <vector>

#include "zwang/run.h"

namespace zwang::test {

inline Trajectory run_file(const std::string& model, const RunOptions& options = {},
                           const Settings& settings = {}) {
  return run(load_model(ZWANG_TEST_DATA "/../../models/" + model, settings), options);
}

inline Trajectory run_text(const std::string& text, const RunOptions& options = {}) {
  return run(read_model(text, "model.toml"), options);
}

inline RunOptions to_rounding(double tolerance = 1e-12) {
  RunOptions options;
  options.tolerance = tolerance;
  options.samples = 101;
  return options;
}

/// The events of a kind.
inline std::vector<RunEvent> events_of(const Trajectory& trajectory, const std::string& what) {
  std::vector<RunEvent> found;
  for (const RunEvent& event : trajectory.summary().events) {
    if (event.what == what) found.push_back(event);
  }
  return found;
}

}  // namespace zwang::test
