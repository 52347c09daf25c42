// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a trajectory holds: its rows, in memory or in the file of a kept run.

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "instant/uses.h"
#include "record/table.h"
#include "scene/body_arrows.h"
#include "zwang/run.h"

namespace zwang {

struct Trajectory::Parts {
  Model model;
  Summary summary;
  record::Heading heading;
  std::vector<std::string> columns;  // that are shown, the first of the heading's
  std::optional<record::Table> table;
  std::string part;  // where there is no table
  std::size_t rows = 0;
  instant::Uses uses;
  std::vector<scene::BodyArrow> arrows = {};  // their numbers are columns that are not shown
  std::vector<std::string> left_out = {};     // what has no arrow, in sentences
  bool chosen = false;                        // the columns are some of all
  double stiff = 0;  // the share of its time in which an implicit method ran

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

  /// From the first row on. Throws record::FileError.
  std::unique_ptr<record::RowSource> source() const;
};

}  // namespace zwang
