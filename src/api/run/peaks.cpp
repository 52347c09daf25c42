// SPDX-License-Identifier: Apache-2.0
#include "api/run/peaks.h"

#include <algorithm>
#include <cmath>

#include "diagnosis/start.h"
#include "model/model_parts.h"

namespace zwang {

namespace {

// More than people read, and than a run has time for.
constexpr std::size_t most_quantities = 400;

}  // namespace

RunPeaks::RunPeaks(const Model& model, motion::RightSide& side, motion::Sampler& sampler,
                   scene::BodyArrows& arrows)
    : sampler_(sampler), arrows_(arrows), row_(at(sampler.layout().width)) {
  const motion::SampleLayout& layout = sampler.layout();
  const auto add = [&](const std::vector<std::string>& names, const char* kind, Index first) {
    for (std::size_t k = 0; k < names.size(); ++k)
      quantities_.push_back({names[k], kind, first + static_cast<Index>(k), 1, false});
  };
  add(model.observables(), "observable", layout.observables);
  add(model.controls(), "control", layout.controls);
  add_forces(model);
  add(model.coordinates(), "coordinate", layout.q);
  if (quantities_.size() > most_quantities) quantities_.resize(most_quantities);
  needs_instant_ = quantities_.front().kind != std::string("coordinate");
  std::vector<std::uint8_t> kinds;
  std::uint8_t next = 2;  // observables and controls have units of their own
  for (const Quantity& one : quantities_) {
    const bool own = one.kind == std::string("observable") || one.kind == std::string("control");
    kinds.push_back(own ? next : one.kind == std::string("coordinate") ? 0 : 1);
    if (own && next < 255) ++next;
  }
  values_.resize(quantities_.size());
  recorded_.resize(at(arrows.columns().count()));
  const auto fill = [](void* self, double t, const double* y, double* f) noexcept {
    static_cast<RunPeaks*>(self)->values(t, y, f);
  };
  watch_ = std::make_unique<motion::PeakWatch>(std::move(kinds), side.layout().size(),
                                               motion::Formulas{this, fill});
}

// Of bodies by the arrows of their picture, in world axes; of other constraints as reaction() has them.
void RunPeaks::add_forces(const Model& model) {
  const auto& arrows = arrows_.arrows();
  for (const scene::BodyArrow& arrow : arrows) {
    if (arrow.kind == "nonideal") continue;
    const std::string& column = arrows_.columns()[arrow.column].name;  // "joint(crank).x"
    quantities_.push_back({column.substr(0, column.size() - 2),
                           arrow.kind == "joint" ? "joint" : "force", arrow.column, 3, true});
  }
  if (model.parts().shown.quaternions() > 0) return;  // of which a norm would say nothing
  for (const motion::ConstraintColumns& group : sampler_.layout().constraints) {
    const std::size_t number = diagnosis::constraint_of(model, at(group.first_row));
    const std::string& name = model.constraints()[number].name;
    const bool drawn = std::any_of(arrows.begin(), arrows.end(), [&](const auto& arrow) {
      return arrow.kind == "constraint" && arrow.name == name;
    });
    if (drawn) continue;
    quantities_.push_back({"reaction(" + name + ")", "force", group.force,
                           static_cast<Index>(group.coordinates.size()), false});
  }
}

void RunPeaks::gather(std::span<const double> row, std::span<const double> with_arrows,
                      double* values) noexcept {
  for (const Quantity& one : quantities_) {
    const double* const from = (one.of_arrows ? with_arrows : row).data() + one.first;
    if (one.count == 1 && one.kind[0] != 'f') {
      *values++ = *from;
      continue;
    }
    double squares = 0;
    for (Index k = 0; k < one.count; ++k) squares += from[k] * from[k];
    *values++ = std::sqrt(squares);
  }
}

void RunPeaks::values(double t, const double* y, double* values) noexcept {
  if (!needs_instant_) {  // coordinates stand first in a state, and behind the time in a row
    std::copy_n(y, quantities_.size(), values);
    return;
  }
  const Instant& now = sampler_.fill(t, y, row_.data(), false);
  const std::size_t before = recorded_.size() - 3 * arrows_.arrows().size();
  const auto recorded = std::span<const double>(recorded_).first(before);
  gather(row_, arrows_.add_to(recorded, t, y, now), values);
}

void RunPeaks::sample(double t, std::span<const double> row,
                      std::span<const double> with_arrows) noexcept {
  gather(row, with_arrows, values_.data());
  watch_->sample(t, values_.data());
}

void RunPeaks::tell(Summary& summary) const {
  if (!watch_->began()) return;
  for (std::size_t k = 0; k < quantities_.size(); ++k) {
    const auto& x = watch_->found()[k];
    summary.peaks.push_back(
        {quantities_[k].name, quantities_[k].kind, x.least, x.least_t, x.most, x.most_t});
  }
}

}  // namespace zwang
