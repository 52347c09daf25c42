// SPDX-License-Identifier: Apache-2.0
// What is to be found from measurements: [fit].

#include "read/questions/fit.h"

#include "base/words/fits.h"
#include "read/fill.h"
#include "read/sections.h"

namespace zwang::read {

namespace {

constexpr Form file_form = form::text("the name of a CSV file");
constexpr Form files_form = form::list(at_least_one, file_form, "files");
constexpr Form number_form = form::formula();
constexpr Form deviation_form = form::formula(positive);

constexpr Row unknown_rows[] = {
    {"guess", form::formula(), into<&FitTable::Unknown::guess>(),
     "where the search begins; default: the value in the model"},
    {"bounds", form::list(two), into<&FitTable::Unknown::bounds>(),
     "the least and the largest value that it may have"},
};
constinit const Table unknown_table =
    table_of<FitTable::Unknown>({"fit_unknown", "'unknowns'", unknown_rows});
constexpr Form unknown_form = form::table(unknown_table);

void read_settings(const Given& given, FitTable::Experiment& experiment) {
  for_each_name(given, [&](Name name, const Field& value) {
    experiment.set.emplace_back(std::move(name), read_formula(given.complaints(), value));
  });
}

constexpr Row experiment_rows[] = {
    {"data", file_form, into<&FitTable::Experiment::data>(), "its file", Need::yes,
     "data = \"run1.csv\""},
    {"set",
     {.kind = Form::Kind::labelled, .noun = "'set'", .items = &number_form},
     by<read_settings>(),
     "values of parameters that this experiment has for itself",
     Need::no,
     "",
     "`{ load = 2 }`"},
};
constinit const Table experiment_table =
    table_of<FitTable::Experiment>({"fit_experiment", "[[fit.experiments]]", experiment_rows});

void read_data(const Given& given, FitTable& fit) {
  if (given.value().kind != Kind::list) {
    fit.data.push_back(read_text(given.complaints(), given.field, file_form.noun));
    return;
  }
  for (std::size_t i = 0; i < given.value().items.size(); ++i) {
    fit.data.push_back(read_text(given.complaints(), item(given.field, i, "file"), file_form.noun));
  }
}

void read_unknowns(const Given& given, FitTable& fit) {
  for_each_name(given, [&](Name name, const Field& value) {
    if (!is_table(given.complaints(), value, "k = { guess = 40, bounds = [1, 100] }")) return;
    fit.unknowns.emplace_back(
        std::move(name),
        read_table<FitTable::Unknown>(given.context, unknown_table, *value.value, value.label));
  });
}

void read_weights(const Given& given, FitTable& fit) {
  for_each_name(given, [&](Name name, const Field& value) {
    fit.weights.emplace_back(std::move(name), read_formula(given.complaints(), value, positive));
  });
}

constexpr Row fit_rows[] = {
    {"data", form::either(file_form, files_form), by<read_data>(),
     "a CSV file with a column `t` and columns named like coordinates, rates or observables; or a "
     "list of "
     "files, one for each experiment",
     Need::one, "data = \"run1.csv\""},
    {"experiments", form::tables(experiment_table), into<&FitTable::experiments>(),
     "the same where experiments differ in parameters", Need::one},
    {"unknowns",
     {.kind = Form::Kind::labelled, .noun = "[fit.unknowns]", .items = &unknown_form},
     by<read_unknowns>(),
     "parameters, and coordinates and rates of the start, each with its `guess` and `bounds`, or "
     "`{}`",
     Need::yes,
     "unknowns = { k = { guess = 40, bounds = [1, 100] } }",
     "`{ k = { guess = 40 } }`"},
    {"weights",
     {.kind = Form::Kind::labelled, .noun = "[fit.weights]", .items = &deviation_form},
     by<read_weights>(),
     "standard deviations of measurements, by column; default: those of the residuals",
     Need::no,
     "",
     "`{ angle = 0.01 }`"},
    {"loss", form::word("loss", words::loss_words), into<&FitTable::loss>(),
     "what a residual counts; default `squares`"},
    {"tolerance", form::formula(tolerance_range), into<&FitTable::tolerance>(),
     "of the motions; default: that of `[simulate]`, at most 1e-9"},
};
constexpr Rule fit_rules[] = {{Rule::Kind::one, "data | experiments",
                               "[fit] needs 'data' or 'experiments'", "data = \"run1.csv\""}};

}  // namespace

constinit const Table fit_table = table_of<FitTable>({"fit", "[fit]", fit_rows, fit_rules});

void look_at_fit(const Given& given, Description&) {
  if (is_table_of(given, fit_table))
    read_table<FitTable>(given.context, fit_table, given.value(), "[fit]");
}

std::optional<FitTable> read_fit(std::string_view text) {
  const Tree tree = parse(text);
  if (tree.problem) return std::nullopt;
  for (std::size_t i = 0; i < tree.root.keys.size(); ++i) {
    if (tree.root.keys[i].text != "fit") continue;
    Context context;
    return read_table<FitTable>(context, fit_table, tree.root.items[i], "[fit]");
  }
  return std::nullopt;
}

}  // namespace zwang::read
