// SPDX-License-Identifier: Apache-2.0
// Formulas name parameters, definitions, coordinates, particles, bodies and controls; columns of the
// results are named after coordinates, particles, bodies, controls and observables. Within each of the two a name
// has one meaning; so an observable may be called like the definition that it shows. Constraints are
// named among themselves, and so are points of the ground and events; shapes beside bodies, for both touch. The independent variable has
// a name in formulas and a column; an unknown is a parameter, perhaps one that [parameters] has.

#include "read/names.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "formula/parse/letter.h"
#include "formula/parse/words.h"

namespace zwang::read {

namespace {

enum Space : unsigned {
  formulas = 1,
  results = 2,
  constraints = 4,
  ground = 8,
  events = 16,
  touching = 32
};
constexpr std::size_t space_count = 6;

unsigned spaces(Named what) {
  switch (what) {
    case Named::parameter:
    case Named::definition:
    case Named::unknown:
      return formulas;
    case Named::coordinate:
    case Named::particle:
    case Named::control:
    case Named::independent:
      return formulas | results;
    case Named::body:
      return formulas | results | touching;
    case Named::shape:
      return touching;
    case Named::observable:
      return results;
    case Named::constraint:
      return constraints;
    case Named::ground_point:
      return ground;
    case Named::event:
      return events;
    case Named::body_point:
      return 0;
  }
  return 0;
}

std::string words(Named what) {
  switch (what) {
    case Named::parameter:
      return "a parameter";
    case Named::definition:
      return "a definition";
    case Named::coordinate:
      return "a coordinate";
    case Named::particle:
      return "a particle";
    case Named::body:
      return "a body";
    case Named::body_point:
      return "a point of a body";
    case Named::observable:
      return "an observable";
    case Named::constraint:
      return "a constraint";
    case Named::ground_point:
      return "a point of the ground";
    case Named::control:
      return "a control";
    case Named::event:
      return "an event";
    case Named::shape:
      return "a shape";
    case Named::unknown:
      return "an unknown";
    case Named::independent:
      return "the independent variable";
  }
  return {};
}

/// An unknown may be a parameter that has its name already.
bool are_one(Named x, Named y) {
  return (x == Named::unknown && y == Named::parameter) ||
         (x == Named::parameter && y == Named::unknown);
}

}  // namespace

Name Names::add(Complaints& complaints, const Key& key, Named what) {
  return add(complaints, Entry{key.text, what, key.place, key.at});
}

Name Names::add(Complaints& complaints, const Field& field, Named what) {
  const Expression text = read_text(complaints, field, "a name in quotes");
  if (!text.given()) return {};
  return add(complaints, Entry{text.text, what, field.value->place, text.at});
}

Name Names::add(Complaints& complaints, Entry entry) {
  if (!formula::is_name(entry.name)) {
    complaints.add(code::name, entry.place, in_quotes(entry.name) + " cannot be a name",
                   "a name is a letter or _, then letters, digits and _");
    return {};
  }
  if (formula::is_reserved(entry.name) || entry.name == "π") {
    complaints.add(code::name, entry.place, in_quotes(entry.name) + " is reserved in formulas",
                   "choose another name");
    return {};
  }
  Name name(entry.name, entry.at);
  taken_.insert(entry.name);
  entries_.push_back(std::move(entry));
  return name;
}

void Names::compare(Complaints& complaints, bool families) {
  // Sections are read one after the other, wherever their parts stand in the file.
  std::stable_sort(entries_.begin(), entries_.end(),
                   [](const Entry& x, const Entry& y) { return x.place.begin < y.place.begin; });
  std::unordered_map<std::string_view, std::array<const Entry*, space_count>> firsts;
  for (const Entry& entry : entries_) {
    if (spaces(entry.what) == 0) continue;
    auto& owners = firsts[entry.name];
    const Entry* first = nullptr;
    for (unsigned i = 0; i < owners.size(); ++i) {
      if (!(spaces(entry.what) >> i & 1u)) continue;
      if (!owners[i]) owners[i] = &entry;
      if (!first || owners[i]->place.begin < first->place.begin) first = owners[i];
    }
    if (first != &entry && !are_one(first->what, entry.what))
      complaints.add(code::name_twice, entry.place,
                     "the name " + in_quotes(entry.name) + " is used twice",
                     "it is already the name of " + words(first->what) + ", line " +
                         std::to_string(first->at.line));
    if (families && entry.name == "i" && spaces(entry.what) & formulas)
      complaints.add(code::name, entry.place, "'i' is the number of a member in a family",
                     "choose another name");
  }
}

std::string Names::fresh(std::string word, std::size_t number) const {
  word += std::to_string(number);
  while (taken_.contains(word)) word += '_';
  return word;
}

}  // namespace zwang::read
