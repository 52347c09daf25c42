// SPDX-License-Identifier: Apache-2.0
#include "api/run/unbounded.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace zwang {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

void clear(std::array<double, 3>& numbers) { numbers.fill(nan); }
void clear(std::vector<double>& numbers) { std::fill(numbers.begin(), numbers.end(), nan); }

void clear(BodyForce& force) {
  clear(force.force);
  clear(force.torque);
  clear(force.force_in_body);
  clear(force.torque_in_body);
}

void clear_forces(Summary& summary) {
  for (ConstraintForce& force : summary.forces) {
    for (auto& [name, number] : force.force) number = nan;
    clear(force.multipliers);
    force.power = nan;
    for (BodyForce& body : force.bodies) clear(body);
  }
  for (JointForce& joint : summary.joints) {
    clear(joint);
    joint.power = nan;
  }
  clear(summary.controls);
  summary.gauss = summary.virtual_work = nan;
  summary.sharing.clear();  // it was judged there
}

// What it was at the start, and what impacts took before, stays.
void clear_energy(EnergyBooks& energy) {
  for (double* const number :
       {&energy.end, &energy.kinetic, &energy.potential, &energy.work_applied,
        &energy.work_constraints, &energy.work_nonideal, &energy.drift, &energy.worst_drift}) {
    *number = nan;
  }
}

// Columns that say something at the pose: time, coordinates, observables of coordinates alone.
std::vector<bool> kept_columns(const Trajectory::Parts& parts, const std::vector<double>& values) {
  const Model& model = parts.model;
  std::set<std::string> names = {model.description().time.text, "rank", "residual.position",
                                 "step"};
  names.insert(model.coordinates().begin(), model.coordinates().end());
  for (std::size_t k = 0; k < model.observables().size(); ++k) {
    if (std::isfinite(values[k])) names.insert(model.observables()[k]);
  }
  std::vector<bool> kept;
  for (const record::Column& column : parts.heading.columns) {
    kept.push_back(names.count(column.name) > 0);
  }
  return kept;
}

// The last samples anew. The time is the first column where columns were not chosen; where they were, only the last sample is at the end.
void clear_samples(const EndOfReach& reach, const std::vector<bool>& kept,
                   Trajectory::Parts& parts) {
  if (!parts.table || parts.table->rows() == 0) return;
  const record::Table& old = *parts.table;
  const bool timed = parts.heading.columns[0].name == parts.model.description().time.text;
  record::Table table(parts.heading, old.rows());
  table.prepare(old.rows());
  std::vector<double> row;
  for (Index i = 0; i < old.rows(); ++i) {
    row.assign(old.row(i).begin(), old.row(i).end());
    if (timed ? reach.is_end(row[0]) : i + 1 == old.rows()) {
      for (std::size_t k = 0; k < row.size(); ++k) row[k] = kept[k] ? row[k] : nan;
    }
    table.append(row);
  }
  parts.table = std::move(table);
}

// Of a coordinate, or of an observable of coordinates: within the last steps there is nothing but rounding.
void settle_peak(const Trajectory::Parts& parts, const EndOfReach& reach, double end, Peak& peak) {
  if (reach.is_end(peak.most_t)) peak.most = -infinity;
  if (reach.is_end(peak.least_t)) peak.least = infinity;
  const auto see = [&](double t, double value) {
    if (value > peak.most) peak.most = value, peak.most_t = t;
    if (value < peak.least) peak.least = value, peak.least_t = t;
  };
  const record::Columns& columns = parts.heading.columns;
  Index column = -1;
  for (Index k = 0; k < columns.count(); ++k) {
    if (columns[k].name == peak.name) column = k;
  }
  if (parts.table && column >= 0) {
    for (Index i = 0; i < parts.table->rows(); ++i) {
      const double t = parts.table->at(i, 0);
      if (!reach.is_end(t)) see(t, parts.table->at(i, column));
    }
  }
  see(parts.summary.end.t, end);
}

void settle_peaks(const EndOfReach& reach, const std::vector<double>& values,
                  Trajectory::Parts& parts) {
  Summary& summary = parts.summary;
  std::size_t coordinate = 0, observable = 0;
  for (Peak& peak : summary.peaks) {
    double end = nan;
    if (peak.kind == "coordinate") end = summary.end.q[coordinate++];
    if (peak.kind == "observable") end = values[observable++];
    if (std::isfinite(end)) {
      settle_peak(parts, reach, end, peak);
      continue;
    }
    if (reach.grows(peak.most_t)) peak.most = infinity, peak.most_t = summary.end.t;
    if (reach.grows(peak.least_t)) {
      peak.least = peak.kind == "observable" ? -infinity : nan;
      peak.least_t = summary.end.t;
    }
  }
}

}  // namespace

EndOfReach::EndOfReach(const Summary& summary) : unbounded(summary.unbounded) {
  const double elapsed = summary.end.t - summary.start.t;
  end_from = summary.end.t - 1e-6 * elapsed;
  growth_from = summary.end.t - 1e-3 * elapsed;
}

std::vector<double> values_at_pose(motion::RightSide& side, const State& state) {
  const equations::Equations& equations = side.equations();
  const Index count = equations.layout.size(equations::Array::observables);
  if (count == 0) return {};
  equations::Workspace& numbers = side.numbers();
  const std::vector<double> none(at(equations.n), nan);
  const std::vector<double> controls(equations.control_slots.size(), nan);
  numbers.set_accelerations(none.data());
  numbers.set_controls(controls.data());
  for (const equations::Reaction& reaction : equations.reactions) numbers.set(reaction.slot, nan);
  numbers.evaluate(equations::Stage::observe, state.t, state.q.data(), none.data());
  std::vector<double> values(numbers.observables(), numbers.observables() + count);
  numbers.set_controls(nullptr);
  for (const equations::Reaction& reaction : equations.reactions) numbers.set(reaction.slot, 0);
  return values;
}

void take_out_unbounded(motion::RightSide& side, Trajectory::Parts& parts) {
  Summary& summary = parts.summary;
  const EndOfReach reach(summary);
  if (!reach.unbounded) return;
  const std::vector<double> values = values_at_pose(side, summary.end);
  clear_samples(reach, kept_columns(parts, values), parts);
  settle_peaks(reach, values, parts);
  for (std::size_t k = 0; k < summary.observables.size(); ++k) summary.observables[k] = values[k];
  clear(summary.end.v);
  clear_forces(summary);
  clear_energy(summary.energy);
}

}  // namespace zwang
