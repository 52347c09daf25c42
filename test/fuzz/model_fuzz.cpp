// SPDX-License-Identifier: Apache-2.0
// Any bytes as a model file: nothing crashes, places are inside the text and in order, and what was
// read points back at where it was read.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "model/read_model.h"
#include "model/read_offset.h"

namespace {

using zwang::Index;

void check(bool holds) {
  if (!holds) std::abort();
}

void check_diagnostics(const zwang::model::Reading& reading, std::string_view text) {
  const Index size = static_cast<Index>(text.size());
  check(reading.diagnostics.size() <= 100);
  Index last = 0;
  for (const zwang::Diagnostic& diagnostic : reading.diagnostics) {
    const zwang::Place place = diagnostic.place;
    check(place.begin >= last && place.length >= 0 && place.begin + place.length <= size);
    check(!diagnostic.what.empty() && diagnostic.code.starts_with("E1"));
    check(to_text(diagnostic, text, "fuzz").starts_with("fuzz:"));
    last = place.begin;
  }
}

/// The formula stands in the file where it says, unless the string was written with escapes or the
/// number otherwise; in any case inside the text.
void check_place(std::string_view text, const zwang::Expression& formula) {
  const Index size = static_cast<Index>(formula.text.size());
  const Index begin = zwang::model::offset_in_file(text, formula, 0);
  check(begin >= 0 && begin <= static_cast<Index>(text.size()));
  const zwang::Place all = zwang::model::place_in_file(text, formula, {0, size});
  check(all.begin == begin && all.length <= size);
  check(text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(all.length)) ==
        std::string_view(formula.text).substr(0, static_cast<std::size_t>(all.length)));
}

void check_description(const zwang::Description& model, std::string_view text) {
  check(model.text == text);
  for (const auto& parameter : model.parameters) {
    check(parameter.value.given() && !parameter.name.text.empty());
    check_place(text, parameter.value);
  }
  for (const auto& coordinate : model.coordinates) check(coordinate.start.given());
  for (const auto& particle : model.particles) {
    check(particle.mass.given() && particle.position.size() >= 2);
    for (const auto& component : particle.position) check_place(text, component);
  }
  for (const auto& constraint : model.constraints) {
    check(!constraint.name.text.empty() && !constraint.equations.empty());
    for (const auto& equation : constraint.equations) check_place(text, equation);
  }
  for (const auto& observable : model.observe) check(!observable.name.text.empty());
  if (model.simulate) check(model.simulate->duration.given());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const zwang::model::Reading reading = zwang::model::read(text, "fuzz");
  check_diagnostics(reading, text);
  if (reading.ok()) check_description(reading.description, text);
  return 0;
}
