// SPDX-License-Identifier: Apache-2.0
// The summary of a run as JSON. Keys once released keep their meaning; doc/guide lists them.

#include <algorithm>
#include <cmath>

#include "accuracy/error_json.h"
#include "api/recorded.h"
#include "api/run/state_json.h"
#include "diagnosis/findings_json.h"
#include "model/model_parts.h"
#include "zwang/run.h"

namespace zwang {

namespace {

using record::JsonWriter;

void put_method(JsonWriter& json, const Summary& summary, double seconds) {
  json.key("method").text(summary.method);
  json.key("method_reference").text(summary.method_reference);
  json.key("why_method").text(summary.why_method);
  json.key("kernel").text(summary.kernel);
  json.key("tolerance").number(summary.tolerance);
  if (summary.step > 0) json.key("step").number(summary.step);
  json.key("steps").integer(summary.steps);
  json.key("rejected").integer(summary.rejected);
  json.key("evaluations").integer(summary.evaluations);
  json.key("seconds").number(seconds);
}

void put_rank_history(JsonWriter& json, const Summary& summary) {
  json.key("rank_history").begin_object();
  put_count(json, "least", summary.least_rank);
  put_count(json, "most", summary.most_rank);
  put_count(json, "changes", summary.rank_changes);
  put_count(json, "near_singular_steps", summary.near_singular_steps);
  json.key("events").begin_array();
  for (const RankEvent& event : summary.rank_events) {
    json.begin_object().key("t").number(event.t);
    put_count(json, "from", event.from);
    put_count(json, "to", event.to);
    if (!event.text.empty()) json.key("text").text(event.text);
    json.end_object();
  }
  json.end_array().end_object();
}

void put_energy(JsonWriter& json, const EnergyBooks& energy) {
  json.key("energy").begin_object();
  json.key("start").number(energy.start);
  json.key("end").number(energy.end);
  json.key("kinetic").number(energy.kinetic);
  json.key("potential").number(energy.potential);
  json.key("work_applied").number(energy.work_applied);
  json.key("work_constraints").number(energy.work_constraints);
  json.key("work_nonideal").number(energy.work_nonideal);
  json.key("jumps").number(energy.jumps);
  json.key("drift").number(energy.drift);
  json.key("worst_drift").number(energy.worst_drift);
  json.end_object();
}

void put_truths(JsonWriter& json, const char* key, const std::array<bool, 3>& parts) {
  json.key(key).begin_array();
  for (const bool part : parts) json.truth(part);
  json.end_array();
}

void put_force(JsonWriter& json, const BodyForce& force) {
  json.key("force").numbers(force.force).key("torque").numbers(force.torque);
  json.key("force_in_body").numbers(force.force_in_body);
  json.key("torque_in_body").numbers(force.torque_in_body);
  put_truths(json, "force_unique", force.unique_parts.force);
  put_truths(json, "torque_unique", force.unique_parts.torque);
  put_truths(json, "force_in_body_unique", force.unique_parts_in_body.force);
  put_truths(json, "torque_in_body_unique", force.unique_parts_in_body.torque);
}

// by body: what its joint does to it
void put_joints(JsonWriter& json, const std::vector<JointForce>& joints) {
  if (joints.empty()) return;
  json.key("joint_forces").begin_object();
  for (const JointForce& joint : joints) {
    json.key(joint.body).begin_object().key("parent").text(joint.parent);
    put_force(json, joint);
    json.key("power").number(joint.power).key("unique").truth(joint.unique).end_object();
  }
  json.end_object();
}

void put_forces(JsonWriter& json, const std::vector<ConstraintForce>& forces) {
  json.key("final_forces").begin_object();
  for (const ConstraintForce& force : forces) {
    json.key(force.name).begin_object().key("force").begin_object();
    for (const auto& [coordinate, value] : force.force) json.key(coordinate).number(value);
    json.end_object();
    if (!force.bodies.empty()) {
      json.key("bodies").begin_object();
      for (const BodyForce& body : force.bodies) {
        json.key(body.body).begin_object();
        put_force(json, body);
        json.end_object();
      }
      json.end_object();
    }
    json.key("multipliers").numbers(force.multipliers);
    json.key("unique").truth(force.unique);
    json.key("power").number(force.power).end_object();
  }
  json.end_object();
}

void put_events(JsonWriter& json, const Model& model, const Summary& summary) {
  json.key("events").begin_array();
  for (const RunEvent& event : summary.events) {
    json.begin_object().key("what").text(event.what).key("name").text(event.name);
    json.key("t").number(event.state.t);
    put_state(json, "state", model, event.state);
    if (!event.rates_before.empty()) {
      json.key("rates_before").begin_object();
      put_rates(json, model, rates_at(model, {event.state.t, event.state.q, event.rates_before}));
      json.end_object();
    }
    if (event.what == "impact") {
      json.key("kinetic_before").number(event.kinetic_before);
      json.key("kinetic_after").number(event.kinetic_after);
      json.key("carnot").number(event.carnot);
      put_count(json, "blows", event.blows);
    }
    json.key("text").text(event.text).end_object();
  }
  json.end_array();
  put_count(json, "events_in_all", summary.events_in_all);
}

void put_controls(JsonWriter& json, const Model& model, const Summary& summary) {
  if (model.controls().empty()) return;
  json.key("controls").begin_object();
  for (std::size_t k = 0; k < summary.controls.size(); ++k) {
    json.key(model.controls()[k]).number(summary.controls[k]);
  }
  json.end_object().key("servo_residual").number(summary.servo_residual);
}

// by parameter or start value: the derivatives of the end
void put_sensitivities(JsonWriter& json, const Model& model, const Summary& summary) {
  if (summary.sensitivities.empty()) return;
  json.key("sensitivities").begin_object();
  const auto& names = model.coordinates();
  for (const Sensitivity& sensitivity : summary.sensitivities) {
    json.key(sensitivity.by).begin_object();
    for (std::size_t i = 0; i < names.size(); ++i) json.key(names[i]).number(sensitivity.q[i]);
    for (std::size_t i = 0; i < names.size(); ++i) {
      json.key(names[i] + "'").number(sensitivity.v[i]);
    }
    json.end_object();
  }
  json.end_object();
  const auto told = [](const Sensitivity& one) { return !one.numbers.empty(); };
  if (std::none_of(summary.sensitivities.begin(), summary.sensitivities.end(), told)) return;
  json.key("reduction_sensitivities").begin_object();
  for (const Sensitivity& sensitivity : summary.sensitivities) {
    json.key(sensitivity.by).begin_object();
    for (const auto& [name, number] : sensitivity.numbers) json.key(name).number(number);
    json.end_object();
  }
  json.end_object();
}

// by name: the number, and when it was if it has a time
void put_reductions(JsonWriter& json, const std::vector<Reduction>& reductions) {
  if (reductions.empty()) return;
  json.key("reductions").begin_object();
  for (const Reduction& one : reductions) {
    json.key(one.name).begin_object().key("value").number(one.value);
    if (!std::isnan(one.t)) json.key("t").number(one.t);
    json.end_object();
  }
  json.end_object();
}

// by name: both ends of its range, and when
void put_peaks(JsonWriter& json, const std::vector<Peak>& peaks) {
  json.key("peaks").begin_object();
  for (const Peak& one : peaks) {
    json.key(one.name).begin_object().key("kind").text(one.kind);
    json.key("min").number(one.least).key("t_min").number(one.least_t);
    json.key("max").number(one.most).key("t_max").number(one.most_t).end_object();
  }
  json.end_object();
}

std::string written(const Trajectory& trajectory, double seconds,
                    const std::map<std::string, std::string>& files) {
  const Summary& summary = trajectory.summary();
  const Model& model = trajectory.model();
  JsonWriter json;
  json.begin_object();
  put_frame(json, summary);
  diagnosis::put_findings(json, findings(trajectory));
  put_method(json, summary, seconds);
  json.key("max_position_residual").number(summary.max_position_residual);
  json.key("max_velocity_residual").number(summary.max_velocity_residual);
  put_rank_history(json, summary);
  put_energy(json, summary.energy);
  if (summary.unbounded) json.key("unbounded").truth(true);
  json.key("start_moved").number(summary.start_moved);
  json.key("start_rate_moved").number(summary.start_rate_moved);
  put_state(json, "start", model, summary.start);
  put_state(json, "final", model, summary.end);
  put_sensitivities(json, model, summary);
  json.key("gauss").number(summary.gauss);
  json.key("sharing").text(summary.sharing);
  put_forces(json, summary.forces);
  put_joints(json, summary.joints);
  put_controls(json, model, summary);
  json.key("observe").begin_object();
  for (std::size_t k = 0; k < summary.observables.size(); ++k) {
    json.key(model.observables()[k]).number(summary.observables[k]);
  }
  json.end_object();
  if (model.parts().source.quantities().given) {
    json.key("units").begin_object();
    put_units(json, model);
    json.end_object();
  }
  put_reductions(json, summary.reductions);
  if (!summary.peaks.empty()) put_peaks(json, summary.peaks);
  put_events(json, model, summary);
  if (summary.error) put_error(json, *summary.error);
  put_count(json, "samples", trajectory.samples());
  json.key("lost_between_samples").number(summary.lost_between_samples);
  put_files(json, files);
  json.end_object();
  return std::move(json).finish();
}

}  // namespace

std::string to_json(const Trajectory& trajectory, const std::map<std::string, std::string>& files) {
  return written(trajectory, trajectory.summary().seconds, files);
}

std::string recorded_summary(const Trajectory& trajectory) { return written(trajectory, NAN, {}); }

}  // namespace zwang
