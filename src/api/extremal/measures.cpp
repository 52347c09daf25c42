// SPDX-License-Identifier: Apache-2.0
#include "api/extremal/measures.h"

#include <algorithm>

#include "api/run/columns.h"

namespace zwang {

ExtremalMeasures::ExtremalMeasures(const Model& model, std::vector<record::Column> columns,
                                   Index rows)
    : residuals_(rows > 0) {
  const auto add = [&](const char* name, const char* meaning) {
    columns.push_back(our_column(model, name, meaning));
  };
  if (residuals_) {
    add("residual.position", "residual of the constraints: largest distance from one");
    add("residual.velocity", "residual of the constraints: largest rate across one");
  }
  add("residual.equation",
      "residual of the equation of motion: largest second derivative of the curve less the "
      "acceleration there");
  columns_ = record::Columns(std::move(columns));
  row_.resize(columns_.count());
}

std::span<const double> ExtremalMeasures::add_to(std::span<const double> shown,
                                                 ExtremalSampler& sampler) {
  double* to = std::copy(shown.begin(), shown.end(), row_.data());
  const ExtremalResiduals left = sampler.residuals();
  if (residuals_) {
    *to++ = left.position;
    *to++ = left.velocity;
  }
  *to = left.equation;
  return row_;
}

}  // namespace zwang
