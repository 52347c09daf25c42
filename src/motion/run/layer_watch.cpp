// SPDX-License-Identifier: Apache-2.0
#include "motion/run/layer_watch.h"

#include <algorithm>
#include <cmath>

namespace zwang::motion {

namespace {

// Of a step: where arguments are looked at.
constexpr double next_to = 1e-7;  // an end: in which sense arguments change there
constexpr double places[] = {0, next_to, 1.0 / 6, 2.0 / 6, 0.5, 4.0 / 6, 5.0 / 6, 1 - next_to, 1};
constexpr double beside[] = {0, 0.7, -0.7};       // times a layer's width: where rates are compared
constexpr double before_layer = 5, in_layer = 2;  // widths: where the next steps end
constexpr double longer = 4;                      // widths: shorter steps see it
// The same of what is zero up to an edge: a step of four widths may have but one stage within, which has no weight.
constexpr double longer_at_edge = 1, in_edge = 0.5;
constexpr double clear = 1e-3;  // of a rate: less is the cubic's error

// How near to its zero what is divided by is looked at, beside how far it goes in a step.
constexpr double near_a_pole = 1e-6;

// What a smooth force has in every step is left to the error estimate: bounds of the state and quotients
// of it grow and fall by powers, which estimates see coming. Only a step that passes a zero of what is divided by has
// gone through a wall that no motion passes: that is looked at as if it were narrow.
std::vector<equations::Argument> narrow(const std::vector<equations::Argument>& all) {
  std::vector<equations::Argument> list;
  for (equations::Argument argument : all) {
    if (argument.of_time) continue;
    if (argument.scale == equations::Argument::Scale::ratio)
      argument.scale = equations::Argument::Scale::plain;
    list.push_back(argument);
  }
  return list;
}

bool is_divided_by(const RightSide& side, Index number) {
  return side.equations().arguments[at(number)].scale == equations::Argument::Scale::ratio;
}

// An argument that is divided by has no unit of its own: it is counted in a small part of how far it goes in the step. Where it
// keeps its sign there is no pole to be passed, and it has −1; arguments that are not divided by have 0. False: there is nothing to
// look for.
bool measure(RightSide& side, const TakenStep& step, const std::vector<Index>& numbers,
             double* unit) noexcept {
  const instant::StateLayout layout = side.layout();
  const auto values = [&](double t, const double* y) {
    side.numbers().evaluate(equations::Stage::probe, t, y + layout.q(), y + layout.v());
    return side.numbers().arguments();
  };
  const double* const first = values(step.t0, step.y0);
  for (std::size_t k = 0; k < numbers.size(); ++k) unit[k] = first[numbers[k]];
  const double* const last = values(step.t1, step.y1);
  bool any = false;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const double from = unit[k], to = last[numbers[k]];
    const bool divided = is_divided_by(side, numbers[k]);
    unit[k] = !divided ? 0 : from * to < 0 ? near_a_pole * (std::abs(from) + std::abs(to)) : -1;
    any = any || unit[k] >= 0;
  }
  return any;
}

}  // namespace

LayerWatch::LayerWatch(RightSide& side)
    : side_(side), arguments_(narrow(side.equations().arguments)), search_(arguments_) {
  const auto& all = side.equations().arguments;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (!all[k].of_time) numbers_.push_back(static_cast<Index>(k));
  }
  const auto size = static_cast<std::size_t>(side.layout().size());
  for (auto* x : {&y_, &slope_, &before_, &after_}) x->resize(size);
  f_.resize(size + numbers_.size());  // behind the rates: what 1 is of each argument
}

void LayerWatch::cubic(double t, double* y, double* slope) const noexcept {
  const double h = step_.t1 - step_.t0, s = (t - step_.t0) / h, r = 1 - s;
  for (std::size_t i = 0; i < y_.size(); ++i) {
    const double a = step_.y0[i], b = step_.y1[i], fa = h * step_.f0[i], fb = h * step_.f1[i];
    y[i] = r * r * ((1 + 2 * s) * a + s * fa) + s * s * ((1 + 2 * r) * b - r * fb);
    if (slope) slope[i] = (6 * s * r * (b - a) + r * (1 - 3 * s) * fa + s * (3 * s - 2) * fb) / h;
  }
}

void LayerWatch::state(double t, double* y) const noexcept {
  if (states_) return states_->state(states_->self, t, y);
  cubic(t, y, nullptr);
}

// Into slope_, and the state into y_.
void LayerWatch::slope(double t) noexcept {
  if (!states_) return cubic(t, y_.data(), slope_.data());
  const double d = std::min({1e-3 * (step_.t1 - step_.t0), t - step_.t0, step_.t1 - t});
  state(t - d, before_.data());
  state(t + d, after_.data());
  state(t, y_.data());
  for (std::size_t i = 0; i < y_.size(); ++i) slope_[i] = (after_[i] - before_[i]) / (2 * d);
}

void LayerWatch::arguments_at(double t, double* u) noexcept {
  const instant::StateLayout at = side_.layout();
  state(t, y_.data());
  side_.numbers().evaluate(equations::Stage::probe, t, y_.data() + at.q(), y_.data() + at.v());
  const double* const unit = f_.data() + at.size();
  for (std::size_t k = 0; k < numbers_.size(); ++k) {
    const double x = side_.numbers().arguments()[numbers_[k]];
    // A logarithm on either side of zero; nothing to be seen where there is no pole.
    u[k] = unit[k] > 0 ? std::asinh(x / unit[k]) : unit[k] < 0 ? 1 : x;
  }
}

// Whether over such a width rates would change the state by more than its tolerance.
bool LayerWatch::differs(double width, const ode::Tolerances& tolerances) const noexcept {
  const instant::StateLayout at = side_.layout();
  const Index first = side_.equations().order == 1 ? at.q() : at.v(), last = first + at.n;
  double size = 0;
  for (Index i = first; i < last; ++i) size = std::max(size, std::abs(f_[i]));
  for (Index i = first; i < last; ++i) {
    const double off = std::abs(f_[i] - slope_[i]);
    const double tolerance = tolerances.absolute[i] + tolerances.relative * std::abs(y_[i]);
    if (off * width > tolerance && off > clear * size) return true;
  }
  return false;
}

bool LayerWatch::is_missed(double t, double width, const ode::Tolerances& tolerances) noexcept {
  if (t <= step_.t0 || t >= step_.t1) return false;
  slope(t);
  return !side_.rate(t, y_.data(), f_.data()) || differs(width, tolerances);
}

double LayerWatch::shorter(const TakenStep& step, const Interpolant& states,
                           const ode::Tolerances& tolerances) noexcept {
  step_ = step;
  states_ = nullptr;
  if (!measure(side_, step_, numbers_, f_.data() + side_.layout().size())) return 0;
  if (look_along(tolerances) == 0) return 0;
  states_ = &states;
  return look_along(tolerances);
}

double LayerWatch::look_along(const ode::Tolerances& tolerances) noexcept {
  const double h = step_.t1 - step_.t0;
  const equations::ArgumentsAlong line{this, [](void* self, double t, double* u) noexcept {
                                         static_cast<LayerWatch*>(self)->arguments_at(t, u);
                                       }};
  search_.begin();
  for (const double part : places) {
    const double t = part == 1 ? step_.t1 : step_.t0 + part * h;
    for (const equations::Layer& layer : search_.look(t, line)) {
      const bool edge = arguments_[at(layer.argument)].scale == equations::Argument::Scale::edge;
      if (h <= (edge ? longer_at_edge : longer) * layer.width) continue;
      const bool pole = is_divided_by(side_, numbers_[at(layer.argument)]);
      const bool missed = std::any_of(std::begin(beside), std::end(beside), [&](double x) {
        if (pole && x == 0) return false;  // sin(x)/x has no value there, and is no wall
        return is_missed(layer.at + x * layer.width, layer.width, tolerances);
      });
      if (!missed) continue;
      const double to = layer.at - before_layer * layer.width - step_.t0;
      return std::min(std::max(to, (edge ? in_edge : in_layer) * layer.width), 0.5 * h);
    }
  }
  return 0;
}

}  // namespace zwang::motion
