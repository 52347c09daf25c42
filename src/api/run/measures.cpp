// SPDX-License-Identifier: Apache-2.0
#include "api/run/measures.h"

#include <algorithm>

#include "api/run/columns.h"

namespace zwang {

RunMeasures::RunMeasures(const Model& model, const record::Columns& shown, Index rows)
    : residuals_(rows > 0) {
  std::vector<record::Column> columns(shown.begin(), shown.end());
  const auto add = [&](const char* name, const char* meaning) {
    columns.push_back(our_column(model, name, meaning));
  };
  if (residuals_) {
    add("residual.position", "residual of the constraints: largest distance from one");
    add("residual.velocity", "residual of the constraints: largest rate across one");
  }
  add("step", "length of the step in which the sample lies");
  columns_ = record::Columns(std::move(columns));
  row_.resize(columns_.count());
}

void RunMeasures::note(double dt, const motion::Residuals& left) noexcept {
  dt_ = dt;
  left_ = left;
}

std::span<const double> RunMeasures::add_to(std::span<const double> shown) noexcept {
  double* to = std::copy(shown.begin(), shown.end(), row_.data());
  if (residuals_) {
    *to++ = left_.position;
    *to++ = left_.velocity;
  }
  *to = dt_;
  return row_;
}

}  // namespace zwang
