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
constexpr double clear = 1e-3;                    // of a rate: less is the cubic's error

// What a smooth force has in every step is left to the error estimate: bounds of the state and quotients
// of it grow and fall by powers, which estimates see coming.
bool is_narrow(const equations::Argument& argument) {
  return !argument.of_time && argument.scale != equations::Argument::Scale::ratio;
}

std::vector<equations::Argument> narrow(const std::vector<equations::Argument>& all) {
  std::vector<equations::Argument> list;
  std::copy_if(all.begin(), all.end(), std::back_inserter(list), is_narrow);
  return list;
}

}  // namespace

LayerWatch::LayerWatch(RightSide& side)
    : side_(side), arguments_(narrow(side.equations().arguments)), search_(arguments_) {
  const auto& all = side.equations().arguments;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (is_narrow(all[k])) numbers_.push_back(static_cast<Index>(k));
  }
  const auto size = static_cast<std::size_t>(side.layout().size());
  for (auto* x : {&y_, &f_, &slope_, &before_, &after_}) x->resize(size);
}

void LayerWatch::cubic(double t, double* y, double* slope) const noexcept {
  const double h = step_.t1 - step_.t0, s = (t - step_.t0) / h, r = 1 - s;
  for (std::size_t i = 0; i < y_.size(); ++i) {
    const double a = step_.y0[i], b = step_.y1[i], fa = h * step_.f0[i], fb = h * step_.f1[i];
    y[i] = r * r * ((1 + 2 * s) * a + s * fa) + s * s * ((1 + 2 * r) * b - r * fb);
    if (slope) slope[i] = (6 * s * r * (b - a) + r * (1 - 3 * s) * fa + s * (3 * s - 2) * fb) / h;
  }
}

void LayerWatch::arguments_at(double t, double* u) noexcept {
  const instant::StateLayout at = side_.layout();
  cubic(t, y_.data(), nullptr);
  side_.numbers().evaluate(equations::Stage::probe, t, y_.data() + at.q(), y_.data() + at.v());
  for (std::size_t k = 0; k < numbers_.size(); ++k) u[k] = side_.numbers().arguments()[numbers_[k]];
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

bool LayerWatch::is_missed(double t, double width, const Interpolant& states,
                           const ode::Tolerances& tolerances) noexcept {
  if (t <= step_.t0 || t >= step_.t1) return false;
  cubic(t, y_.data(), slope_.data());
  if (!side_.rate(t, y_.data(), f_.data())) return true;
  if (!differs(width, tolerances)) return false;
  // The cubic is rough: the step itself decides.
  const double d = std::min({1e-3 * (step_.t1 - step_.t0), t - step_.t0, step_.t1 - t});
  states.state(states.self, t - d, before_.data());
  states.state(states.self, t + d, after_.data());
  states.state(states.self, t, y_.data());
  for (std::size_t i = 0; i < y_.size(); ++i) slope_[i] = (after_[i] - before_[i]) / (2 * d);
  return !side_.rate(t, y_.data(), f_.data()) || differs(width, tolerances);
}

double LayerWatch::shorter(const TakenStep& step, const Interpolant& states,
                           const ode::Tolerances& tolerances) noexcept {
  step_ = step;
  const double h = step.t1 - step.t0;
  const equations::ArgumentsAlong line{this, [](void* self, double t, double* u) noexcept {
                                         static_cast<LayerWatch*>(self)->arguments_at(t, u);
                                       }};
  search_.begin();
  for (const double part : places) {
    const double t = part == 1 ? step.t1 : step.t0 + part * h;
    for (const equations::Layer& layer : search_.look(t, line)) {
      if (h <= longer * layer.width) continue;
      const bool missed = std::any_of(std::begin(beside), std::end(beside), [&](double x) {
        return is_missed(layer.at + x * layer.width, layer.width, states, tolerances);
      });
      if (!missed) continue;
      const double to = layer.at - before_layer * layer.width - step.t0;
      return std::min(std::max(to, in_layer * layer.width), 0.5 * h);
    }
  }
  return 0;
}

}  // namespace zwang::motion
