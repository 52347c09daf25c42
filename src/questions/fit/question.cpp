// SPDX-License-Identifier: Apache-2.0
#include "questions/fit/question.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "api/model_error.h"
#include "api/unit_check.h"
#include "base/diagnostic.h"
#include "base/words/fits.h"
#include "diagnosis/words.h"
#include "model/model_parts.h"
#include "questions/fit/data.h"
#include "read/questions/fit.h"
#include "scope/code.h"

namespace zwang {

namespace {

using Kind = StartMove::Kind;

/// Numbers of [fit], at the values of the model.
class Numbers {
 public:
  explicit Numbers(const Model& model) : model_(model) {}
  double operator()(const Expression& expression) {
    const auto value = model_.parts().source.number(expression, wrong_);
    const Description& description = model_.description();
    if (!wrong_.empty())
      throw ModelError(complaints_of(wrong_, description.text, description.source));
    return value.value_or(0);
  }

 private:
  const Model& model_;
  std::vector<Diagnostic> wrong_;
};

/// All that was asked, wherever it was; and where, for complaints.
struct Asked {
  const Model& model;
  std::vector<FitData> data = {};
  std::vector<FitUnknown> unknowns = {};
  std::map<std::string, double> weights = {};
  std::string loss = "squares";
  double tolerance = 0;
  std::map<std::string, Location> places = {};  // of unknowns and weights of the model

  [[noreturn]] void refuse(const char* argument, const std::string& name, const std::string& what,
                           const std::string& hint = {}) const {
    const auto place = places.find(name);
    if (place == places.end()) throw InputError(argument, hint.empty() ? what : what + "; " + hint);
    throw ModelError(
        {complaint_at(model.description(), compile::code::range, place->second, what, hint)});
  }
};

void read_table(const Model& model, const FitOptions& options, Asked& asked) {
  const auto table = read::read_fit(model.description().text);
  if (!table) return;
  Numbers number(model);
  const auto folder = std::filesystem::path(model.description().source).parent_path();
  const auto file = [&](const Expression& name) { return (folder / name.text).string(); };
  if (!options.data) {
    for (const Expression& name : table->data) asked.data.emplace_back().file = file(name);
    for (const auto& experiment : table->experiments) {
      FitData& data = asked.data.emplace_back();
      data.file = file(experiment.data);
      for (const auto& [name, value] : experiment.set) data.set[name.text] = number(value);
    }
  }
  for (const auto& [name, unknown] : table->unknowns) {
    if (options.unknowns) break;
    FitUnknown& one = asked.unknowns.emplace_back();
    one.name = name.text;
    asked.places[name.text] = name.at;
    check_unit(model, "unknowns", name.text, unknown.guess);
    for (const Expression& bound : unknown.bounds) check_unit(model, "unknowns", name.text, bound);
    if (unknown.guess.given()) one.guess = number(unknown.guess);
    if (unknown.bounds.empty()) continue;
    one.lower = number(unknown.bounds[0]);
    one.upper = number(unknown.bounds[1]);
  }
  for (const auto& [name, deviation] : table->weights) {
    if (options.weights) break;
    check_unit(model, "weights", name.text, deviation);
    asked.weights[name.text] = number(deviation);
    asked.places[name.text] = name.at;
  }
  if (!table->loss.text.empty()) asked.loss = table->loss.text;
  if (table->tolerance.given()) asked.tolerance = number(table->tolerance);
}

Asked gather(const Model& model, const FitOptions& options) {
  Asked asked{model};
  read_table(model, options, asked);
  if (options.data) asked.data = *options.data;
  if (options.unknowns) asked.unknowns = *options.unknowns;
  if (options.weights) asked.weights = *options.weights;
  if (options.loss) asked.loss = *options.loss;
  if (options.tolerance) asked.tolerance = *options.tolerance;
  if (asked.data.empty())
    throw InputError("data", "there is none: name a CSV file, in [fit] or in the call");
  if (asked.unknowns.empty())
    throw InputError("unknowns", "there are none: name parameters, or coordinates of the start");
  return asked;
}

std::string advice(const std::string& name, const std::vector<std::string>& known) {
  const std::string_view near = nearest(name, known);
  return near.empty() ? "" : "did you mean '" + std::string(near) + "'?";
}

template <class List>
std::ptrdiff_t place_in(const List& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : found - names.begin();
}

StartMove find_move(const Asked& asked, const std::string& name) {
  const Model& model = asked.model;
  if (const auto k = place_in(model.parameters(), name); k >= 0) return {name, Kind::parameter, k};
  const bool rate = name.ends_with('\'');
  const auto i = place_in(model.coordinates(), name.substr(0, name.size() - rate));
  const bool first_order = model.parts().equations().order == 1;
  if (i >= 0 && !(rate && first_order)) return {name, rate ? Kind::rate : Kind::coordinate, i};
  std::vector<std::string> known = model.parameters();
  for (const std::string& coordinate : model.coordinates()) {
    known.push_back(coordinate);
    if (!first_order) known.push_back(coordinate + "'");
  }
  asked.refuse("unknowns", name,
               "'" + name + "' is neither a parameter nor a coordinate or rate of the start",
               advice(name, known));
}

std::optional<FitOutput> find_output(const Model& model, const std::string& name) {
  using enum FitOutput::Kind;
  const auto found = [](std::ptrdiff_t k) { return static_cast<std::size_t>(k); };
  if (const auto k = place_in(model.observables(), name); k >= 0)
    return FitOutput{observable, found(k)};
  if (const auto k = place_in(model.coordinates(), name); k >= 0)
    return FitOutput{coordinate, found(k)};
  if (name.ends_with('\'')) {
    const auto k = place_in(model.coordinates(), name.substr(0, name.size() - 1));
    if (k >= 0) return FitOutput{rate, found(k)};
  }
  if (const auto k = place_in(model.rates(), name); k >= 0) return FitOutput{shown_rate, found(k)};
  return std::nullopt;
}

std::vector<std::string> measurable(const Model& model) {
  std::vector<std::string> names = model.observables();
  names.insert(names.end(), model.coordinates().begin(), model.coordinates().end());
  names.insert(names.end(), model.rates().begin(), model.rates().end());
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k) text += (k > 0 ? ", '" : "'") + names[k] + "'";
  return text;
}

MeasuredTable table_of(const Asked& asked, const FitData& data) {
  if (!data.file.empty()) return read_measurements(data.file, asked.model.description().time.text);
  MeasuredTable table;
  table.t = data.t;
  for (const auto& [name, column] : data.columns) {
    if (column.size() != data.t.size()) {
      throw InputError("data", "the column '" + name + "' has " + std::to_string(column.size()) +
                                   " numbers for " + std::to_string(data.t.size()) + " times");
    }
    for (const double x : column) {
      if (std::isinf(x)) throw InputError("data", "the column '" + name + "' is not finite");
    }
    table.names.push_back(name);
    table.columns.push_back(column);
  }
  if (data.t.empty()) throw InputError("data", "there are no times");
  for (std::size_t k = 0; k < data.t.size(); ++k) {
    if (!std::isfinite(data.t[k]) || (k > 0 && data.t[k] < data.t[k - 1]))
      throw InputError("data", "times must be finite and must not go backwards");
  }
  return table;
}

std::string name_of(const FitData& data, std::size_t number) {
  return data.file.empty() ? "experiment " + std::to_string(number)
                           : "the file '" + data.file + "'";
}

FitExperiment experiment_of(const Asked& asked, const FitData& data, std::size_t number,
                            FitWish& wish) {
  FitExperiment experiment{
      data.set.empty() ? asked.model : asked.model.with(data.set), {}, {}, {}, {}, {}};
  const MeasuredTable table = table_of(asked, data);
  const double begins = experiment.model.start().t;
  if (table.t.front() < begins - 1e-12 * std::abs(begins)) {
    throw InputError("data",
                     name_of(data, number) +
                         " begins at t = " + diagnosis::short_number(table.t.front()) +
                         ", before the motion does, at t = " + diagnosis::short_number(begins));
  }
  // Several measurements at one time are as many rows of their own.
  experiment.times = table.t;
  std::vector<std::string> ignored;
  for (std::size_t k = 0; k < table.names.size(); ++k) {
    const auto output = find_output(experiment.model, table.names[k]);
    if (!output) {
      ignored.push_back(table.names[k]);
      continue;
    }
    const auto count = std::count_if(table.columns[k].begin(), table.columns[k].end(),
                                     [](double x) { return std::isfinite(x); });
    if (count == 0) continue;
    wish.measurements += static_cast<std::size_t>(count);
    experiment.names.push_back(table.names[k]);
    experiment.outputs.push_back(*output);
    experiment.measured.push_back(table.columns[k]);
  }
  if (experiment.names.empty() && ignored.empty())
    throw InputError(
        "data", name_of(data, number) + " has no measurements: all of its cells are empty or NaN");
  if (experiment.names.empty()) {
    throw InputError("data",
                     name_of(data, number) + " has the columns " + listed(ignored) +
                         ", none of which is a coordinate, rate or observable of the model" +
                         (advice(ignored.front(), measurable(experiment.model)).empty()
                              ? ""
                              : "; " + advice(ignored.front(), measurable(experiment.model))));
  }
  if (!ignored.empty()) {
    wish.notes.push_back("Of " + name_of(data, number) + " the model knows nothing called " +
                         listed(ignored) + ".");
  }
  return experiment;
}

void add_sought(const Asked& asked, const FitUnknown& unknown, FitWish& wish) {
  const StartMove move = find_move(asked, unknown.name);
  for (const FitSought& other : wish.sought) {
    if (other.move.name == move.name)
      asked.refuse("unknowns", move.name, "'" + move.name + "' is listed twice");
  }
  if (!(unknown.lower < unknown.upper))
    asked.refuse("unknowns", move.name, "the bounds of '" + move.name + "' must be in order");
  const bool shared = move.kind == Kind::parameter;
  for (std::size_t e = 1; e <= (shared ? 1 : wish.experiments.size()); ++e) {
    const Model& model = wish.experiments[e - 1].model;
    const auto at = static_cast<std::size_t>(move.number);
    const double own = shared                          ? asked.model.parameter_values()[at]
                       : move.kind == Kind::coordinate ? model.start().q[at]
                                                       : model.start().v[at];
    const double guess = unknown.guess.value_or(own);
    if (!std::isfinite(guess))
      asked.refuse("unknowns", move.name, "the guess of '" + move.name + "' is not finite");
    if (guess < unknown.lower || guess > unknown.upper)
      asked.refuse("unknowns", move.name,
                   "the guess of '" + move.name + "', " + diagnosis::short_number(guess) +
                       ", is not within its bounds");
    wish.sought.push_back({move, shared ? 0 : e, guess, unknown.lower, unknown.upper});
  }
}

void check(const Asked& asked, const FitWish& wish) {
  std::set<std::string> measured;
  for (const FitExperiment& experiment : wish.experiments)
    measured.insert(experiment.names.begin(), experiment.names.end());
  const std::vector<std::string> known(measured.begin(), measured.end());
  bool all_weighed = true;
  for (const auto& [name, deviation] : wish.weights) {
    if (!measured.contains(name))
      asked.refuse("weights", name,
                   "'" + name + "' has a weight, but no column of the data is called so",
                   advice(name, known));
    if (!(deviation > 0) || !std::isfinite(deviation))
      asked.refuse("weights", name, "the deviation of '" + name + "' must be positive");
  }
  for (const std::string& name : known) all_weighed = all_weighed && wish.weights.contains(name);
  const std::size_t needed = wish.sought.size() + (all_weighed ? 0 : 1);
  if (wish.measurements < needed) {
    const std::size_t unknowns = wish.sought.size(), have = wish.measurements;
    throw InputError("data",
                     "at least " + std::to_string(needed) + " measurements are needed for " +
                         std::to_string(unknowns) + (unknowns == 1 ? " unknown" : " unknowns") +
                         (all_weighed ? "" : " and the deviations of the measurements") +
                         (have == 1 ? "; there is only 1" : "; there are " + std::to_string(have)));
  }
  for (std::size_t e = 0; e < asked.data.size(); ++e) {
    for (const auto& setting : asked.data[e].set) {
      const std::string& name = setting.first;
      const bool sought = std::any_of(wish.sought.begin(), wish.sought.end(),
                                      [&](const FitSought& one) { return one.move.name == name; });
      if (sought)
        throw InputError("set", "'" + name + "' is unknown, so that no experiment can set it");
    }
  }
}

}  // namespace

FitWish fit_wish(const Model& model, const FitOptions& options) {
  const Asked asked = gather(model, options);
  FitWish wish;
  const words::Word* loss = nullptr;
  for (const words::Word& word : words::loss_words) loss = word.word == asked.loss ? &word : loss;
  if (!loss)
    throw InputError("loss", "is '" + asked.loss + "'; it must be 'squares', 'huber' or 'cauchy'");
  wish.loss = static_cast<estimate::Loss>(loss->value);
  const auto& numbers = model.parts().source.motion().simulation;
  const double own = numbers && numbers->tolerance > 0 ? numbers->tolerance : 1e-9;
  wish.tolerance = asked.tolerance > 0 ? asked.tolerance : std::min(own, 1e-9);
  wish.weights = asked.weights;
  for (const FitData& data : asked.data)
    wish.experiments.push_back(experiment_of(asked, data, wish.experiments.size() + 1, wish));
  for (const FitUnknown& unknown : asked.unknowns) add_sought(asked, unknown, wish);
  for (std::size_t k = 0; k < wish.sought.size(); ++k) {
    for (std::size_t e = 0; e < wish.experiments.size(); ++e) {
      const std::size_t own_experiment = wish.sought[k].experiment;
      if (own_experiment == 0 || own_experiment == e + 1) wish.experiments[e].sought.push_back(k);
    }
  }
  check(asked, wish);
  return wish;
}

}  // namespace zwang
