// SPDX-License-Identifier: Apache-2.0
#include "questions/fit/motion_slopes.h"

#include <algorithm>
#include <cmath>

#include "api/model_error.h"
#include "diagnosis/words.h"
#include "model/model_parts.h"
#include "model/states.h"
#include "motion/rest/equilibrium.h"

namespace zwang {

namespace {

using Kind = StartMove::Kind;
constexpr double steps[] = {1, -1, 2, -2}, weights[] = {8, -8, -1, 1};  // over 12

std::string in_words(motion::NoSensitivity why) {
  using enum motion::NoSensitivity;
  switch (why) {
    case friction:
      return "has friction that sticks and slips, through which derivatives are not available";
    case nonideal_forces:
      return "has non-ideal forces, for which derivatives are not available";
    case servo_constraints:
      return "has servo constraints, for which derivatives are not available";
    case too_many_coordinates:
      return "has more than " + std::to_string(motion::most_sensitive_coordinates) +
             " coordinates, the most for which derivatives are available";
    default:
      return "";
  }
}

std::string in_words(const motion::SensitivityResult& result) {
  using motion::Parting;
  const std::string there = " at t = " + diagnosis::short_number(result.t);
  switch (result.parting) {
    case Parting::grazes:
      return "an event is only grazed" + there +
             ": neighbouring motions miss it, and there is no derivative";
    case Parting::at_once:
      return "several events act at once" + there +
             ": neighbouring motions meet them one by one, and there is no derivative";
    case Parting::otherwise:
      return "neighbouring motions do not continue in the same way" + there +
             ", so that there is no derivative";
    case Parting::slides:
      return "the motion slides along a surface where formulas jump (sign, if)" + there +
             ", for which derivatives are not available";
    case Parting::ends:
      return "an event ends the motion" + there;
    default:
      return "the motion could only be followed up to t = " + diagnosis::short_number(result.t);
  }
}

/// Keeps what the number half tells.
struct Keeper {
  const motion::RightSide& side;
  std::vector<SlopeSample>& samples;
  Index n;
  const std::vector<std::size_t>& columns;
  const std::function<bool()>& asked;

  static bool goes_on(void* self, double, long) noexcept {
    const Keeper& keeper = *static_cast<Keeper*>(self);
    return !keeper.asked || keeper.asked();
  }

  static void sample(void* self, std::size_t, double t, const double* y, const double* S) noexcept {
    Keeper& keeper = *static_cast<Keeper*>(self);
    SlopeSample& sample = keeper.samples.emplace_back();
    sample.t = t;
    sample.y.assign(y, y + 2 * keeper.n);
    for (const std::size_t column : keeper.columns) {
      const double* const s = S + 2 * keeper.n * static_cast<Index>(column);
      sample.S.insert(sample.S.end(), s, s + 2 * keeper.n);
    }
    sample.mode = keeper.side.mode();
  }
};

}  // namespace

// As in api/run/start_sensitivity.cpp: starts are found to rounding, so that about 1e-10 is left of them.
double small_step(double value) { return 2e-5 * (value != 0 ? std::abs(value) : 1.0); }

MotionSlopes::MotionSlopes(const Model& model, std::vector<StartMove> moves, double tolerance)
    : model_(model), at_(model), moves_(std::move(moves)), tolerance_(tolerance) {
  const std::string what =
      in_words(motion::why_no_sensitivity_through_events(model.parts().equations()));
  if (!what.empty()) throw InputError("model", what);
  RunOptions any;
  any.duration = 1;
  plan_ = choices_of(model, any).plan;
  rests_ = plan_.start == motion::StartRule::equilibrium;
  lower();
}

void MotionSlopes::lower() {
  compile::Lowering with{.tangent = true};
  for (const StartMove& move : moves_) {
    if (move.kind == Kind::parameter) with.sensitivity.push_back(move.number);
  }
  compiled_ = at_.parts().source.lower(with);
  const Description& description = at_.description();
  if (!compiled_.diagnostics.empty()) {
    throw ModelError(complaints_of(compiled_.diagnostics, description.text, description.source));
  }
}

// Parameters are inputs: only numbers are others, unless a value decides what the model is made of.
void MotionSlopes::set_values(const std::vector<double>& values) {
  values_ = values;
  Settings settings;
  for (std::size_t k = 0; k < moves_.size(); ++k) {
    if (moves_[k].kind == Kind::parameter) settings[moves_[k].name] = values[k];
  }
  const bool shaped = !at_.compiled_for().empty();
  at_ = settings.empty() ? model_ : model_.with(settings);
  if (shaped || !at_.compiled_for().empty()) return lower();
  const equations::Equations& now = at_.parts().equations();
  equations::Equations& own = compiled_.equations;
  own.parameters = now.parameters;
  own.q = now.q;
  own.v = now.v;
  own.t = now.t;
  own.rows = now.rows;
  own.events = now.events;
  own.weights = now.weights;
}

std::size_t MotionSlopes::column_of(std::size_t move) const {
  std::size_t parameters = 0, before = 0, others = 0;
  for (std::size_t k = 0; k < moves_.size(); ++k) {
    const bool parameter = moves_[k].kind == Kind::parameter;
    parameters += parameter;
    if (k < move) (parameter ? before : others) += 1;
  }
  return moves_[move].kind == Kind::parameter ? before : parameters + others;
}

// q and v as they are given where a move is moved by h, and the parameters then.
std::vector<double> MotionSlopes::given_start(std::size_t move, double h,
                                              std::vector<double>& parameters) {
  std::vector<double> q = at_.start().q, v = at_.start().v;
  parameters = at_.parameter_values();
  if (moves_[move].kind == Kind::parameter && h != 0) {
    const compile::MovedStart moved =
        at_.parts().source.moved(moves_[move].number, values_[move] + h);
    q = moved.q;
    v = moved.v;
    parameters = moved.parameters;
  }
  for (std::size_t k = 0; k < moves_.size(); ++k) {
    if (moves_[k].kind == Kind::parameter) continue;
    std::vector<double>& x = moves_[k].kind == Kind::coordinate ? q : v;
    x[static_cast<std::size_t>(moves_[k].number)] = values_[k] + (k == move ? h : 0);
  }
  q.insert(q.end(), v.begin(), v.end());
  return q;
}

bool MotionSlopes::assemble(motion::RightSide& side, std::vector<double>& q,
                            std::vector<double>& v) {
  motion::Projector projector(side);
  const double t = at_.start().t;
  const motion::Projection moved = projector.assemble(t, q.data(), v.data());
  if (!moved.converged || !moved.feasible) return false;
  return !rests_ || find_equilibrium(side, projector, t, q.data(), v.data()).found;
}

bool MotionSlopes::find_start(motion::RightSide& side, SlopeAnswer& answer) {
  std::vector<double> parameters;
  const std::size_t n = at_.coordinates().size();
  std::vector<double> x = moves_.empty() ? at_.start().q : given_start(0, 0, parameters);
  if (moves_.empty()) x.insert(x.end(), at_.start().v.begin(), at_.start().v.end());
  State& start = answer.start;
  start.t = at_.start().t;
  start.q.assign(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(n));
  start.v.assign(x.begin() + static_cast<std::ptrdiff_t>(n), x.end());
  const std::vector<double> q = start.q, v = start.v;
  if (!assemble(side, start.q, start.v)) return false;
  given_ = !rests_ && largest_difference(q, start.q) <= 1e-9 * largest(start.q) &&
           largest_difference(v, start.v) <= 1e-9 * largest(start.v);
  return true;
}

// ∂(q, v) of the start, on the constraints or about to be moved there; empty: there is none nearby.
std::vector<double> MotionSlopes::start_slope(std::size_t move) {
  const double h = small_step(values_[move]);
  const std::size_t n = at_.coordinates().size();
  std::vector<double> slope(2 * n, 0.0);
  if (given_ && moves_[move].kind != Kind::parameter) {
    slope[(moves_[move].kind == Kind::rate ? n : 0) +
          static_cast<std::size_t>(moves_[move].number)] = 1;
    return slope;
  }
  motion::RightSide side(compiled_.equations, Method::automatic);
  for (int k = 0; k < 4; ++k) {
    std::vector<double> parameters;
    std::vector<double> x = given_start(move, steps[k] * h, parameters);
    if (!given_) {
      side.numbers().set_parameters(parameters);
      std::vector<double> q(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(n));
      std::vector<double> v(x.begin() + static_cast<std::ptrdiff_t>(n), x.end());
      if (!assemble(side, q, v)) return {};
      x = std::move(q);
      x.insert(x.end(), v.begin(), v.end());
    }
    for (std::size_t i = 0; i < 2 * n; ++i) slope[i] += weights[k] * x[i] / (12 * h);
  }
  return slope;
}

// Jumps at events are differentiated between models at values a little off.
std::vector<motion::NearEquations> MotionSlopes::near() {
  near_.clear();
  std::vector<motion::NearEquations> result;
  if (!instant::has_events(compiled_.equations) && !instant::has_switches(compiled_.equations))
    return result;
  for (std::size_t k = 0; k < moves_.size(); ++k) {
    if (moves_[k].kind != Kind::parameter) continue;
    const double h = small_step(values_[k]);
    motion::NearEquations& near = result.emplace_back();
    near.step = h;
    for (int i = 0; i < 4; ++i) {
      near_.push_back(at_.with({{moves_[k].name, values_[k] + steps[i] * h}}));
      near.at[static_cast<std::size_t>(i)] = &near_.back().parts().equations();
    }
  }
  return result;
}

SlopeAnswer MotionSlopes::follow(const std::vector<double>& values,
                                 const std::vector<double>& times, double until) {
  SlopeAnswer answer;
  try {
    set_values(values);
  } catch (const ModelError& wrong) {
    answer.problem = "the model cannot have these values: " + wrong.complaints().front().what;
    return answer;
  }
  motion::RightSide side(compiled_.equations, Method::automatic);
  if (!find_start(side, answer)) {
    answer.problem = rests_ ? "no equilibrium was found near the start"
                            : "no start that satisfies the constraints was found";
    return answer;
  }
  const auto n = static_cast<Index>(at_.coordinates().size());
  std::vector<std::size_t> columns;
  motion::SensitivityPlan plan;
  plan.S.resize(static_cast<std::size_t>(2 * n) * moves_.size());
  for (std::size_t k = 0; k < moves_.size(); ++k) {
    columns.push_back(column_of(k));
    const std::vector<double> s = start_slope(k);
    if (s.empty()) {
      answer.problem =
          "no start was found for slightly different values of '" + moves_[k].name + "'";
      return answer;
    }
    std::copy(s.begin(), s.end(),
              plan.S.begin() + static_cast<std::ptrdiff_t>(s.size() * columns.back()));
  }
  Keeper keeper{side, answer.samples, n, columns, goes_on_};
  plan.t = answer.start.t;
  plan.t_end = until;
  plan.q = answer.start.q;
  plan.v = answer.start.v;
  plan.tolerance = tolerance_;
  plan.times = times;
  plan.near = near();
  plan.events = plan_;
  plan.self = &keeper;
  plan.sample = &Keeper::sample;
  plan.goes_on = &Keeper::goes_on;
  answer.samples.reserve(times.size());
  const motion::SensitivityResult result = motion::follow_sensitivity(side, plan);
  answer.events = result.events;
  answer.end = {result.t, result.q, result.v};
  const auto in_order = [&](const std::vector<double>& S, std::vector<double>& out) {
    for (const std::size_t column : columns) {
      const auto first = S.begin() + 2 * n * static_cast<std::ptrdiff_t>(column);
      out.insert(out.end(), first, first + 2 * n);
    }
  };
  in_order(plan.S, answer.S_start);
  in_order(result.S, answer.S_end);
  for (std::size_t k = 0; k < moves_.size(); ++k) {
    if (k < result.torn.size() && result.torn[columns[k]]) {
      answer.problem =
          "the constraints cannot all be satisfied when '" + moves_[k].name + "' changes";
    }
  }
  if (result.ending != motion::Ending::done) answer.problem = in_words(result);
  return answer;
}

}  // namespace zwang
