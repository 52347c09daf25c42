// SPDX-License-Identifier: Apache-2.0
// Eigenvalues over a parameter as JSON. Keys once released keep their meaning.

#include <array>

#include "record/json_writer.h"
#include "zwang/root_locus.h"

namespace zwang {

std::string to_json(const RootLocus& locus, const Model& model) {
  record::JsonWriter json;
  json.begin_object();
  json.key("model").text(model.description().source);
  json.key("title").text(model.description().title);
  json.key("status").text(locus.problem.empty() ? "ok" : "failed");
  json.key("message").text(locus.problem.empty() ? locus.text : locus.problem);
  json.key("notes").begin_array();
  for (const std::string& note : locus.notes) json.text(note);
  json.end_array();
  json.key("over").text(locus.over);
  json.key("parameters").numbers(locus.parameters);
  json.key("stability").begin_array();
  for (const Stability stability : locus.stability) json.text(name(stability));
  json.end_array();
  json.key("branches").begin_array();
  for (const auto& branch : locus.branches) {
    json.begin_array();
    for (const std::complex<double>& root : branch)
      json.numbers(std::array{root.real(), root.imag()});
    json.end_array();
  }
  json.end_array();
  json.key("crossings").begin_array();
  for (const RootCrossing& one : locus.crossings) {
    json.begin_object();
    json.key("parameter").number(one.parameter);
    json.key("angular_frequency").number(one.frequency);
    json.key("to_unstable").truth(one.to_unstable);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return std::move(json).finish();
}

}  // namespace zwang
