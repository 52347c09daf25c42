// SPDX-License-Identifier: Apache-2.0
#include "api/run/shown_row.h"

#include <algorithm>

#include "api/run/columns.h"
#include "model/model_parts.h"

namespace zwang {

using motion::not_there;

ShownRow::ShownRow(const Model& model, const motion::SampleLayout& layout)
    : model_(model), layout_(layout), columns_(name_columns(model, layout)) {
  width_ = static_cast<std::size_t>(columns_.count());
  if (model.parts().shown.quaternions() > 0) shown_.resize(width_);
}

// In the order of name_columns().
std::span<const double> ShownRow::show(const std::vector<double>& sample) noexcept {
  const ShownRates& rates = model_.parts().shown;
  if (rates.quaternions() == 0) return sample;
  const double *q = sample.data() + layout_.q, *v = sample.data() + layout_.v;
  double* to = shown_.data();
  const double* from = sample.data();
  const auto copy = [&](const double* end) {
    to = std::copy(from, end, to);
    from = end;
  };
  copy(v);
  rates.rates(q, v, to);
  to += rates.size();
  from += model_.coordinates().size();
  if (layout_.acceleration != not_there) {
    rates.accelerations(q, v, from, to);
    to += rates.size();
    from += model_.coordinates().size();
  }
  for (const motion::ConstraintColumns& group : layout_.constraints) {
    to += rates.forces(group.coordinates, q, from, to);
    from += group.coordinates.size();
    copy(from + group.rows + (group.power != not_there ? 1 : 0));
  }
  // Rows that keep quaternions at length one are none of the user's.
  copy(sample.data() + layout_.rank);
  *to++ = *from++ - static_cast<double>(rates.quaternions());
  if (layout_.nonideal != not_there) {
    copy(sample.data() + layout_.nonideal);
    rates.forces(q, from, to);
    to += rates.size();
    from += model_.coordinates().size();
  }
  copy(sample.data() + sample.size());
  return shown_;
}

RunMeasures::RunMeasures(const Model& model, const record::Columns& shown, Index rows)
    : residuals_(rows > 0) {
  std::vector<record::Column> columns(shown.begin(), shown.end());
  const auto add = [&](const char* name, const char* meaning) {
    columns.push_back(our_column(model, name, meaning));
  };
  if (residuals_) {
    add("residual.position", "residual of the constraints: largest error in position");
    add("residual.velocity", "residual of the constraints: largest error in velocity");
  }
  add("step", "length of the step that contains the sample");
  add_units(model, columns);
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
