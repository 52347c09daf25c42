// SPDX-License-Identifier: Apache-2.0
// Any bytes as a model file: nothing crashes, places are inside the text and in order, what was
// read points back at where it was read, and what is small compiles or is complained about, its
// question with two ends too.
//
//   model_fuzz FOLDER test/fuzz/corpus/model test/data/models

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "compile/compile.h"
#include "equations/evaluate.h"
#include "read/model.h"
#include "read/offset.h"

namespace {

using zwang::Index;

void check(bool holds) {
  if (!holds) std::abort();
}

void check_diagnostics(const zwang::read::Reading& reading, std::string_view text) {
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
  const Index begin = zwang::read::offset_in_file(text, formula, 0);
  check(begin >= 0 && begin <= static_cast<Index>(text.size()));
  const zwang::Place all = zwang::read::place_in_file(text, formula, {0, size});
  check(all.begin == begin && all.length <= size);
  check(text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(all.length)) ==
        std::string_view(formula.text).substr(0, static_cast<std::size_t>(all.length)));
}

void check_pairs(std::string_view text,
                 const std::vector<std::pair<zwang::Name, zwang::Expression>>& pairs) {
  for (const auto& [name, formula] : pairs) {
    check(!name.text.empty() && formula.given());
    check_place(text, formula);
  }
}

void check_extremal(const zwang::Extremal& extremal, std::string_view text) {
  for (const zwang::End* const end : {&extremal.from, &extremal.to}) {
    check(end->t.given());
    check_place(text, end->t);
    check_pairs(text, end->values);
    for (const auto& surface : end->on) check_place(text, surface);
  }
  for (const auto* const pairs : {&extremal.unknowns, &extremal.guess, &extremal.follow})
    check_pairs(text, *pairs);
  for (const auto& integral : extremal.subject) check_place(text, integral);
  check(extremal.tolerance.given() && !extremal.method.text.empty());
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
    check(!constraint.name.text.empty());
    check(!constraint.equations.empty() || constraint.closure || constraint.touch);
    for (const auto& equation : constraint.equations) check_place(text, equation);
  }
  for (const auto& observable : model.observe) check(!observable.name.text.empty());
  if (model.simulate) check(model.simulate->duration.given());
  if (model.extremal) check_extremal(*model.extremal, text);
  check(!model.time.text.empty());
}

/// Families of a size that compiles soon: small whole numbers, plainly written.
bool is_small(std::string_view formula) {
  int digits = 0;
  for (const char c : formula) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    if (digits > 2 || c == '^' || c == '*' || c == '/' || c == '(' || c == 'e') return false;
  }
  return true;
}

bool is_small(const zwang::Description& model) {
  for (const auto& x : model.parameters)
    if (!is_small(x.value.text)) return false;
  if (model.extremal)
    for (const auto& [name, guess] : model.extremal->unknowns)
      if (!is_small(guess.text)) return false;
  for (const auto& x : model.coordinates)
    if (!is_small(x.count.text)) return false;
  for (const auto& x : model.particles)
    if (!is_small(x.count.text)) return false;
  for (const auto& x : model.forces)
    if (!is_small(x.for_each.text)) return false;
  for (const auto& x : model.constraints)
    if (!is_small(x.for_each.text)) return false;
  for (const auto& x : model.observe)
    if (!is_small(x.for_each.text)) return false;
  return true;
}

/// Equations, or complaints at places of the text.
void check_compiling(const zwang::Description& model, std::string_view text, bool extremal) {
  zwang::compile::CompileOptions options;
  options.tangent = true;
  options.extremal = extremal;
  const zwang::compile::Compiled compiled = zwang::compile::compile(model, options);
  for (const zwang::Diagnostic& diagnostic : compiled.diagnostics) {
    const zwang::Place place = diagnostic.place;
    check(place.begin >= 0 && place.begin + place.length <= static_cast<Index>(text.size()));
    check(!diagnostic.what.empty());
  }
  if (!compiled.diagnostics.empty()) return;
  const zwang::equations::Equations& equations = compiled.equations;
  check(equations.n > 0 && static_cast<Index>(equations.q.size()) == equations.n);
  zwang::equations::Workspace numbers(equations);
  numbers.evaluate(zwang::equations::Stage::dynamics, equations.t, equations.q.data(),
                   equations.v.data());
  numbers.evaluate(zwang::equations::Stage::projection, equations.t, equations.q.data(),
                   equations.v.data());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const zwang::read::Reading reading = zwang::read::read(text, "fuzz");
  check_diagnostics(reading, text);
  if (reading.ok()) check_description(reading.description, text);
  if (!reading.ok() || !is_small(reading.description)) return 0;
  check_compiling(reading.description, text, false);
  if (reading.description.extremal) check_compiling(reading.description, text, true);
  return 0;
}
