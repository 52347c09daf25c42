// SPDX-License-Identifier: Apache-2.0
#include "api/run/reductions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "api/run/words/unbounded.h"
#include "base/number.h"
#include "model/model_parts.h"

namespace zwang {

namespace {

using words::Reduce;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const std::vector<compile::RunFormula>& formulas_of(const Model& model) {
  return model.parts().source.motion().names.run_formulas;
}

std::vector<motion::ReduceWish> wishes_of(const Model& model, Index first, Index count) {
  std::vector<motion::ReduceWish> wishes(at(count));
  for (const compile::RunFormula& formula : formulas_of(model)) {
    for (const compile::RunNumber& number : formula.numbers) {
      if (number.value < 0) continue;
      motion::ReduceWish& wish = wishes[at(number.value - first)];
      switch (number.kind) {
        case Reduce::max:
        case Reduce::min:
        case Reduce::range:
        case Reduce::when_max:
        case Reduce::when_min:
          wish.extremes = true;
          break;
        case Reduce::mean:
        case Reduce::rms:
        case Reduce::integral:
          wish.integral = true;
          break;
        default:
          break;
      }
    }
  }
  return wishes;
}

// When it happened first or last, or how often; what is not known is no number.
double of_event(Reduce kind, const std::string& name, const Summary& summary) {
  const bool all = summary.events.size() == summary.events_in_all;
  double first = nan, last = nan, count = 0;
  for (const RunEvent& event : summary.events) {
    if (event.name != name) continue;
    if (count == 0) first = event.state.t;
    last = event.state.t;
    count += 1;
  }
  if (kind == Reduce::first) return first;
  if (!all) return nan;  // not all of them were kept
  return kind == Reduce::last ? last : count;
}

// A formula of such numbers: they are written in their places, to the bit, and it is read.
double around(const Model& model, const compile::RunFormula& formula,
              const std::vector<double>& numbers) {
  std::string text = formula.between[0];
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    if (!std::isfinite(numbers[k])) return nan;
    text += "(" + number_text(numbers[k]) + ")" + formula.between[k + 1];
  }
  std::vector<Diagnostic> wrong;
  return model.parts().source.number(Expression(text), wrong).value_or(nan);
}

}  // namespace

RunReductions::RunReductions(const Model& model, motion::RightSide& side, double tolerance)
    : model_(model), side_(side), first_(static_cast<Index>(model.observables().size())) {
  const equations::Equations& equations = side.equations();
  const Index count = equations.layout.size(equations::Array::observables) - first_;
  if (count <= 0) return;
  needs_instant_ = model.parts().source.motion().names.runs_need_instant;
  const auto values = [](void* self, double t, const double* y, double* f) noexcept {
    static_cast<RunReductions*>(self)->values(t, y, f);
  };
  reducer_ =
      std::make_unique<motion::Reducer>(wishes_of(model, first_, count), side.layout().size(),
                                        tolerance, motion::Formulas{this, values});
}

// As Sampler fills them in; without an instant where none is read, and no share of both sides of a jump.
void RunReductions::values(double t, const double* y, double* f) noexcept {
  const instant::StateLayout state = side_.layout();
  equations::Workspace& numbers = side_.numbers();
  const double *const q = y + state.q(), *v = y + state.v();
  const bool controls = !side_.equations().control_slots.empty();
  const bool solves = needs_instant_ || side_.slides_on_surface();
  if (solves) {
    const Instant& now = side_.full_instant(t, q, v);
    if (side_.equations().order == 1) v = now.acceleration.data();
    if (controls) numbers.set_controls(side_.laws()->controls());
    numbers.set_accelerations(now.acceleration.data());
  }
  numbers.evaluate(equations::Stage::observe, t, q, v);
  const Index count = side_.equations().layout.size(equations::Array::observables) - first_;
  std::copy_n(numbers.observables() + first_, count, f);
  if (solves && controls) numbers.set_controls(nullptr);
}

double RunReductions::number(Reduce kind, const motion::Reduced& x, double& t) const {
  const double duration = reducer_->duration();
  switch (kind) {
    case Reduce::start:
      return x.first;
    case Reduce::max:
      t = x.most_t;
      return x.most;
    case Reduce::min:
      t = x.least_t;
      return x.least;
    case Reduce::range:
      return x.most - x.least;
    case Reduce::when_max:
      return x.most_t;
    case Reduce::when_min:
      return x.least_t;
    case Reduce::integral:
      return x.integral;
    case Reduce::mean:
      return duration > 0 ? x.integral / duration : x.last;
    case Reduce::rms:
      return duration > 0 ? std::sqrt(std::max(x.squares / duration, 0.0)) : std::abs(x.last);
    default:
      return x.last;
  }
}

// At the end of its reach what grows has no value, and on the way to it no largest one and no mean.
bool RunReductions::is_lost(Reduce kind, const motion::Reduced& x, bool has_end,
                            const EndOfReach& reach) {
  if (!reach.unbounded || kind == Reduce::start) return false;
  const bool most = kind == Reduce::max || kind == Reduce::when_max || kind == Reduce::range;
  const bool least = kind == Reduce::min || kind == Reduce::when_min || kind == Reduce::range;
  if (has_end) return (most && reach.is_end(x.most_t)) || (least && reach.is_end(x.least_t));
  if (most || least) {
    return (most && reach.grows(x.most_t)) || (least && reach.grows(x.least_t));
  }
  return true;
}

std::vector<double> RunReductions::at_state(const State& state) noexcept {
  std::vector<double> y = state.q;
  y.insert(y.end(), state.v.begin(), state.v.end());
  y.resize(at(side_.layout().size()));  // formulas know nothing of works
  std::vector<double> numbers(reducer_->found().size());
  values(state.t, y.data(), numbers.data());
  return numbers;
}

void RunReductions::tell(Summary& summary, std::span<const State> ends) {
  const EndOfReach reach(summary);
  std::vector<double> at_end;
  if (reducer_) {
    std::vector<double> y = ends[0].q;
    y.insert(y.end(), ends[0].v.begin(), ends[0].v.end());
    y.resize(at(side_.layout().size()));
    reducer_->finish(summary.end.t, y.data());
    if (ends.size() > 1) at_end = common(at_state(ends[0]), at_state(ends[1]));
  }
  for (const compile::RunFormula& formula : formulas_of(model_)) {
    std::vector<double> numbers;
    double t = nan;
    for (const compile::RunNumber& one : formula.numbers) {
      if (words::is_of_event(one.kind)) {
        numbers.push_back(of_event(one.kind, one.event, summary));
        continue;
      }
      const motion::Reduced* const x =
          reducer_->began() ? &reducer_->found()[at(one.value - first_)] : nullptr;
      const bool has_end = !at_end.empty() && std::isfinite(at_end[at(one.value - first_)]);
      const bool known = x && x->spoiled == 0 && !is_lost(one.kind, *x, has_end, reach);
      numbers.push_back(known ? number(one.kind, *x, t) : nan);
    }
    if (formula.lone()) {
      summary.reductions.push_back({formula.name, numbers[0], std::isnan(numbers[0]) ? nan : t});
    } else {
      summary.reductions.push_back({formula.name, around(model_, formula, numbers), nan});
    }
  }
}

}  // namespace zwang
