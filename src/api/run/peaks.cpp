// SPDX-License-Identifier: Apache-2.0
#include "api/run/peaks.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "diagnosis/start.h"
#include "model/model_parts.h"
#include "zwang/units.h"

namespace zwang {

namespace {

// More than people read, and than a run has time for.
constexpr std::size_t most_quantities = 400;

bool is_of_particle(const Model& model, const std::string& coordinate) {
  const auto& particles = model.description().particles;
  return std::any_of(particles.begin(), particles.end(), [&](const Particle& one) {
    const std::string& name = one.name.text;
    return coordinate.starts_with(name) &&
           (coordinate[name.size()] == '.' || coordinate[name.size()] == '[');
  });
}

// Whether the force of a constraint along these coordinates has a size: a sum of squares of forces and torques
// has no meaning. Without units only the coordinates of particles are known to be alike.
bool has_one_dimension(const Model& model, const std::string& constraint,
                       const std::vector<Index>& coordinates) {
  if (coordinates.size() <= 1) return true;
  const std::vector<std::string>& names = model.coordinates();
  const auto all = [&](auto holds) {
    return std::all_of(coordinates.begin(), coordinates.end(),
                       [&](Index k) { return holds(names[at(k)]); });
  };
  if (all([&](const std::string& name) { return is_of_particle(model, name); })) return true;
  const auto unit = [&](const std::string& name) {
    return unit_of(model, "force(" + constraint + ")." + name);
  };
  const std::string first = unit(names[at(coordinates[0])]);
  return !first.empty() && all([&](const std::string& name) { return unit(name) == first; });
}

// Numbers of one kind are compared with each other, and so have one dimension: components of positions, angles of
// joints, forces. What may have any has a kind of its own.
std::string kind_of_numbers(const Model& model, const std::string& name, const std::string& kind) {
  if (kind == "observable" || kind == "control" || kind == "multiplier") return name;
  if (kind == "coordinate") {
    const auto of_body =
        std::any_of(model.bodies().begin(), model.bodies().end(),
                    [&](const std::string& body) { return name.starts_with(body + "."); });
    if (is_of_particle(model, name)) return "position";
    return of_body ? name.substr(name.rfind('.')) : name;
  }
  return name.starts_with("reaction(") ? "reaction " + unit_of(model, name) : "force";
}

// By their order of appearance; beyond what a byte counts the last.
std::vector<std::uint8_t> numbered(const std::vector<std::string>& words) {
  std::map<std::string, std::uint8_t> numbers;
  std::vector<std::uint8_t> result;
  for (const std::string& word : words) {
    const auto next = static_cast<std::uint8_t>(std::min<std::size_t>(numbers.size(), 255));
    result.push_back(numbers.emplace(word, next).first->second);
  }
  return result;
}

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
  std::vector<std::string> units;
  for (const Quantity& one : quantities_)
    units.push_back(kind_of_numbers(model, one.name, one.kind));
  values_.resize(quantities_.size());
  recorded_.resize(at(arrows.columns().count()));
  const auto fill = [](void* self, double t, const double* y, double* f) noexcept {
    static_cast<RunPeaks*>(self)->values(t, y, f);
  };
  watch_ = std::make_unique<motion::PeakWatch>(numbered(units), side.layout().size(),
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
    if (has_one_dimension(model, name, group.coordinates)) {
      quantities_.push_back({"reaction(" + name + ")", "force", group.force,
                             static_cast<Index>(group.coordinates.size()), false});
      continue;
    }
    for (Index k = 0; k < group.rows; ++k) {
      const std::string which = group.rows > 1 ? "," + std::to_string(k + 1) : "";
      quantities_.push_back(
          {"multiplier(" + name + which + ")", "multiplier", group.multiplier + k, 1, false});
    }
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

std::vector<double> RunPeaks::at_state(const State& state) {
  std::vector<double> y = state.q, numbers(quantities_.size());
  y.insert(y.end(), state.v.begin(), state.v.end());
  y.insert(y.end(), 3, 0.0);  // works
  values(state.t, y.data(), numbers.data());
  return numbers;
}

void RunPeaks::sample(double t, std::span<const double> row,
                      std::span<const double> with_arrows) noexcept {
  gather(row, with_arrows, values_.data());
  watch_->sample(t, values_.data());
}

std::vector<Trajectory::Parts::PeakDoubt> RunPeaks::tell(Summary& summary) const {
  std::vector<Trajectory::Parts::PeakDoubt> doubts;
  if (!watch_->began()) return doubts;
  for (std::size_t k = 0; k < quantities_.size(); ++k) {
    const auto& x = watch_->found()[k];
    // Beside forces that grow without bound nothing is clearly larger, and what rounding leaves of them in others counts
    // for no peak of these: the values at the times that are told.
    const bool there = summary.unbounded;
    summary.peaks.push_back({quantities_[k].name, quantities_[k].kind,
                             there ? x.least_there : x.least, x.least_t,
                             there ? x.most_there : x.most, x.most_t});
    doubts.push_back({std::max(x.least - x.least_hope, 0.0), std::max(x.most_hope - x.most, 0.0),
                      watch_->largest(static_cast<Index>(k))});
  }
  return doubts;
}

}  // namespace zwang
