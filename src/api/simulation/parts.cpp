// SPDX-License-Identifier: Apache-2.0
#include "api/simulation/parts.h"

#include <algorithm>
#include <utility>

#include "api/run/hidden.h"
#include "api/run/summary.h"
#include "api/run/words/message.h"
#include "model/model_parts.h"
#include "model/states.h"

namespace zwang {

namespace {

// Of a model that says nothing of how long it runs.
constexpr double some_time = 10;

RunOptions checked(const Model& model, RunOptions options) {
  const auto refuse = [](bool given, const char* name) {
    if (given)
      throw InputError(name, "is for runs; a simulation gives its states when it is asked");
  };
  refuse(options.samples.has_value(), "samples");
  refuse(options.every.has_value(), "every");
  refuse(options.every_step.has_value(), "every_step");
  refuse(options.columns.has_value(), "columns");
  refuse(!options.sensitivity.empty(), "sensitivity");
  refuse(!options.keep.empty() || options.resume, "keep");
  refuse(options.error, "error");
  const auto& asked = model.description().simulate;
  if (!options.duration && !(asked && asked->duration.given())) options.duration = some_time;
  return options;
}

RunChoices without_samples(RunChoices choices) {
  choices.plan.times.clear();
  choices.plan.every_step = false;
  return choices;
}

}  // namespace

Simulation::Parts::Parts(const Model& given, RunOptions options)
    : model(options.settings.empty() ? given : given.with(options.settings)),
      compiled(model),
      goes_on(options.goes_on),
      choices(without_samples(choices_of(model, checked(model, options)))),
      acting(model),
      wanted(model) {
  for (auto& [name, law] : options.forces) acting.follow(name, law);
  check_takes_forces(choices.method, acting);
  wanted = acting;
  make_side();
  walk = std::make_unique<motion::Walk>(*side, choices.plan, listener());
  walk->begin();
  note_state();
  rethrow();
}

// A copy goes on as the other: with the forces that its motion has had so far.
Simulation::Parts::Parts(const Parts& other)
    : model(other.model),
      compiled(other.compiled),
      goes_on(other.goes_on),
      choices(other.choices),
      method(other.method),
      with_hidden(other.with_hidden),
      acting(other.acting),
      wanted(other.wanted),
      changed(other.changed),
      state(other.state),
      events(other.events),
      progress_(other.progress_) {
  side = std::make_unique<motion::RightSide>(other.side->equations(), choices.kernel,
                                             choices.plan.rank_change == motion::RankRule::drop);
  side->numbers().set_parameters(model.parameter_values());
  put_forces();
  walk = std::make_unique<motion::Walk>(*side, *other.walk, listener());
}

void Simulation::Parts::make_side() {
  method = choose_method(compiled, choices);
  choices.plan.stepper = method.stepper;
  with_hidden = with_hidden_rows(compiled, choices);
  side = std::make_unique<motion::RightSide>(
      with_hidden ? with_hidden->equations : *method.equations, choices.kernel,
      choices.plan.rank_change == motion::RankRule::drop);
  put_forces();
}

void Simulation::Parts::put_forces() {
  side->set_outer(acting.any() ? &acting.numbers() : nullptr);
}

void Simulation::Parts::note_state() {
  const instant::StateLayout at = side->layout();
  const double* const y = walk->y();
  state.t = walk->t();
  state.q.assign(y + at.q(), y + at.q() + at.n);
  state.v.assign(y + at.v(), y + at.v() + at.n);
}

motion::Listener Simulation::Parts::listener() noexcept {
  motion::Listener listener;
  listener.self = this;
  listener.goes_on = [](void* self, double t, const motion::Tally& tally) noexcept {
    return static_cast<Parts*>(self)->asks(t, tally.steps);
  };
  return listener;
}

bool Simulation::Parts::asks(double t, long steps) noexcept {
  if (wrong_) return false;
  if (!goes_on) return true;
  progress_.t = t;
  progress_.steps = steps;
  try {
    return goes_on(progress_);
  } catch (...) {
    wrong_ = std::current_exception();
    return false;
  }
}

void Simulation::Parts::rethrow() {
  const std::exception_ptr of_law = acting.take_wrong(), mine = std::exchange(wrong_, nullptr);
  if (of_law) std::rethrow_exception(of_law);
  if (mine) std::rethrow_exception(mine);
}

Ending Simulation::Parts::go_to(double t) {
  walk->forget_happenings();
  if (std::exchange(changed, false)) {
    const bool laws = acting.has_law() || wanted.has_law();
    acting = wanted;
    put_forces();
    walk->change_forces(laws);
  }
  progress_.from = state.t;
  progress_.until = t;
  walk->go_to(t);
  note_state();
  events = tell_events(compiled, walk->happenings());
  rethrow();
  return ending_of(walk->ending());
}

void Simulation::Parts::set_state(const State& other) {
  check_state(model, other);
  check_finite("state", {&other.t, 1});
  check_finite("state", other.q);
  check_finite("state", other.v);
  const double energy = walk->energy();
  if (std::exchange(changed, false)) {
    acting = wanted;
    put_forces();
  }
  walk->begin_at({other.t, other.q, other.v}, energy);
  note_state();
  rethrow();
}

// Whether the equations differ in the values of parameters alone, which are inputs of their programs.
bool Simulation::Parts::has_same_numbers(const Model& next) const {
  if (!next.compiled_for().empty() || with_hidden) return false;
  const equations::Equations &ours = compiled.parts().equations(),
                             &other = next.parts().equations();
  const auto same_row = [](const equations::Row& x, const equations::Row& y) {
    return x.restitution == y.restitution;
  };
  const auto same_blow = [](const equations::Event::Blow& x, const equations::Event::Blow& y) {
    return x.restitution == y.restitution;
  };
  const auto same_event = [&](const equations::Event& x, const equations::Event& y) {
    return std::equal(x.impact.begin(), x.impact.end(), y.impact.begin(), y.impact.end(),
                      same_blow);
  };
  return ours.clocks.empty() && ours.weights == other.weights &&
         ours.control_weights == other.control_weights &&
         std::equal(ours.rows.begin(), ours.rows.end(), other.rows.begin(), other.rows.end(),
                    same_row) &&
         std::equal(ours.events.begin(), ours.events.end(), other.events.begin(),
                    other.events.end(), same_event);
}

void Simulation::Parts::set(const Settings& settings) {
  for (const auto& [name, value] : settings) {
    const auto& known = model.parameters();
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw InputError("parameters", none_called(name, known));
    check_finite(name, {&value, 1});
  }
  const Model next = model.with(settings);
  if (next.coordinates() != model.coordinates()) {
    throw InputError(settings.begin()->first,
                     "decides how many coordinates the model has, which cannot change on the way");
  }
  if (std::exchange(changed, false)) acting = wanted;
  const double energy = walk->energy();
  if (has_same_numbers(next)) {
    side->numbers().set_parameters(next.parameter_values());
    put_forces();
    model = next;
    walk->begin_at({state.t, state.q, state.v}, energy);
  } else {
    rebuild(next);
  }
  note_state();
  rethrow();
}

void Simulation::Parts::rebuild(const Model& next) {
  const double energy = walk->energy();
  // Each knows those before it, and goes first.
  const Model before = compiled;
  const RunMethod method_before = method;
  const std::shared_ptr<const compile::Compiled> hidden_before = with_hidden;
  const std::unique_ptr<motion::RightSide> old = std::move(side);
  const std::unique_ptr<motion::Walk> earlier = std::move(walk);
  model = compiled = next;
  const double duration = choices.plan.t_end - choices.t;
  choices.t = state.t;
  choices.plan.from = {state.t, state.q, state.v};
  choices.plan.t_end = state.t + duration;
  choices.plan.start = motion::StartRule::project;
  make_side();
  walk = std::make_unique<motion::Walk>(*side, choices.plan, listener());
  walk->begin();
  walk->inherit(*earlier, energy);
}

Summary Simulation::Parts::summary() {
  const motion::RunResult result = walk->result();
  RunChoices chosen = choices;
  chosen.plan = walk->plan();
  if (chosen.plan.from) chosen.t = chosen.plan.from->t;
  Summary summary = summarise(model, chosen, method, *side, result);
  if (with_hidden) summary.message += hidden_words(model, with_hidden->equations, summary.start);
  summary.message.insert(0, message_of(model, summary, result, progress_.until, false));
  return summary;
}

}  // namespace zwang
