// SPDX-License-Identifier: Apache-2.0
#include "api/run/sensitivity.h"

#include <algorithm>
#include <exception>

#include "api/model_error.h"
#include "diagnosis/words.h"
#include "instant/mode.h"
#include "model/model_parts.h"
#include "model/states.h"
#include "scope/code.h"
#include "sensitivity/sensitivity.h"

namespace zwang {

namespace {

using Kind = StartMove::Kind;

/// Who asked: the call or the model; a refusal goes to the one who did.
struct Asked {
  const Model& model;
  bool by_call;
  std::vector<zwang::Name> names;

  [[noreturn]] void refuse(const zwang::Name& name, const std::string& what,
                           const std::string& hint) const {
    if (by_call) throw InputError("sensitivity", hint.empty() ? what : what + "; " + hint);
    throw ModelError(
        {complaint_at(model.description(), compile::code::no_sensitivity, name.at, what, hint)});
  }
};

Asked asked_names(const Model& model, const RunOptions& options) {
  Asked asked{model, !options.sensitivity.empty(), {}};
  for (const std::string& name : options.sensitivity) asked.names.push_back(zwang::Name(name));
  const auto& simulate = model.description().simulate;
  if (!asked.by_call && simulate) asked.names = simulate->sensitivity;
  return asked;
}

/// The place of a name in a list, or −1.
Index place_of(const std::string& name, const std::vector<std::string>& names) {
  const auto at = std::find(names.begin(), names.end(), name);
  return at == names.end() ? -1 : static_cast<Index>(at - names.begin());
}

[[noreturn]] void refuse_unknown(const Asked& asked, const zwang::Name& name) {
  std::vector<std::string> known = asked.model.parameters();
  for (const std::string& coordinate : asked.model.coordinates()) {
    known.push_back(coordinate);
    known.push_back(coordinate + "'");
  }
  const std::string_view near = nearest(name.text, known);
  asked.refuse(name, "'" + name.text + "' is neither a parameter nor a coordinate nor a rate",
               near.empty() ? "" : "did you mean '" + std::string(near) + "'?");
}

StartMove find(const Asked& asked, const zwang::Name& name) {
  const std::string& text = name.text;
  if (const Index k = place_of(text, asked.model.parameters()); k >= 0) {
    return {text, Kind::parameter, k};
  }
  const bool rate = text.ends_with('\'');
  const Index i = place_of(text.substr(0, text.size() - rate), asked.model.coordinates());
  if (i < 0) refuse_unknown(asked, name);
  if (rate && asked.model.parts().equations().order == 1) {
    asked.refuse(name,
                 "in a first-order system rates are not start values, so '" + text + "' is not one",
                 "");
  }
  return {text, rate ? Kind::rate : Kind::coordinate, i};
}

std::string in_words(motion::NoSensitivity why, Index n) {
  switch (why) {
    case motion::NoSensitivity::none:
      break;
    case motion::NoSensitivity::contacts:
      return "sensitivities are not available with contacts and impacts";
    case motion::NoSensitivity::friction:
      return "sensitivities are not available with friction that sticks and slips";
    case motion::NoSensitivity::nonideal_forces:
      return "sensitivities are not available with non-ideal forces";
    case motion::NoSensitivity::servo_constraints:
      return "sensitivities are not available with servo constraints";
    case motion::NoSensitivity::acting_events:
      return "sensitivities are not available with events that change or end the motion";
    case motion::NoSensitivity::too_many_coordinates:
      return "sensitivities are available for up to " +
             std::to_string(motion::most_sensitive_coordinates) + " coordinates; this model has " +
             std::to_string(n);
  }
  return "";
}

void check_model(const Asked& asked) {
  const equations::Equations& equations = asked.model.parts().equations();
  if (instant::has_switches(equations)) {
    asked.refuse(asked.names.front(),
                 "sensitivities are not available with forces that change with a condition or a "
                 "sign of the state (if, sign)",
                 "use a smooth function, as tanh");
  }
  const motion::NoSensitivity why = motion::why_no_sensitivity(equations);
  if (why == motion::NoSensitivity::none) return;
  asked.refuse(asked.names.front(), in_words(why, equations.n), "");
}

/// The column of each name, in the order of the names: parameters come first.
std::vector<std::size_t> columns_of(const SensitivityWish& wish) {
  std::vector<std::size_t> columns;
  std::size_t parameter = 0, other = wish.compiled.equations.sensitivity.parameters.size();
  for (const StartMove& name : wish.names) {
    columns.push_back(name.kind == Kind::parameter ? parameter++ : other++);
  }
  return columns;
}

// Whether the start is as it was given, to the digits that data have. Else it has another derivative
// than the formulas it was given by, even along the constraints.
bool is_as_given(const RunChoices& choices, const Summary& summary) {
  return choices.plan.start != motion::StartRule::equilibrium &&
         summary.start_moved <= 1e-9 * largest(summary.start.q) &&
         summary.start_rate_moved <= 1e-9 * largest(summary.start.v);
}

// ∂(q, v) of the start as it was given, 2n numbers.
std::vector<double> given_start(const SensitivityWish& wish, const RunChoices& choices,
                                const StartMove& name, std::size_t column) {
  const equations::Sensitivity& slopes = wish.compiled.equations.sensitivity;
  const auto n = static_cast<std::size_t>(wish.compiled.equations.n);
  std::vector<double> s(2 * n, 0.0);
  if (name.kind == Kind::parameter) {
    // A start that the call gives is a number, whatever the parameters.
    if (choices.plan.from) return s;
    for (std::size_t i = 0; i < n; ++i) {
      s[i] = slopes.q[column * n + i];
      s[n + i] = slopes.v[column * n + i];
    }
    return s;
  }
  s[(name.kind == Kind::rate ? n : 0) + static_cast<std::size_t>(name.number)] = 1;
  return s;
}

/// All columns of the start; empty, and a sentence, where one of them is not to be had.
std::vector<double> start_columns(const Model& model, const SensitivityWish& wish,
                                  const RunChoices& choices, Summary& summary) {
  const std::size_t size = 2 * model.coordinates().size();
  const std::vector<std::size_t> columns = columns_of(wish);
  const bool given = is_as_given(choices, summary);
  std::vector<double> S(size * columns.size());
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const StartMove& name = wish.names[k];
    const std::vector<double> s = given ? given_start(wish, choices, name, columns[k])
                                        : start_by_differences(model, choices, name);
    if (s.empty()) {
      summary.message += " No start was found for slightly different values of '" + name.name +
                         "', so there are no sensitivities.";
      return {};
    }
    std::copy(s.begin(), s.end(), S.begin() + static_cast<std::ptrdiff_t>(size * columns[k]));
  }
  return S;
}

/// Asks whoever watches the run; what they throw is kept until the number half has ended.
struct Reporter {
  const RunOptions& options;
  double from, until;
  std::exception_ptr wrong;

  static bool goes_on(void* self, double t, long steps) noexcept {
    Reporter& reporter = *static_cast<Reporter*>(self);
    const auto& ask = reporter.options.goes_on;
    try {
      return !ask || ask({t, reporter.from, reporter.until, steps});
    } catch (...) {
      reporter.wrong = std::current_exception();
      return false;
    }
  }
};

void fill(const SensitivityWish& wish, const motion::SensitivityResult& result, Summary& summary) {
  const std::vector<std::size_t> columns = columns_of(wish);
  const auto n = static_cast<std::ptrdiff_t>(wish.compiled.equations.n);
  for (std::size_t k = 0; k < wish.names.size(); ++k) {
    const std::string& name = wish.names[k].name;
    if (result.torn[columns[k]]) {
      summary.message += " The constraints cannot all be satisfied when '" + name +
                         "' changes, so there is no sensitivity to it.";
      continue;
    }
    const auto first = result.S.begin() + 2 * n * static_cast<std::ptrdiff_t>(columns[k]);
    summary.sensitivities.push_back({name, {first, first + n}, {first + n, first + 2 * n}});
  }
}

std::string why_left_out(const motion::SensitivityResult& result) {
  const std::string there = "t = " + diagnosis::short_number(result.t);
  if (result.ending == motion::Ending::interrupted) {
    return " The computation of sensitivities was interrupted at " + there + ", so there are none.";
  }
  return " Sensitivities were computed only up to " + there +
         " and are left out. They grow without bound where constraints become dependent, and need "
         "many steps if the motion is stiff.";
}

// What a reader must know to trust the numbers.
void add_warnings(const motion::SensitivityResult& result, Summary& summary) {
  if (result.contradictory) {
    summary.message += " Constraints contradict each other: sensitivities ignore this.";
  }
  if (summary.rank_changes > 0) {
    summary.message +=
        " The rank of the constraints changed along the way: sensitivities assume it constant.";
  }
}

}  // namespace

SensitivityWish sensitivity_wish(const Model& model, const RunOptions& options) {
  SensitivityWish wish;
  const Asked asked = asked_names(model, options);
  if (asked.names.empty()) return wish;
  check_model(asked);
  compile::Lowering with{.tangent = true};
  for (const zwang::Name& name : asked.names) {
    const StartMove found = find(asked, name);
    const bool twice = std::any_of(wish.names.begin(), wish.names.end(),
                                   [&](const auto& other) { return other.name == name.text; });
    if (twice) asked.refuse(name, "'" + name.text + "' is listed twice", "");
    if (found.kind == Kind::parameter) with.sensitivity.push_back(found.number);
    wish.names.push_back(found);
  }
  const Description& description = model.description();
  wish.compiled = model.parts().source.lower(with);
  if (!wish.compiled.diagnostics.empty()) {
    throw ModelError(
        complaints_of(wish.compiled.diagnostics, description.text, description.source));
  }
  return wish;
}

void add_sensitivities(const Model& model, const SensitivityWish& wish, const RunChoices& choices,
                       const RunOptions& options, const motion::Magnitudes& sizes,
                       Summary& summary) {
  if (wish.names.empty()) return;
  if (summary.ending != Ending::done) {
    summary.message += " There are no sensitivities because the run did not reach its end.";
    return;
  }
  motion::RightSide side(wish.compiled.equations, choices.kernel);
  Reporter reporter{options, summary.start.t, summary.end.t, nullptr};
  motion::SensitivityPlan plan;
  plan.t = summary.start.t;
  plan.t_end = summary.end.t;
  plan.q = summary.start.q;
  plan.v = summary.start.v;
  plan.S = start_columns(model, wish, choices, summary);
  if (plan.S.empty()) return;
  plan.tolerance = choices.plan.tolerance;
  plan.absolute = choices.plan.absolute;
  plan.sizes = sizes;
  plan.self = &reporter;
  plan.goes_on = &Reporter::goes_on;
  const motion::SensitivityResult result = motion::follow_sensitivity(side, plan);
  if (reporter.wrong) std::rethrow_exception(reporter.wrong);
  if (result.ending != motion::Ending::done) {
    summary.message += why_left_out(result);
    return;
  }
  fill(wish, result, summary);
  add_warnings(result, summary);
}

}  // namespace zwang
