// SPDX-License-Identifier: Apache-2.0
#include "studio/studio.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "api/drawn_results.h"
#include "api/run/choices.h"
#include "record/json_writer.h"
#include "report/heads.h"
#include "report/words/section.h"
#include "studio/rows.h"

namespace zwang::studio {

namespace {

using record::JsonWriter;

// How many characters the carets below the line mark; a power in the line itself has one.
std::int64_t marked(const Complaint& complaint) {
  std::int64_t longest = 1, run = 0;
  for (const char c : complaint.text) {
    run = c == '^' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

std::string refusal(const std::vector<Complaint>& complaints, std::string_view error) {
  JsonWriter json;
  json.begin_object().key("ok").truth(false).key("complaints").begin_array();
  for (const Complaint& complaint : complaints) {
    const auto& [line, column] = complaint.at;
    json.begin_object().key("code").text(complaint.code);
    json.key("line").integer(line).key("column").integer(column);
    json.key("end").integer(column + marked(complaint));
    json.key("what").text(complaint.what).key("hint").text(complaint.hint).end_object();
  }
  json.end_array().key("error").text(error).end_object();
  return std::move(json).finish();
}

template <class Answer>
std::string guarded(Answer answer) {
  try {
    return answer();
  } catch (const ModelError& error) {
    return refusal(error.complaints(), "");
  } catch (const std::bad_alloc&) {
    return refusal({}, "the results do not fit into the memory of the page");
  } catch (const std::exception& error) {
    return refusal({}, error.what());
  }
}

// As `zwang run`: a model that asks for nothing is run.
bool moves(const Description& description) {
  return description.simulate.has_value() || !description.extremal.has_value();
}

/// Counts decide what a model is made of: half of one more is another model, or none.
bool is_whole(const Model& model, std::size_t k) {
  const double value = model.parameter_values()[k];
  if (value != std::floor(value)) return false;
  try {
    return !model.with({{model.parameters()[k], value + 0.5}}).compiled_for().empty();
  } catch (const ModelError&) {
    return true;
  }
}

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Whether a formula uses a name.
bool uses(const std::string& formula, const std::string& name) {
  for (auto at = formula.find(name); at != std::string::npos; at = formula.find(name, at + 1)) {
    const auto end = at + name.size();
    if ((at == 0 || !in_name(formula[at - 1])) && (end == formula.size() || !in_name(formula[end])))
      return true;
  }
  return false;
}

/// Given by a number, or by a formula of numbers alone; not computed from other parameters.
bool is_given(const Description& description, const std::string& name) {
  const auto& all = description.parameters;
  const auto own = std::find_if(all.begin(), all.end(),
                                [&](const Parameter& one) { return one.name.text == name; });
  return own != all.end() && std::none_of(all.begin(), all.end(), [&](const Parameter& other) {
           return uses(own->value.text, other.name.text);
         });
}

void put_slider(const Description& description, const std::string& name, JsonWriter& json) {
  for (const Parameter& one : description.parameters) {
    if (one.name.text != name) continue;
    if (one.slider.size() == 2) {
      json.key("slider").begin_array().number(one.slider[0]).number(one.slider[1]);
      json.end_array();
    }
    if (!one.about.empty()) json.key("about").text(one.about);
  }
}

void put_choices(const Model& model, JsonWriter& json) {
  if (!moves(model.description())) return;
  const RunChoices choices = choices_of(model, {});
  json.key("duration").number(choices.plan.t_end - choices.t);
  json.key("tolerance").number(choices.plan.tolerance);
  json.key("method").text(choices.method);
}

void put_summary(const Summary& summary, JsonWriter& json) {
  json.key("ending").text(name(summary.ending)).key("message").text(summary.message);
  json.key("steps").integer(summary.steps).key("seconds").number(summary.seconds);
  json.key("tolerance").number(summary.tolerance).key("method").text(summary.method);
  json.key("residual").number(summary.max_position_residual);
  json.key("freedom").integer(static_cast<std::int64_t>(summary.freedom));
  json.key("end").begin_object().key("t").number(summary.end.t);
  json.key("q").numbers(summary.end.q).key("v").numbers(summary.end.v).end_object();
}

void put_summary(const ExtremalSummary& summary, JsonWriter& json) {
  json.key("ending").text(name(summary.ending)).key("message").text(summary.message);
  json.key("steps").integer(summary.intervals).key("seconds").number(summary.seconds);
  json.key("tolerance").number(summary.tolerance).key("method").text(summary.method);
  json.key("actions").begin_array();
  for (const ExtremalCurve& curve : summary.extremals)
    curve.action ? json.number(*curve.action) : json.null();
  json.end_array().key("verdicts").begin_array();
  for (const ExtremalCurve& curve : summary.extremals) json.text(curve.verdict);
  json.end_array();
}

}  // namespace

std::string Studio::load(std::string_view text) {
  return guarded([&] {
    model_.reset();
    if (!read_ || text != text_) {
      read_.reset();
      whole_.clear();
      text_ = text;
      read_ = read_model(text, "model.toml");
      for (std::size_t k = 0; k < read_->parameters().size(); ++k)
        whole_.push_back(is_whole(*read_, k));
    }
    model_ = settings_.empty() ? *read_ : read_->with(settings_);
    const Description& description = model_->description();
    JsonWriter json;
    json.begin_object().key("ok").truth(true).key("title").text(description.title);
    json.key("motion").truth(moves(description));
    json.key("extremals").truth(description.extremal.has_value());
    json.key("parameters").begin_array();
    for (std::size_t k = 0; k < model_->parameters().size(); ++k) {
      json.begin_object().key("name").text(model_->parameters()[k]);
      json.key("value").number(model_->parameter_values()[k]);
      json.key("written").number(read_->parameter_values()[k]);
      json.key("given").truth(is_given(description, model_->parameters()[k]));
      put_slider(description, model_->parameters()[k], json);
      json.key("whole").truth(whole_[k]).end_object();
    }
    json.end_array();
    put_choices(*model_, json);
    json.end_object();
    return std::move(json).finish();
  });
}

std::string Studio::check() const {
  return guarded([&] {
    if (!model_) return refusal({}, "no model is loaded");
    JsonWriter json;
    json.begin_object().key("ok").truth(true).members(to_json(zwang::check(*model_))).end_object();
    return std::move(json).finish();
  });
}

template <class Results>
std::string Studio::told(const Results& results, const Wish& wish) {
  DrawnResults drawing(results);
  Columns all = read_columns(*drawing.rows());
  JsonWriter json;
  json.begin_object().key("ok").truth(true);
  json.key("kind").text(wish.extremals ? "extremals" : "motion");
  put_summary(results.summary(), json);
  if (wish.hold && spring_) {
    json.key("spring").begin_object().key("stiffness").number(spring_->stiffness);
    json.key("damping").number(spring_->damping).key("mass").number(spring_->mass).end_object();
  }
  if (wish.words) json.key("words").text(report::page_words(results, "", drawing.scene().left_out));
  json.key("scene").begin_object();
  json.members(report::scene_json(all.samples, 8 * all.numbers.size(), "plain", all.heads,
                                  to_json(drawing.scene())));
  json.end_object().end_object();
  columns_ = std::move(all.numbers);
  return std::move(json).finish();
}

std::string Studio::run(const Wish& wish) {
  return guarded([&] {
    columns_.clear();
    if (!model_) return refusal({}, "no model is loaded");
    if (wish.extremals) {
      ExtremalOptions options;
      options.tolerance = wish.tolerance;
      options.method = wish.method;
      return told(find_extremals(*model_, options), wish);
    }
    RunOptions options;
    options.duration = wish.duration;
    options.tolerance = wish.tolerance;
    options.method = wish.method;
    options.error = wish.error;
    options.start = start();
    if (wish.hold) {
      spring_ = spring_of(*model_, options.start.value_or(model_->start()), *wish.hold);
      options.forces[wish.hold->on] = pull(*model_, *wish.hold, *spring_);
    }
    if (on_progress) {
      options.goes_on = [this](const Progress& progress) {
        on_progress(progress);
        return true;
      };
    }
    return told(zwang::run(*model_, options), wish);
  });
}

void Studio::unset_start() {
  start_.clear();
  start_t_.reset();
}

std::optional<State> Studio::start() const {
  if (start_.empty() && !start_t_) return {};
  State state = model_->start();
  if (start_t_) state.t = *start_t_;
  for (const auto& [name, value] : start_) assign(*model_, name, value, state);
  return state;
}

std::string Studio::drag(const Hold& hold) {
  return guarded([&] {
    columns_.clear();
    if (!model_) return refusal({}, "no model is loaded");
    const Posed posed = pose(*model_, start().value_or(model_->start()), hold);
    RunOptions options;
    options.start = posed.state;
    options.samples = 2;
    options.duration = 1e-9 * choices_of(*model_, {}).plan.t_end;
    const Trajectory shown = zwang::run(*model_, options);
    DrawnResults drawing(shown);
    Columns all = read_columns(*drawing.rows());
    JsonWriter json;
    json.begin_object().key("ok").truth(true).key("on").truth(posed.on);
    json.key("apart").number(posed.apart).key("state").begin_object();
    for (std::size_t k = 0; k < posed.state.q.size(); ++k)
      json.key(model_->coordinates()[k]).number(posed.state.q[k]);
    json.end_object().key("scene").begin_object();
    json.members(report::scene_json(all.samples, 8 * all.numbers.size(), "plain", all.heads,
                                    to_json(drawing.scene())));
    json.end_object().end_object();
    columns_ = std::move(all.numbers);
    return std::move(json).finish();
  });
}

}  // namespace zwang::studio
