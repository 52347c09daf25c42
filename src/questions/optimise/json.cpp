// SPDX-License-Identifier: Apache-2.0
#include "record/json_writer.h"
#include "zwang/optimise.h"

namespace zwang {

namespace {

void tell(record::JsonWriter& json, const LocalOptimum& one, const Optimise& asked) {
  json.key("value").number(one.value);
  json.key("at").begin_object();
  for (std::size_t k = 0; k < one.at.size(); ++k) json.key(asked.vary[k].name).number(one.at[k]);
  json.end_object();
  json.key("subject").begin_object();
  for (std::size_t k = 0; k < one.subject.size(); ++k)
    json.key(asked.subject[k]).number(one.subject[k]);
  json.end_object();
  json.key("met").truth(one.met).key("converged").truth(one.converged);
}

}  // namespace

std::string to_json(const Optimum& optimum, const Optimise& asked, const Model& model) {
  record::JsonWriter json;
  json.begin_object();
  json.key("model").text(model.description().source);
  json.key("title").text(model.description().title);
  json.key(asked.maximise ? "maximise" : "minimise").text(asked.formula);
  json.key("problem").text(optimum.problem).key("message").text(optimum.text);
  json.key("runs").integer(optimum.runs);
  if (!optimum.searches.empty()) tell(json, optimum.best, asked);
  json.key("searches").begin_array();
  for (const LocalOptimum& one : optimum.searches) {
    json.begin_object();
    tell(json, one, asked);
    json.end_object();
  }
  json.end_array().end_object();
  return std::move(json).finish();
}

}  // namespace zwang
