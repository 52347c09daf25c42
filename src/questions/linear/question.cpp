// SPDX-License-Identifier: Apache-2.0
#include "questions/linear/question.h"

#include <algorithm>

#include "api/model_error.h"
#include "base/diagnostic.h"
#include "base/words/policies.h"
#include "model/model_parts.h"
#include "scope/code.h"
#include "sensitivity/sensitivity.h"

namespace zwang {

namespace {

using linear::Output;

/// A list of names, and who asked: a refusal goes to the one who did.
struct Asked {
  const Model& model;
  const char* argument;
  bool by_call = false;
  std::vector<Name> names = {};

  [[noreturn]] void refuse(const Name& name, const std::string& what,
                           const std::string& hint) const {
    if (by_call) throw InputError(argument, hint.empty() ? what : what + "; " + hint);
    throw ModelError(
        {complaint_at(model.description(), compile::code::no_linear, name.at, what, hint)});
  }
};

Asked asked_for(const Model& model, const char* argument,
                const std::optional<std::vector<std::string>>& given,
                std::vector<Name> LinearQuestion::*list) {
  Asked asked{model, argument, given.has_value()};
  if (given) {
    for (const std::string& name : *given) asked.names.push_back(Name(name));
  } else if (model.description().linear) {
    asked.names = *model.description().linear.*list;
  }
  return asked;
}

Index place_of(const std::string& name, const std::vector<std::string>& names) {
  const auto at = std::find(names.begin(), names.end(), name);
  return at == names.end() ? -1 : static_cast<Index>(at - names.begin());
}

std::string advice(const std::string& name, const std::vector<std::string>& known) {
  const std::string_view near = nearest(name, known);
  return near.empty() ? "" : "did you mean '" + std::string(near) + "'?";
}

Index find_input(const Asked& asked, const Name& name) {
  const Model& model = asked.model;
  const Index k = place_of(name.text, model.parameters());
  if (k >= 0) return k;
  asked.refuse(name, "the input '" + name.text + "' is not a parameter",
               advice(name.text, model.parameters()));
}

Output find_output(const Asked& asked, const Name& name) {
  using enum Output::Kind;
  const Model& model = asked.model;
  const std::vector<std::string> positions = frame_coordinates(model);
  const bool second = model.parts().equations().order == 2;
  const std::pair<Output::Kind, std::vector<std::string>> lists[] = {
      {observable, model.observables()},
      {coordinate, model.coordinates()},
      {position, positions},
      {rate, second ? model.rates() : std::vector<std::string>{}}};
  std::vector<std::string> known;
  for (const auto& [kind, names] : lists) {
    if (const Index k = place_of(name.text, names); k >= 0) return {kind, k};
    known.insert(known.end(), names.begin(), names.end());
  }
  asked.refuse(name,
               "the output '" + name.text + "' is neither a coordinate, a rate nor an observable",
               advice(name.text, known));
}

void check_twice(const Asked& asked) {
  for (std::size_t k = 0; k < asked.names.size(); ++k) {
    for (std::size_t j = 0; j < k; ++j) {
      if (asked.names[j].text != asked.names[k].text) continue;
      asked.refuse(asked.names[k], "'" + asked.names[k].text + "' is listed twice", "");
    }
  }
}

std::string in_words(motion::NoSensitivity why) {
  switch (why) {
    case motion::NoSensitivity::contacts:
      return "a model with contacts cannot be linearised";
    case motion::NoSensitivity::friction:
      return "a model with friction that sticks and slips cannot be linearised";
    case motion::NoSensitivity::nonideal_forces:
      return "a model with non-ideal forces cannot be linearised";
    case motion::NoSensitivity::servo_constraints:
      return "a model with servo constraints cannot be linearised";
    default:
      return "";
  }
}

void check_model(const Model& model) {
  const equations::Equations& equations = model.parts().equations();
  std::string what = in_words(motion::why_no_sensitivity(equations));
  const std::size_t n = model.coordinates().size();
  const bool dense = !equations.solids || equations.solids->dense;
  const bool has_sparse = equations.order == 2 && !equations.solids;
  if (what.empty() && ((n > most_dense && !has_sparse) || !dense)) {
    what = "models of up to " + std::to_string(most_dense) +
           " coordinates can be linearised; this one has " + std::to_string(n);
  }
  if (!what.empty()) throw InputError("model", what);
}

LinearPlace place_asked(const LinearOptions& options, const std::optional<LinearQuestion>& asked) {
  if (options.t || options.state) return LinearPlace::start;
  if (!options.at) return asked ? asked->place : LinearPlace::start;
  const auto place = words::linear_places.find(*options.at);
  if (place) return *place;
  throw InputError("at", "is '" + *options.at + "'; it must be 'start' or 'equilibrium'");
}

// Parameters that shape the model have no slope; what the compiler says of that names the input.
void lower(const Model& model, const Asked& inputs, LinearWish& wish) {
  compile::Lowering with{.tangent = true};
  for (const Name& name : inputs.names) with.sensitivity.push_back(find_input(inputs, name));
  wish.compiled = model.parts().source.lower(with);
  if (!wish.compiled.diagnostics.empty()) {
    const Description& description = model.description();
    throw ModelError(
        complaints_of(wish.compiled.diagnostics, description.text, description.source));
  }
  const std::vector<Index>& columns = wish.compiled.equations.sensitivity.parameters;
  for (const Index parameter : with.sensitivity) {
    const auto at = std::find(columns.begin(), columns.end(), parameter);
    wish.input_columns.push_back(static_cast<Index>(at - columns.begin()));
  }
}

}  // namespace

std::vector<std::string> frame_coordinates(const Model& model) {
  std::vector<std::string> names = model.forces();
  for (std::string& name : names) {
    constexpr std::string_view torque = ".joint_torque.";
    const std::size_t at = name.rfind(torque);
    if (at != std::string::npos) name.replace(at, torque.size(), ".rotation.");
  }
  return names;
}

LinearWish linear_wish(const Model& model, const LinearOptions& options) {
  check_model(model);
  LinearWish wish;
  const std::optional<LinearQuestion>& question = model.description().linear;
  wish.place = place_asked(options, question);
  wish.t = options.t;
  if (!options.t && !options.at && !options.state) {
    wish.t = model.parts().source.motion().linear_time;
  }
  const Asked inputs = asked_for(model, "inputs", options.inputs, &LinearQuestion::inputs);
  Asked outputs = asked_for(model, "outputs", options.outputs, &LinearQuestion::outputs);
  if (!outputs.by_call && outputs.names.empty()) {
    for (const std::string& name : model.observables()) outputs.names.push_back(Name(name));
  }
  check_twice(inputs);
  check_twice(outputs);
  for (const Name& name : outputs.names) {
    wish.outputs.push_back(name.text);
    wish.output_numbers.push_back(find_output(outputs, name));
  }
  for (const Name& name : inputs.names) wish.inputs.push_back(name.text);
  lower(model, inputs, wish);
  return wish;
}

}  // namespace zwang
