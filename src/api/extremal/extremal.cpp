// SPDX-License-Identifier: Apache-2.0
// A two-ended question from its options to its extremals.

#include <algorithm>
#include <chrono>
#include <exception>
#include <span>
#include <utility>
#include <vector>

#include "api/extremal/choices.h"
#include "api/extremal/errors.h"
#include "api/extremal/sampler.h"
#include "api/extremal/summary.h"
#include "api/run/columns.h"
#include "diagnosis/two_ends/message.h"
#include "model/model_parts.h"
#include "record/columns.h"
#include "report/words/extremal_parts.h"
#include "zwang/extremal.h"
#include "zwang/model.h"
#include "zwang/version.h"

namespace zwang {

namespace {

class ExtremalMeasures {
 public:
  /// Behind the columns that are shown, for equations with so many rows.
  ExtremalMeasures(const Model& model, std::vector<record::Column> columns, Index rows);

  /// All of them, for whoever asks first.
  record::Columns take_columns() { return std::move(columns_); }
  /// The sample that was filled last, with its measures; lives until the next call.
  std::span<const double> add_to(std::span<const double> shown, ExtremalSampler& sampler);

 private:
  bool residuals_;
  record::Columns columns_;
  std::vector<double> row_;
};

ExtremalMeasures::ExtremalMeasures(const Model& model, std::vector<record::Column> columns,
                                   Index rows)
    : residuals_(rows > 0) {
  const auto add = [&](const char* name, const char* meaning) {
    columns.push_back(our_column(model, name, meaning));
  };
  if (residuals_) {
    add("residual.position", "residual of the constraints: largest error in position");
    add("residual.velocity", "residual of the constraints: largest error in velocity");
  }
  add("residual.equation",
      "residual of the equation of motion: largest difference between the second derivative of the "
      "curve and the acceleration");
  columns_ = record::Columns(std::move(columns));
  row_.resize(columns_.count());
}

std::span<const double> ExtremalMeasures::add_to(std::span<const double> shown,
                                                 ExtremalSampler& sampler) {
  double* to = std::copy(shown.begin(), shown.end(), row_.data());
  const ExtremalResiduals left = sampler.residuals();
  if (residuals_) {
    *to++ = left.position;
    *to++ = left.velocity;
  }
  *to = left.equation;
  return row_;
}

// Numbers of samples that are kept at most: 16 GiB.
constexpr double most_in_memory = 2147483648.0;

/// What the user wants to be told. Nothing may be thrown through a search: the exception is
/// remembered, and stops it.
class Listener {
 public:
  explicit Listener(const std::function<bool(const ExtremalProgress&)>& goes_on)
      : goes_on_(goes_on) {}

  void listen(extremal::Plan& plan) {
    if (!goes_on_) return;
    plan.self = this;
    plan.goes_on = [](void* self, Index found, Index intervals) noexcept {
      return static_cast<Listener*>(self)->ask(found, intervals);
    };
  }
  /// Throws what went wrong meanwhile, and says whether the search was stopped.
  bool stopped() const {
    if (wrong_) std::rethrow_exception(wrong_);
    return stopped_;
  }

 private:
  bool ask(Index found, Index intervals) noexcept {
    try {
      stopped_ = stopped_ || !goes_on_({found, intervals});
    } catch (...) {
      wrong_ = std::current_exception();
      stopped_ = true;
    }
    return !stopped_;
  }

  const std::function<bool(const ExtremalProgress&)>& goes_on_;
  std::exception_ptr wrong_;
  bool stopped_ = false;
};

record::Identity identity_of(const Model& model, const ExtremalChoices& choices) {
  record::Identity identity;
  identity.version = version();
  identity.title = model.description().title;
  identity.model = model.description().source;
  identity.model_hash = model.parts().fingerprint;
  identity.method = in_words(choices);
  for (std::size_t k = 0; k < model.parameters().size(); ++k) {
    identity.parameters.push_back({model.parameters()[k], model.parameter_values()[k]});
  }
  return identity;
}

// Whether there is a free motion where the first extremal begins.
bool is_regular(const extremal::Answer& answer, ExtremalSampler& sampler) {
  if (answer.found.empty()) return true;
  sampler.take(answer.found.front());
  return sampler.instant(0).free_motion();
}

// A lone sample is the end.
double tau_of(long sample, long samples) {
  if (sample + 1 >= samples) return 1;
  return static_cast<double>(sample) / static_cast<double>(samples - 1);
}

/// The rows, and how many of their columns are shown.
struct Sampled {
  record::Table table;
  Index shown;
};

Sampled sample_all(const Model& model, const ExtremalChoices& choices,
                   const extremal::Answer& answer, ExtremalSampler& sampler) {
  const equations::Equations& equations = model.parts().extremal().equations;
  const auto observables = static_cast<Index>(model.observables().size());
  const ExtremalLayout layout =
      extremal_layout(equations, observables, choices.plan.all > 1, is_regular(answer, sampler));
  const auto rows = static_cast<Index>(answer.found.size()) * choices.samples;
  if (static_cast<double>(rows) * static_cast<double>(layout.width) > most_in_memory) {
    throw InputError("samples", std::to_string(rows) + " of " + std::to_string(layout.width) +
                                    " numbers do not fit in memory");
  }
  ExtremalMeasures measures(model, name_columns(model, equations, layout), equations.m);
  record::Table table({identity_of(model, choices), measures.take_columns()}, rows);
  table.prepare(rows);
  std::vector<double> row(layout.width);
  for (std::size_t k = 0; k < answer.found.size(); ++k) {
    sampler.take(answer.found[k]);
    if (layout.number != motion::not_there) {
      row[layout.number] = static_cast<double>(k + 1);
    }
    for (long i = 0; i < choices.samples; ++i) {
      sampler.fill(tau_of(i, choices.samples), layout, row.data());
      table.append(measures.add_to(row, sampler));
    }
  }
  return {std::move(table), layout.width};
}

// Ranges of arguments below this have no layers that a mesh would not see.
constexpr double steep = 50;

// Where layers are too narrow to be found between the points of a mesh: the same question with wider ones,
// followed to those that are meant; and from what that finds, the question as it is.
extremal::Answer search(const Model& model, const extremal::Plan& plan) {
  const equations::Equations& equations = model.parts().extremal().equations;
  extremal::Answer answer = extremal::find(equations, plan);
  const bool narrow = answer.failure == extremal::Failure::too_fine ||
                      answer.failure == extremal::Failure::not_found;
  if (!narrow || !answer.found.empty() || answer.steepest < steep || !plan.follow.empty())
    return answer;
  const compile::Compiled soft = model.parts().source.lower({.extremal = true, .soft = true});
  if (!soft.diagnostics.empty()) return answer;
  extremal::Plan wide = plan;
  wide.all = 1;
  wide.verdict = wide.cross_check = false;
  for (const double reach : {10.0, 30.0, 3.0}) {
    const double first = reach / answer.steepest;
    const auto steepness = static_cast<Index>(soft.equations.parameters.size()) - 1;
    wide.follow = {{steepness, first}};
    const extremal::Answer followed = extremal::find(soft.equations, wide);
    if (followed.failure == extremal::Failure::interrupted) break;
    if (followed.found.empty()) continue;
    extremal::Plan again = plan;
    again.first = followed.found.front().curve;
    extremal::Answer second = extremal::find(equations, again);
    if (!second.found.empty()) return second;
  }
  return answer;
}

}  // namespace

Extremals find_extremals(const Model& model, const ExtremalOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  ExtremalChoices choices = extremal_choices(model, options);
  Listener listener(options.goes_on);
  listener.listen(choices.plan);
  const equations::Equations& equations = model.parts().extremal().equations;
  extremal::Answer answer = search(model, choices.plan);
  // Extremals that were found before do not make a search complete.
  if (listener.stopped()) answer.failure = extremal::Failure::interrupted;

  ExtremalSampler sampler(equations);
  ExtremalSummary summary = summarise(model, choices, answer, sampler);
  if (options.error && answer.failure != extremal::Failure::interrupted)
    estimate_errors(equations, choices.plan, answer, sampler, summary);
  summary.message = diagnosis::message_of(model, summary, answer);
  Sampled sampled = sample_all(model, choices, answer, sampler);
  const auto end = std::chrono::steady_clock::now();
  summary.seconds = std::chrono::duration<double>(end - begin).count();

  auto parts = std::make_shared<Extremals::Parts>(Extremals::Parts{
      {.heading = sampled.table.heading()}, model, std::move(summary), sampler.uses()});
  for (Index k = 0; k < sampled.shown; ++k)
    parts->columns.push_back(parts->heading.columns[k].name);
  parts->rows = static_cast<std::size_t>(sampled.table.rows());
  parts->table = std::move(sampled.table);
  return Extremals(std::move(parts));
}

}  // namespace zwang
