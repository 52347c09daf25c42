// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a trajectory holds.

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "instant/uses.h"
#include "report/words/sample_table.h"
#include "scene/body_arrows.h"
#include "zwang/run.h"

namespace zwang {

struct Trajectory::Parts : SampleTable {
  Model model;
  Summary summary = {};
  instant::Uses uses = {};
  std::vector<scene::BodyArrow> arrows = {};  // their numbers are columns that are not shown
  std::vector<std::string> left_out = {};     // what has no arrow, in sentences
  bool chosen = false;                        // the columns are some of all
  double stiff = 0;  // the share of its time in which an implicit method ran

  /// What the search for a peak may have missed, and the largest of all numbers of its kind.
  struct PeakDoubt {
    double least = 0, most = 0, size = 0;
  };
  std::vector<PeakDoubt> doubts = {};    // of Summary::peaks, in their order
  std::vector<double> start_error = {};  // of the coordinates, where the start is an equilibrium

  /// Choices of the call that took the place of the model's.
  struct Given {
    std::optional<double> duration, tolerance;
    std::optional<std::string> method;
    bool elsewhere = false;  // another start
  };
  Given given = {};

  /// What was looked up since.
  struct Known {
    std::mutex busy;
    std::optional<std::vector<Finding>> findings;
  };
  std::shared_ptr<Known> known = std::make_shared<Known>();
};

}  // namespace zwang
