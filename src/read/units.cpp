// SPDX-License-Identifier: Apache-2.0
// What results are shown in: [units].

#include "read/fill.h"
#include "read/sections.h"
#include "units/shown.h"

namespace zwang::read {

namespace {

// Complains of what is no unit, or not one of this quantity.
void check_unit(Complaints& complaints, const units::QuantityWord& quantity, const Field& field,
                const std::string& text) {
  const auto unit = units::parse_unit(text);
  if (!unit) {
    complaints.add(code::word, field.value->place, in_quotes(text) + " is not a unit",
                   advice(text, units::unit_words()));
  } else if (!units::measures(*unit, quantity)) {
    complaints.add(code::word, field.value->place,
                   in_quotes(text) + " is not a unit of " + std::string(quantity.word),
                   "one is " + std::string(quantity.si));
  }
}

}  // namespace

void read_units(const Given& given, Description& description) {
  Complaints& complaints = given.complaints();
  for_each_name(given, [&](Name name, const Field& field) {
    const Name unit = read_reference(complaints, field, "a unit in quotes");
    const units::QuantityWord* const quantity = units::find_quantity(name.text);
    if (!quantity) {
      complaints.add(code::unknown_key, field.value->place,
                     "[units] has no quantity " + in_quotes(name.text),
                     advice(name.text, units::quantity_words()));
    } else if (!unit.text.empty()) {
      check_unit(complaints, *quantity, field, unit.text);
    }
    description.units.push_back({std::move(name), unit});
  });
}

}  // namespace zwang::read
