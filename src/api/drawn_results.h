// SPDX-License-Identifier: Apache-2.0
#pragma once
// Results as a page draws them: the scene, and the rows with the numbers by which it moves.

#include <functional>
#include <memory>
#include <optional>

#include "record/row_source.h"
#include "scene/build.h"
#include "zwang/extremal.h"
#include "zwang/run.h"

namespace zwang {

class DrawnResults {
 public:
  /// The results must stay. Throws record::FileError where rows lie in a file that cannot be read.
  explicit DrawnResults(const Trajectory& trajectory);
  explicit DrawnResults(const Extremals& extremals);

  const scene::Scene& scene() const { return scene_; }
  /// All columns of the results with the drawn numbers behind, from the first row on; one at a time.
  std::unique_ptr<record::RowSource> rows();

 private:
  using Source = std::function<std::unique_ptr<record::RowSource>()>;
  DrawnResults(const Model& model, bool motion, Source source);

  Source source_;
  scene::Numbers numbers_;
  std::optional<scene::Columns> columns_;
  scene::Scene scene_;
};

}  // namespace zwang
