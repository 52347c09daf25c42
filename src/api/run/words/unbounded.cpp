// SPDX-License-Identifier: Apache-2.0
#include "api/run/words/unbounded.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "record/part_reader.h"
#include "record/part_writer.h"

namespace zwang {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

template <class Numbers>
void keep_common_numbers(const Numbers& other, Numbers& numbers) {
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = common(numbers[k], other[k]);
}

void keep_common_force(const BodyForce& other, BodyForce& force) {
  keep_common_numbers(other.force, force.force);
  keep_common_numbers(other.torque, force.torque);
  keep_common_numbers(other.force_in_body, force.force_in_body);
  keep_common_numbers(other.torque_in_body, force.torque_in_body);
}

template <class Numbers>
bool any_lost(const Numbers& numbers) {
  return std::any_of(numbers.begin(), numbers.end(), [](double x) { return std::isnan(x); });
}

void clear(BodyForce& force) {
  for (auto* const numbers :
       {&force.force, &force.torque, &force.force_in_body, &force.torque_in_body})
    numbers->fill(nan);
}

// Of a force that has no value no component has one, not even those that are zero.
void keep_common_forces(const Summary& other, Summary& summary) {
  for (std::size_t i = 0; i < summary.forces.size(); ++i) {
    ConstraintForce& force = summary.forces[i];
    const ConstraintForce& second = other.forces[i];
    keep_common_numbers(second.multipliers, force.multipliers);
    const bool lost = any_lost(force.multipliers);
    for (std::size_t k = 0; k < force.force.size(); ++k) {
      double& number = force.force[k].second;
      number = lost ? nan : common(number, second.force[k].second);
    }
    if (lost) std::fill(force.multipliers.begin(), force.multipliers.end(), nan);
    force.power = lost ? nan : common(force.power, second.power);
    for (std::size_t k = 0; k < force.bodies.size(); ++k) {
      keep_common_force(second.bodies[k], force.bodies[k]);
      if (lost) clear(force.bodies[k]);
    }
  }
  for (std::size_t i = 0; i < summary.joints.size(); ++i) {
    JointForce& joint = summary.joints[i];
    keep_common_force(other.joints[i], joint);
    if (any_lost(joint.force) || any_lost(joint.torque)) clear(joint);
    joint.power = common(joint.power, other.joints[i].power);
  }
}

// What it was at the start, and what impacts took before, stays.
void clear_energy(EnergyBooks& energy) {
  for (double* const number :
       {&energy.end, &energy.kinetic, &energy.work_applied, &energy.work_constraints,
        &energy.work_nonideal, &energy.drift, &energy.worst_drift}) {
    *number = nan;
  }
}

// The numbers of the last samples that are known. At the end itself they were computed once more; just before it
// time, coordinates and the rates of what stands beside are.
class LastSamples {
 public:
  LastSamples(const KnownEnd& known, const Trajectory::Parts& parts)
      : reach_(parts.summary), known_(known.row), rows_(static_cast<Index>(parts.rows)) {
    const Model& model = parts.model;
    std::set<std::string> names = {model.description().time.text, "rank", "residual.position",
                                   "step"};
    names.insert(model.coordinates().begin(), model.coordinates().end());
    const record::Columns& columns = parts.heading.columns;
    timed_ = columns[0].name == model.description().time.text;
    for (Index k = 0; k < columns.count(); ++k) {
      const bool rate = columns[k].meaning == "rate" && std::isfinite(known_[at(k)]);
      kept_.push_back(names.count(columns[k].name) > 0 || rate);
      if (columns[k].meaning.starts_with("work of")) known_[at(k)] = nan;
    }
  }

  // Without the time only the last sample is known to be at the end.
  bool changes(Index number, std::span<const double> row) const {
    return number + 1 == rows_ || (timed_ && reach_.is_end(row[0]));
  }
  std::vector<double> changed(Index number, std::span<const double> row) const {
    std::vector<double> numbers(row.begin(), row.end());
    const bool last = number + 1 == rows_;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      if (!kept_[k]) numbers[k] = last ? known_[k] : nan;
    }
    return numbers;
  }

 private:
  EndOfReach reach_;
  std::vector<double> known_;
  std::vector<bool> kept_;
  Index rows_;
  bool timed_ = false;
};

void clear_table(const LastSamples& samples, Trajectory::Parts& parts) {
  const record::Table& old = *parts.table;
  record::Table table(parts.heading, old.rows());
  table.prepare(old.rows());
  for (Index i = 0; i < old.rows(); ++i) {
    const std::span<const double> row = old.row(i);
    table.append(samples.changes(i, row) ? samples.changed(i, row)
                                         : std::vector<double>(row.begin(), row.end()));
  }
  parts.table = std::move(table);
}

// Their file is cut off before the first of them, and goes on with what is known.
void clear_part(const LastSamples& samples, const Trajectory::Parts& parts) {
  const auto width = at(parts.heading.columns.count());
  std::vector<std::vector<double>> changed;
  Index rows = 0;
  {
    record::PartReader reader(parts.part);
    for (std::span<const double> block = reader.next(); !block.empty(); block = reader.next()) {
      for (; !block.empty(); block = block.subspan(width), ++rows) {
        const std::span<const double> row = block.first(width);
        if (samples.changes(rows, row)) changed.push_back(samples.changed(rows, row));
      }
    }
  }
  auto writer = record::PartWriter::resume(parts.part, parts.heading,
                                           rows - static_cast<Index>(changed.size()));
  for (const std::vector<double>& row : changed) {
    if (!writer.append(row)) writer.check();
  }
  writer.finish();
}

// Of what is known at the end: within the last steps there is nothing but rounding.
void settle_peak(const Trajectory::Parts& parts, const EndOfReach& reach, double end, Peak& peak) {
  const bool most = reach.is_end(peak.most_t), least = reach.is_end(peak.least_t);
  if (most) peak.most = -infinity;
  if (least) peak.least = infinity;
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

void settle_peaks(const EndOfReach& reach, const std::vector<double>& known,
                  Trajectory::Parts& parts) {
  Summary& summary = parts.summary;
  for (std::size_t k = 0; k < summary.peaks.size(); ++k) {
    Peak& peak = summary.peaks[k];
    if (std::isfinite(known[k])) {
      settle_peak(parts, reach, known[k], peak);
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

std::vector<State> ends_of(const motion::RunResult& result, double start_t) {
  State end{result.t, result.q, result.v};
  if (!result.unbounded) return {end};
  State other = end;
  double largest = 0;
  for (std::size_t i = 0; i < end.q.size(); ++i) {
    if (result.growing[i]) largest = std::max(largest, result.magnitudes.largest[i]);
  }
  // Rates of its size in the time of the run, no two of them alike.
  const double elapsed = result.t - start_t;
  for (std::size_t i = 0; i < end.q.size(); ++i) {
    if (!result.growing[i]) continue;
    const double share = std::fmod(0.6180339887498949 * static_cast<double>(i + 1), 1.0);
    end.v[i] = 0;
    other.v[i] = (0.5 + share) * (largest > 0 ? largest : 1) / elapsed;
  }
  return {end, other};
}

motion::RunResult with_end(motion::RunResult result, const State& end) {
  result.v = end.v;
  return result;
}

double common(double one, double other) {
  return std::abs(one - other) <= 1e-6 * std::max(std::abs(one), std::abs(other)) ? one : nan;
}

std::vector<double> common(std::span<const double> one, std::span<const double> other) {
  std::vector<double> numbers(one.begin(), one.end());
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = common(one[k], other[k]);
  return numbers;
}

void keep_common(const Summary& other, const std::vector<bool>& growing, Summary& summary) {
  for (std::size_t i = 0; i < growing.size(); ++i) {
    if (growing[i]) summary.end.v[i] = nan;
  }
  keep_common_forces(other, summary);
  keep_common_numbers(other.controls, summary.controls);
  keep_common_numbers(other.observables, summary.observables);
  summary.gauss = common(summary.gauss, other.gauss);
  summary.servo_residual = common(summary.servo_residual, other.servo_residual);
  summary.virtual_work = common(summary.virtual_work, other.virtual_work);
  summary.energy.potential = common(summary.energy.potential, other.energy.potential);
  clear_energy(summary.energy);
  summary.sharing.clear();  // it was judged there
}

void take_out_unbounded(const KnownEnd& known, Trajectory::Parts& parts) {
  const LastSamples samples(known, parts);
  if (parts.table && parts.table->rows() > 0) clear_table(samples, parts);
  if (!parts.table && !parts.part.empty()) clear_part(samples, parts);
  settle_peaks(EndOfReach(parts.summary), known.peaks, parts);
}

}  // namespace zwang
