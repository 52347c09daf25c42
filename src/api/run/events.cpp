// SPDX-License-Identifier: Apache-2.0
#include "api/run/summary.h"

#include <algorithm>
#include <cmath>

#include "api/contact_name.h"
#include "diagnosis/off_constraints.h"
#include "diagnosis/start.h"
#include "diagnosis/words.h"
#include "model/model_parts.h"

namespace zwang {

namespace {

using motion::Happening;
using motion::What;

const char* word_of(What what) {
  switch (what) {
    case What::event:
      return "event";
    case What::graze:
      return "graze";
    case What::impact:
      return "impact";
    case What::rest:
      return "rest";
    case What::leave:
      return "leave";
    case What::stick:
      return "stick";
    case What::slip:
      return "slip";
    case What::along:
      return "slide";
    case What::apart:
      return "depart";
    case What::lost:
      return "lost";
  }
  return "";
}

std::string constraint_name(const Model& model, std::size_t number) {
  return number < model.constraints().size() ? model.constraints()[number].name : std::string();
}

std::string name_of(const Model& model, const Happening& happening) {
  switch (happening.what) {
    case What::event:
    case What::graze:
    case What::lost:
      return model.events()[happening.number];
    case What::stick:
    case What::slip:
      return contact_name(model, happening.number);
    case What::along:
    case What::apart:
      return model.parts().source.motion().names.switches[happening.number];
    default:
      return constraint_name(model, happening.number);
  }
}

// All that were hit, each once.
std::string hit_names(const Model& model, const Happening& happening) {
  std::vector<std::string> names;
  for (const double number : happening.hit) {
    const std::string name = constraint_name(model, static_cast<std::size_t>(number));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return diagnosis::list_names(names);
}

std::string energy_words(const Happening& happening) {
  const double lost = happening.energy_before - happening.energy_after;
  if (std::abs(lost) <= 1e-12 * std::max(happening.energy_before, happening.energy_after)) {
    return " dissipated no energy";
  }
  return (lost > 0 ? " dissipated " : " added the kinetic energy ") +
         diagnosis::short_number(std::abs(lost));
}

// Friction of an inequality is that of a contact; of an equation, a belt or a bearing, of a constraint; the rest is that of
// a joint.
std::string sliding_name(const Model& model, const Happening& happening,
                         const std::string& quoted) {
  const equations::Equations& equations = model.parts().equations();
  const equations::Sliding& sliding = equations.sliding[happening.number];
  if (sliding.normals.empty()) return "Joint " + quoted;
  const auto is_contact = [&](Index normal) {
    const Index row = equations.reactions[static_cast<std::size_t>(normal)].first_row;
    return equations.rows[static_cast<std::size_t>(row)].kind == equations::Kind::unilateral;
  };
  const bool contact = std::any_of(sliding.normals.begin(), sliding.normals.end(), is_contact);
  return (contact ? "Contact " : "Constraint ") + quoted;
}

std::string sentence_of(const Model& model, const Happening& happening, const std::string& name) {
  const std::string at = " at t = " + diagnosis::short_number(happening.t) + ".";
  const std::string quoted = "'" + name + "'";
  switch (happening.what) {
    case What::event:
      return "Event " + quoted + at;
    case What::graze:
      return "The formula of event " + quoted + " touched zero without crossing it" + at;
    case What::impact:
      return "Impact at " + hit_names(model, happening) + energy_words(happening) + at +
             (happening.reduced ? " The rebound was reduced: the full restitution would have "
                                  "created energy."
                                : "");
    case What::rest:
      return "Contact " + quoted + " closed" + at;
    case What::leave:
      return "Contact " + quoted + " opened" + at;
    case What::stick:
      return sliding_name(model, happening, quoted) + " stuck" + at;
    case What::slip:
      return sliding_name(model, happening, quoted) + " started to slip" + at;
    case What::along:
      return "The motion slides along the surface where " + name +
             " changes sign, from t = " + diagnosis::short_number(happening.t) + " on.";
    case What::apart:
      return "The motion left the surface where " + name + " changes sign" + at;
    case What::lost:
      return "The formula of event " + quoted +
             " has no value from t = " + diagnosis::short_number(happening.t) + " on.";
  }
  return {};
}

}  // namespace

std::vector<RunEvent> tell_events(const Model& model, const std::vector<Happening>& happenings) {
  std::vector<RunEvent> events;
  events.reserve(happenings.size());
  for (const Happening& happening : happenings) {
    RunEvent& event = events.emplace_back();
    event.what = word_of(happening.what);
    event.name = name_of(model, happening);
    event.state = {happening.t, happening.q, happening.v};
    event.rates_before = happening.v_before;
    event.kinetic_before = happening.energy_before;
    event.kinetic_after = happening.energy_after;
    event.carnot = happening.carnot;
    event.blows = happening.blows;
    event.text = sentence_of(model, happening, event.name);
  }
  return events;
}

}  // namespace zwang
