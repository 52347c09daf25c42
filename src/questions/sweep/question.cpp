// SPDX-License-Identifier: Apache-2.0
#include "questions/sweep/question.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "api/model_error.h"
#include "assemble/laws/reduction_calls.h"
#include "base/diagnostic.h"
#include "base/words/sweeps.h"
#include "model/model_parts.h"
#include "scope/code.h"
#include "zwang/units.h"

namespace zwang {

namespace {

constexpr const char* reductions =
    "end, start, max, min, mean, rms, range, integral, when_max or when_min of a formula; first, "
    "last or count of an event";

/// Numbers of the table, at the values of the model.
class Reader {
 public:
  explicit Reader(const Model& model) : model_(model) {}

  double number(const Expression& expression) {
    char* end = nullptr;
    const double plain = std::strtod(expression.text.c_str(), &end);
    if (end != expression.text.c_str() && *end == '\0') return plain;
    return model_.parts().source.number(expression, wrong_).value_or(0);
  }

  std::vector<double> numbers(const Components& expressions) {
    std::vector<double> numbers;
    for (const Expression& one : expressions) numbers.push_back(number(one));
    return numbers;
  }

  /// Those of what is called `name`, which may be in other units than theirs.
  void check_units(const std::string& name, const Components& expressions) {
    for (const Expression& one : expressions) {
      const std::string wrong = unit_misfit(model_, name, one.text);
      if (!wrong.empty()) complain(one.at, wrong);
    }
  }

  void complain(const Location& at, std::string what, std::string hint = {}) {
    complaints_.push_back(complaint_at(model_.description(), compile::code::range, at,
                                       std::move(what), std::move(hint)));
  }

  void check() const {
    const Description& description = model_.description();
    if (!wrong_.empty())
      throw ModelError(complaints_of(wrong_, description.text, description.source));
    if (!complaints_.empty()) throw ModelError(complaints_);
  }

 private:
  const Model& model_;
  std::vector<Diagnostic> wrong_;
  std::vector<Complaint> complaints_;
};

Variation variation_of(Reader& reader, const Name& name, const SweepSpread& spread) {
  using Kind = Variation::Kind;
  for (const Components* const all : {&spread.uniform, &spread.values, &spread.normal})
    reader.check_units(name.text, *all);
  if (!spread.even.empty())
    reader.check_units(name.text, {spread.even.begin(), spread.even.begin() + 2});
  if (!spread.uniform.empty()) return {name.text, Kind::uniform, reader.numbers(spread.uniform)};
  if (!spread.values.empty()) return {name.text, Kind::values, reader.numbers(spread.values)};
  if (!spread.normal.empty()) {
    Variation normal{name.text, Kind::normal, reader.numbers(spread.normal)};
    if (!(normal.numbers[1] >= 0)) reader.complain(spread.at, "a deviation cannot be negative");
    return normal;
  }
  Variation values{name.text, Kind::values, {}};
  const std::vector<double> even = reader.numbers(spread.even);
  const bool good =
      even.size() == 3 && even[2] >= 1 && even[2] == std::floor(even[2]) && even[2] <= 1e7;
  if (!good) {
    reader.complain(spread.at, "'even' is from, to, and a whole number of values");
    values.numbers = {0};
    return values;
  }
  for (double k = 0; k < even[2]; ++k)
    values.numbers.push_back(k + 1 < even[2] || even[2] == 1
                                 ? even[0] + (even[1] - even[0]) * k / std::max(even[2] - 1, 1.0)
                                 : even[1]);
  return values;
}

// A heading of names, and a line of numbers for each run.
std::vector<Variation> read_list(const Model& model, const Expression& list, Reader& reader) {
  const auto path = std::filesystem::path(model.description().source).parent_path() / list.text;
  std::ifstream in(path);
  std::vector<Variation> columns;
  if (!in) {
    reader.complain(list.at, "the file '" + path.string() + "' cannot be read");
    return columns;
  }
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    std::istringstream cells(line);
    std::string cell;
    std::size_t column = 0;
    for (; std::getline(cells, cell, ','); ++column) {
      if (number == 1) {
        const std::size_t begin = cell.find_first_not_of(" \""), end = cell.find_last_not_of(" \"");
        columns.push_back({begin == std::string::npos ? "" : cell.substr(begin, end - begin + 1),
                           Variation::Kind::values,
                           {}});
        continue;
      }
      char* stop = nullptr;
      const double x = std::strtod(cell.c_str(), &stop);
      if (column < columns.size() && stop != cell.c_str() && std::isfinite(x))
        columns[column].numbers.push_back(x);
    }
    const auto whole = [&](const Variation& one) {
      return one.numbers.size() == columns[0].numbers.size();
    };
    if (column == columns.size() && std::all_of(columns.begin(), columns.end(), whole)) continue;
    reader.complain(list.at, path.string() + ", line " + std::to_string(number) + ": expected " +
                                 std::to_string(columns.size()) + " numbers");
    break;
  }
  return columns;
}

// Parameters whose true value is not known exactly, from the least to the greatest that it may be.
std::vector<Variation> tolerances_of(const Model& model, Reader& reader) {
  std::vector<Variation> found;
  const Description& description = model.description();
  for (std::size_t k = 0; k < description.parameters.size(); ++k) {
    const Parameter& one = description.parameters[k];
    if (!one.plus_minus.given()) continue;
    const auto place =
        std::find(model.parameters().begin(), model.parameters().end(), one.name.text);
    if (place == model.parameters().end()) continue;
    const double x =
        model.parameter_values()[static_cast<std::size_t>(place - model.parameters().begin())];
    const double plus_minus = reader.number(one.plus_minus);
    if (!(plus_minus >= 0)) reader.complain(one.plus_minus.at, "'plus_minus' must be 0 or greater");
    if (plus_minus > 0)
      found.push_back({one.name.text, Variation::Kind::uniform, {x - plus_minus, x + plus_minus}});
  }
  return found;
}

std::vector<std::string> names_that_vary(const Model& model) {
  std::vector<std::string> names = model.parameters();
  names.insert(names.end(), model.coordinates().begin(), model.coordinates().end());
  names.insert(names.end(), model.rates().begin(), model.rates().end());
  return names;
}

}  // namespace

std::optional<Sweep> asked_sweep(const Model& model) {
  const std::optional<SweepQuestion>& table = model.description().sweep;
  Reader reader(model);
  Sweep sweep;
  if (!table) {
    sweep.vary = tolerances_of(model, reader);
    sweep.scheme = "tolerances";
    reader.check();
    return sweep.vary.empty() ? std::nullopt : std::optional(sweep);
  }
  if (table->runs.given()) sweep.runs = static_cast<long>(reader.number(table->runs));
  if (table->seed.given()) sweep.seed = static_cast<std::uint64_t>(reader.number(table->seed));
  if (table->time_limit.given()) sweep.time_limit = reader.number(table->time_limit);
  if (table->step_limit.given())
    sweep.step_limit = static_cast<long>(reader.number(table->step_limit));
  for (const auto& [name, spread] : table->vary)
    sweep.vary.push_back(variation_of(reader, name, spread));
  if (table->list.given()) sweep.vary = read_list(model, table->list, reader);
  const bool tolerances = table->vary.empty() && !table->list.given();
  if (tolerances) {
    sweep.vary = tolerances_of(model, reader);
    if (sweep.vary.empty())
      reader.complain(table->at, "[sweep] needs 'vary' or 'list', or parameters with 'plus_minus'",
                      "vary = { l = { uniform = [0.9, 1.1] } }");
  }
  for (const auto& [name, formula] : table->watch)
    sweep.watch.push_back({name.text, formula.text, formula.at});
  const bool all_values =
      std::all_of(sweep.vary.begin(), sweep.vary.end(),
                  [](const Variation& one) { return one.kind == Variation::Kind::values; });
  sweep.scheme = table->list.given()           ? "list"
                 : !table->scheme.text.empty() ? table->scheme.text
                 : tolerances                  ? "tolerances"
                 : all_values                  ? "grid"
                                               : "sobol";
  reader.check();
  return sweep;
}

ensemble::Plan plan_of(const Model& model, const Sweep& sweep) {
  ensemble::Plan plan;
  const auto* const word =
      std::find_if(std::begin(words::scheme_words), std::end(words::scheme_words),
                   [&](const words::Word& one) { return one.word == sweep.scheme; });
  if (word == std::end(words::scheme_words))
    throw InputError("scheme", "is '" + sweep.scheme + "', which is none");
  plan.scheme = static_cast<ensemble::Scheme>(word->value);
  plan.seed = sweep.seed;
  if (sweep.runs < 0) throw InputError("runs", "cannot be negative");
  plan.runs = static_cast<std::uint64_t>(sweep.runs);
  const std::vector<std::string> known = names_that_vary(model);
  for (std::size_t k = 0; k < sweep.vary.size(); ++k) {
    const Variation& one = sweep.vary[k];
    if (std::find(known.begin(), known.end(), one.name) == known.end()) {
      const std::string_view near = nearest(one.name, known);
      throw InputError("vary",
                       "'" + one.name + "' is neither a parameter nor a coordinate or rate" +
                           (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?"));
    }
    for (std::size_t i = 0; i < k; ++i) {
      if (sweep.vary[i].name == one.name)
        throw InputError("vary", "'" + one.name + "' varies twice");
    }
    const auto finite = [](double x) { return std::isfinite(x); };
    const bool pair = one.kind == Variation::Kind::values || one.numbers.size() == 2;
    if (!pair || !std::all_of(one.numbers.begin(), one.numbers.end(), finite))
      throw InputError("vary", "'" + one.name + "' needs finite numbers");
    plan.spreads.push_back({static_cast<ensemble::Spread::Kind>(one.kind), one.numbers});
  }
  const std::string wrong = settle(plan);
  if (!wrong.empty()) throw InputError("sweep", wrong);
  return plan;
}

long runs_of(const Model& model, const Sweep& sweep) {
  return static_cast<long>(plan_of(model, sweep).runs);
}

SweepSample sample_of(const Model& model, const Sweep& sweep, const ensemble::Plan& plan,
                      long run) {
  SweepSample sample;
  sample.numbers = numbers_of(plan, static_cast<std::uint64_t>(run - 1));
  const std::vector<std::string>& parameters = model.parameters();
  for (std::size_t k = 0; k < sweep.vary.size(); ++k) {
    const std::string& name = sweep.vary[k].name;
    if (std::find(parameters.begin(), parameters.end(), name) != parameters.end())
      sample.settings[name] = sample.numbers[k];
  }
  if (sample.settings.size() == sweep.vary.size()) return sample;
  // The start may depend on the parameters.
  sample.start = sample.settings.empty() ? model.start() : model.with(sample.settings).start();
  for (std::size_t k = 0; k < sweep.vary.size(); ++k) {
    if (!sample.settings.contains(sweep.vary[k].name))
      assign(model, sweep.vary[k].name, sample.numbers[k], *sample.start);
  }
  return sample;
}

SweepSample sample_of(const Model& model, const Sweep& sweep, long run) {
  const ensemble::Plan plan = plan_of(model, sweep);
  if (run < 1 || static_cast<std::uint64_t>(run) > plan.runs) {
    throw InputError("run", "is " + std::to_string(run) + "; runs are numbered from 1 to " +
                                std::to_string(plan.runs));
  }
  return sample_of(model, sweep, plan, run);
}

std::vector<Watch> watches_of(const Model& model, const Sweep& sweep) {
  std::vector<Watch> watches = sweep.watch;
  std::vector<Complaint> wrong;
  for (const Watch& watch : watches) {
    if (!compile::reduction_calls(watch.formula).empty()) continue;
    wrong.push_back(complaint_at(model.description(), compile::code::range, watch.at,
                                 "'" + watch.name + "' is not one number of a run", reductions));
  }
  if (!wrong.empty()) throw ModelError(std::move(wrong));
  if (!watches.empty()) return watches;
  for (const std::string& name : model.observables()) watches.push_back({name, "", {}});
  for (const compile::RunFormula& formula : model.parts().source.motion().names.run_formulas)
    watches.push_back({formula.name, "", {}});
  return watches;
}

}  // namespace zwang
