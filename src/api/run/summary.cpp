// SPDX-License-Identifier: Apache-2.0
#include "api/run/summary.h"

#include <algorithm>
#include <limits>

#include "api/run/words/message.h"
#include "api/run/words/reach.h"
#include "diagnosis/off_constraints.h"
#include "diagnosis/start.h"
#include "diagnosis/words.h"
#include "flow/sampler.h"
#include "model/model_parts.h"
#include "model/states.h"

namespace zwang {

namespace {

void set_counts(const Model& model, const motion::Tally& tally, Summary& summary) {
  summary.steps = tally.steps;
  summary.rejected = tally.rejected;
  summary.evaluations = tally.evaluations;
  summary.max_position_residual = tally.worst.position;
  summary.max_velocity_residual = tally.worst.velocity;
  // Rows that keep quaternions at length one are none of the user's.
  const std::size_t norms = model.parts().shown.quaternions();
  const auto users = [norms](std::size_t rank) { return rank - std::min(rank, norms); };
  summary.least_rank = users(tally.least_rank);
  summary.most_rank = users(tally.most_rank);
  summary.rank_changes = tally.rank_changes;
  summary.near_singular_steps = tally.near_singular;
  for (const motion::RankChange& change : tally.changes) {
    std::string text;
    if (!change.combination.empty()) {
      text = diagnosis::rank_words(model, change.t, users(change.from), users(change.to),
                                   change.combination);
    }
    summary.rank_events.push_back({change.t, users(change.from), users(change.to), text});
  }
}

void set_start(const Model& model, const RunChoices& choices, motion::RightSide& side,
               const motion::RunResult& result, Summary& summary) {
  const auto& given = choices.given ? choices.given : choices.plan.from;
  const std::vector<double>&q = result.start_q, &v = result.start_v;
  summary.start = {choices.t, q, v};
  summary.start_moved = largest_difference(q, given ? given->q : model.start().q);
  if (side.equations().order == 2) {
    summary.start_rate_moved = largest_difference(v, given ? given->v : model.start().v);
  } else {  // rates are not given but follow
    summary.start.v = side.full_instant(choices.t, q.data(), v.data()).acceleration;
  }
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void add_name(std::vector<std::string>& names, const std::string& name) {
  if (!contains(names, name)) names.push_back(name);
}

void set_rows(const Model& model, const motion::Tally& tally, Summary& summary) {
  const diagnosis::StartDiagnosis diagnosis = diagnosis::diagnose_start(model, summary.start);
  const std::size_t n = model.coordinates().size();
  for (const ConstraintRows& rows : model.constraints()) summary.rows += rows.count;
  const std::size_t norms = model.parts().shown.quaternions();
  summary.rank = diagnosis.looked ? diagnosis.rank : tally.rank - std::min(tally.rank, norms);
  summary.freedom = diagnosis.looked ? diagnosis.freedom : n - std::min(n, tally.rank);
  if (!diagnosis.looked) {
    summary.message +=
        " The model is too large to look for dependent equations during a run; zwang check does.";
  }
  summary.contradictory = diagnosis.contradictory;
  for (const diagnosis::OffConstraint& off : diagnosis::missed_constraints(model, summary.start)) {
    add_name(summary.contradictory, model.constraints()[off.constraint].name);
  }
  // What fights is not redundant: without it the motion would be another.
  for (const std::string& name : diagnosis.redundant) {
    if (!contains(summary.contradictory, name)) summary.redundant.push_back(name);
  }
  summary.undetermined = diagnosis.undetermined;
}

// The force of a row that does not act, of an open contact, is zero and no other.
bool is_unique(motion::RightSide& side, const Instant& instant, std::size_t row) {
  const bool acts = !side.laws() || side.mode().acts[row];
  return !acts || instant.unique[row] != 0;
}

ConstraintForce force_of(const Model& model, motion::RightSide& side,
                         const motion::ConstraintColumns& columns, const Instant& instant,
                         const std::vector<double>& row) {
  const auto first = static_cast<std::size_t>(columns.first_row);
  const auto number = [&row](Index column) { return row[column]; };
  ConstraintForce force;
  force.name = model.constraints()[diagnosis::constraint_of(model, first)].name;
  const ShownRates& shown = model.parts().shown;
  const std::vector<std::string> names = shown.forces(columns.coordinates);
  std::vector<double> numbers(names.size());
  // Coordinates stand behind the time.
  shown.forces(columns.coordinates, row.data() + 1, row.data() + columns.force, numbers.data());
  for (std::size_t k = 0; k < names.size(); ++k) force.force.emplace_back(names[k], numbers[k]);
  for (Index k = 0; k < columns.rows; ++k) {
    force.multipliers.push_back(number(columns.multiplier + k));
    force.unique = force.unique && is_unique(side, instant, first + static_cast<std::size_t>(k));
  }
  if (columns.power != motion::not_there) force.power = number(columns.power);
  return force;
}

// What a sample with all details says of the end.
void set_end(const Model& model, motion::RightSide& side, const motion::RunResult& result,
             Summary& summary) {
  const auto observables = static_cast<Index>(model.observables().size());
  motion::Sampler sampler(side, motion::lay_out_sample(side.equations(), observables, true));
  const motion::SampleLayout& layout = sampler.layout();
  const motion::Books& books = result.tally.energy;
  std::vector<double> y = result.q, row(static_cast<std::size_t>(layout.width));
  y.insert(y.end(), result.v.begin(), result.v.end());
  y.insert(y.end(), {books.applied, books.constraints, books.nonideal});
  const Instant& instant = sampler.fill(result.t, y.data(), row.data());
  summary.end = {result.t, result.q, result.v};
  summary.kernel = name(instant.method);
  summary.gauss = instant.gauss;
  for (const motion::ConstraintColumns& columns : layout.constraints) {
    summary.forces.push_back(force_of(model, side, columns, instant, row));
  }
  if (side.equations().solids) add_body_forces(model, side, summary.end, instant, summary);
  if (layout.controls != motion::not_there) {
    const auto controls = row.begin() + layout.controls;
    const auto count = static_cast<std::ptrdiff_t>(model.controls().size());
    summary.controls.assign(controls, controls + count);
    summary.servo_residual = controls[count];
  }
  if (side.laws()) summary.virtual_work = side.laws()->virtual_work();
  summary.observables.assign(row.begin() + layout.observables, row.end());
  if (layout.energy != motion::not_there) {
    summary.energy.kinetic = row[layout.energy + 1];
    summary.energy.potential = row[layout.energy + 2];
  }
}

void set_energy(const motion::Books& books, bool second, EnergyBooks& energy) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  if (!second) {  // nothing moves by inertia: there is no energy
    energy = {nan, nan, nan, nan, nan, nan, nan, nan, nan, nan};
    return;
  }
  energy.start = books.start;
  energy.end = books.end;
  energy.work_applied = books.applied;
  energy.work_constraints = books.constraints;
  energy.work_nonideal = books.nonideal;
  energy.jumps = books.jumps;
  energy.drift = books.drift();
  energy.worst_drift = books.worst;
}

}  // namespace

Summary summarise(const Model& model, const RunChoices& choices, const RunMethod& method,
                  motion::RightSide& side, const motion::RunResult& result) {
  Summary summary;
  summary.model = model.description().source;
  summary.title = model.description().title;
  summary.ending = ending_of(result.ending);
  summary.unbounded = result.unbounded;
  if (summary.ending == Ending::contradiction) summary.parting = parting_constraints(model, result);
  const RunMethod ran = method_that_ran(method, result.tally);
  summary.method = ran.name;
  summary.method_reference = ran.reference;
  summary.why_method = ran.why;
  summary.tolerance = choices.plan.tolerance;
  summary.step = choices.plan.step;
  set_counts(model, result.tally, summary);
  set_start(model, choices, side, result, summary);
  set_rows(model, result.tally, summary);
  set_end(model, side, result, summary);
  if (result.lost.coordinate >= 0) {
    summary.least_sampled = model.coordinates()[static_cast<std::size_t>(result.lost.coordinate)];
    summary.lost_between_samples = result.lost.distance / result.lost.range;
  }
  summary.events = tell_events(model, result.happenings);
  summary.events_in_all = static_cast<std::size_t>(result.happened);
  set_energy(result.tally.energy, side.equations().order == 2, summary.energy);
  return summary;
}

}  // namespace zwang
