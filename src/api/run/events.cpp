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
    return " kept the kinetic energy";
  }
  return (lost > 0 ? " took the kinetic energy " : " gave the kinetic energy ") +
         diagnosis::short_number(std::abs(lost));
}

// A bearing is no contact.
std::string what_rubs(const Model& model, std::size_t number) {
  const bool joint = model.parts().equations().sliding[number].normals.empty();
  return joint ? "The joint of " : "The contact ";
}

std::string sentence_of(const Model& model, const Happening& happening, const std::string& name) {
  const std::string at = " at t = " + diagnosis::short_number(happening.t) + ".";
  const std::string quoted = "'" + name + "'";
  switch (happening.what) {
    case What::event:
      return "The event " + quoted + " happened" + at;
    case What::graze:
      return "The formula of the event " + quoted + " touched zero and turned back" + at;
    case What::impact:
      return "An impact at " + hit_names(model, happening) + energy_words(happening) + at +
             (happening.reduced ? " It gave back less than its restitution says: more would have "
                                  "made energy."
                                : "");
    case What::rest:
      return "The contact " + quoted + " closed" + at;
    case What::leave:
      return "The contact " + quoted + " opened" + at;
    case What::stick:
      return what_rubs(model, happening.number) + quoted + " came to stick" + at;
    case What::slip:
      return what_rubs(model, happening.number) + quoted + " began to slip" + at;
    case What::lost:
      return "The formula of the event " + quoted +
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
