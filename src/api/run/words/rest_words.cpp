// SPDX-License-Identifier: Apache-2.0
#include "api/run/words/rest_words.h"

#include <algorithm>
#include <map>

#include "api/contact_name.h"
#include "diagnosis/start.h"
#include "diagnosis/words.h"

namespace zwang {

namespace {

using motion::ContactFinding;
using State = ContactFinding::State;

constexpr std::size_t most_named = 12;

std::string name_of(const Model& model, const ContactFinding& x) {
  if (x.sliding >= 0) return contact_name(model, static_cast<std::size_t>(x.sliding));
  const auto row = static_cast<std::size_t>(x.row);
  return model.constraints()[diagnosis::constraint_of(model, row)].name;
}

// Of constraints with several rows, each in turn.
std::string one_contact(const Model& model, const ContactFinding& x) {
  std::string text = "'" + name_of(model, x) + "' ";
  if (x.row >= 0) text += "carries " + diagnosis::short_number(x.normal);
  if (x.state == State::presses) return text;
  text += x.row >= 0 ? " and " : "";
  text += "sticks, with a margin to slip of " + diagnosis::short_number(1 - x.needed);
  return text + (x.shared ? " (shared with others)" : "");
}

// Those that carry, by name.
std::string of_contacts(const Model& model, const std::vector<ContactFinding>& contacts) {
  std::string text;
  std::size_t named = 0, more = 0, idle = 0;
  for (const ContactFinding& x : contacts) {
    if (x.state == State::open) {
      ++idle;
    } else if (named == most_named) {
      ++more;
    } else {
      text += (named++ == 0 ? " There, " : "; ") + one_contact(model, x);
    }
  }
  if (more > 0) text += "; and so do " + std::to_string(more) + " more";
  if (idle > 0 && named > 0) {
    text += "; " + std::to_string(idle) +
            (idle > 1 ? " others carry nothing" : " other carries nothing");
  }
  return text.empty() ? text : text + ".";
}

// What gives way at the start: slides, or opens although it touches.
std::string of_start(const Model& model, const std::vector<ContactFinding>& contacts) {
  std::map<std::string, State> gives_way;
  for (const ContactFinding& x : contacts) {
    if (x.state == State::slides || x.state == State::open)
      gives_way.emplace(name_of(model, x), x.state);
  }
  std::string text;
  for (const auto& [name, state] : gives_way) {
    text += (text.empty() ? "" : ", ") + ("'" + name + "' ") +
            (state == State::slides ? "slides" : "opens");
  }
  if (text.empty()) return text;
  return "released from rest at the start, " + text;
}

}  // namespace

std::string of_equilibrium(const Model& model, const motion::Equilibrium& equilibrium,
                           const std::string& it) {
  std::string text = it + " an equilibrium.";
  if (equilibrium.stability == motion::Stability::stable) text = it + " a stable equilibrium.";
  if (equilibrium.stability == motion::Stability::neutral) text = it + " a neutral equilibrium.";
  if (equilibrium.stability == motion::Stability::unstable) {
    text = it + " an unstable equilibrium: small deviations grow like exp(" +
           diagnosis::short_number(equilibrium.growth) + " t).";
  }
  if (!equilibrium.contacts.empty() && equilibrium.moved > 0 && !equilibrium.at_start.empty()) {
    const std::string why = of_start(model, equilibrium.at_start);
    text += " The given start is not at rest" + (why.empty() ? "" : " (" + why + ")") +
            "; coordinates moved by up to " + diagnosis::short_number(equilibrium.moved) + ".";
  }
  return text + of_contacts(model, equilibrium.contacts);
}

std::string of_no_equilibrium(const Model& model, const motion::Equilibrium& equilibrium) {
  const std::string why = of_start(model, equilibrium.at_start);
  return "No equilibrium was found near the start" + (why.empty() ? "" : ": " + why) +
         ". Start closer to one.";
}

}  // namespace zwang
