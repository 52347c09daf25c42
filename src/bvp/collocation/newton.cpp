// SPDX-License-Identifier: Apache-2.0
// Newton's iteration with steps that are shortened until they help, which is measured by steps, not
// by residuals: then it does not matter how the equations are scaled or combined. P. Deuflhard,
// Newton Methods for Nonlinear Problems, section 3.3.

#include "bvp/collocation/newton_step.h"

#include <cmath>
#include <utility>

#include "bvp/curve.h"

namespace zwang::bvp {

namespace {

// Of a step: what needs shorter ones would need thousands of them.
constexpr double shortest_part = 1e-4;
// The next step over the last full one: half, and it was as it should be; a tenth, and it is by squares
// that steps shrink, for damping or a wrong matrix would shrink them by a factor near one.
constexpr double good_gain = 0.5, quadratic_gain = 0.1;
// A bend that was measured on another mesh may be too small by so much.
constexpr double caution = 10;
// Relative: where full steps below this stop to shrink, rounding stops them. Equations bent enough to do
// so would be as near to a singular system.
constexpr double rounding = 1e-9;
// The same after a step that gained so much: the next should have gained no less.
constexpr double rounding_after_gain = 1e-6, large_gain = 1e-2;

class Iteration {
 public:
  Iteration(const NewtonOptions& options, NewtonMemory& memory, Curve& curve)
      : options_(options),
        system_(memory.system),
        curve_(curve),
        trial_(memory.trial),
        step_(memory.step),
        next_(memory.next),
        rest_(memory.rest) {
    trial_ = step_ = next_ = rest_ = curve;
    system_.reserve(curve.stages, curve.intervals());
  }

  NewtonResult run();

 private:
  Outcome iterate();
  Outcome linearise(const Curve& at, Curve& step);
  bool converged();
  Outcome advance();
  bool free() const { return !options_.damped || factor_ != 1; }
  bool helps_in_full(const StepSize& next);
  bool helps(double lambda, double& shorter);
  void predict(double lambda, double next);
  void accept(double lambda, const StepSize& next);

  const NewtonOptions& options_;
  NewtonSystem& system_;
  Curve &curve_, &trial_, &step_, &next_, &rest_;
  Scales scales_;
  StepSize size_;             // of step_
  double factor_ = 1;         // of deflation
  double lambda_ = 1;         // the factor of damping to begin with
  double gain_ = 1;           // step_ over the one before it, where that was taken in full
  bool at_rounding_ = false;  // no step gets nearer
  bool interrupted_ = false;
  NewtonResult result_;
};

Outcome Iteration::linearise(const Curve& at, Curve& step) {
  ++result_.iterations;
  const Outcome outcome = system_.step_from(at, scales_, options_, step);
  result_.condition = system_.condition();
  return outcome;
}

/// The last step is small, or would be followed by a small one: where steps begin to fall as fast as
/// that, each is as long as the square of the one before. Not where steps are deflated: what they
/// shrink to may be the pole.
bool Iteration::converged() {
  result_.last_step = std::fmax(1, std::fabs(factor_)) * size_.largest;
  double gain = std::fmin(gain_, 1);
  if (!options_.factor && gain <= quadratic_gain) gain *= gain;
  if (result_.iterations == 1 && options_.bend > 0) {
    const double expected = caution * options_.bend * size_.largest;
    if (expected <= quadratic_gain) gain = expected;
  }
  result_.left = result_.last_step * gain;
  return result_.left <= options_.tolerance;
}

/// Whether the step after a full one tells that it was a good one, or that no other will be.
bool Iteration::helps_in_full(const StepSize& next) {
  if (free() || next.mean <= good_gain * size_.mean) return std::isfinite(next.mean);
  at_rounding_ = next.largest > 0.25 * size_.largest &&
                 size_.largest <= (gain_ <= large_gain ? rounding_after_gain : rounding);
  return at_rounding_;
}

/// Whether the step that the old matrix gives from the trial is shorter. This measure is the same for
/// both ends of the step; a new matrix may ask for longer steps though they lead to the solution.
/// Else what should do: on straight equations that step would be 1 − λ of this one.
bool Iteration::helps(double lambda, double& shorter) {
  const Outcome outcome = system_.simplified_step(curve_, trial_, scales_, options_, rest_);
  interrupted_ = outcome == Outcome::interrupted;
  if (outcome != Outcome::done) return false;
  if (step_size(rest_, scales_).mean <= (1 - lambda / 4) * size_.mean) return true;  // [ENDS 10]
  combine(rest_, lambda - 1, step_, rest_);
  const double longest = lambda * lambda * size_.mean / (2 * step_size(rest_, scales_).mean);
  shorter = std::fmax(lambda / 4, std::fmin(longest, lambda / 2));
  return false;
}

/// How long the next step may be: from how far old and new matrix differ.
void Iteration::predict(double lambda, double next) {
  const double simplified = step_size(rest_, scales_).mean;
  combine(rest_, -1, next_, rest_);
  const double bend = step_size(rest_, scales_).mean * next;
  const double longest = lambda * size_.mean * simplified / bend;  // [ENDS 11]
  lambda_ = std::fmin(1, std::fmax(lambda / 10, std::fmin(longest, 10 * lambda)));
}

void Iteration::accept(double lambda, const StepSize& next) {
  const bool full = lambda == 1 && std::fabs(factor_ - 1) < 0.1;
  gain_ = full ? next.largest / size_.largest : 1;
  result_.bend = full ? gain_ / size_.largest : 0;
  std::swap(curve_, trial_);
  std::swap(step_, next_);
  system_.keep();
  scales_ = scales_of(curve_);
  size_ = step_size(step_, scales_);
}

/// From the step to the next one, by as much of it as helps. A full step is judged by the next one,
/// which is needed anyway; shorter ones by a simplified step before a new matrix is made.
Outcome Iteration::advance() {
  double lambda = free() ? 1 : std::fmax(lambda_, shortest_part);
  for (double shorter; lambda >= shortest_part && !interrupted_; lambda = shorter) {
    shorter = lambda / 2;
    combine(curve_, lambda * factor_, step_, trial_);
    const bool in_full = lambda == 1;
    if (!in_full && !free() && !helps(lambda, shorter)) continue;
    if (result_.iterations >= options_.most_iterations) return Outcome::not_converged;
    const Outcome outcome = linearise(trial_, next_);
    if (outcome == Outcome::interrupted) return outcome;
    if (outcome != Outcome::done) continue;
    lambda_ = 1;
    const StepSize next = step_size(next_, scales_);
    if (!(in_full || free()) || !helps_in_full(next)) {
      if (free() || (in_full && !helps(lambda, shorter))) continue;
      predict(lambda, next.mean);
    }
    accept(lambda, next);
    return Outcome::done;
  }
  return interrupted_ ? Outcome::interrupted : Outcome::not_converged;
}

Outcome Iteration::iterate() {
  scales_ = scales_of(curve_);
  const Outcome outcome = linearise(curve_, step_);
  if (outcome != Outcome::done) return outcome;
  system_.keep();
  size_ = step_size(step_, scales_);
  if (!std::isfinite(size_.mean)) return Outcome::not_finite;
  for (;;) {
    if (options_.factor) factor_ = options_.factor(options_.self, curve_, step_);
    if (converged() || at_rounding_) break;
    const bool first = result_.iterations == 1 && options_.longest > 0;
    if (first && size_.largest > options_.longest) return Outcome::not_converged;
    const Outcome advanced = advance();
    if (advanced != Outcome::done) return advanced;
  }
  if (!at_rounding_) combine(curve_, factor_, step_, curve_);
  return Outcome::done;
}

NewtonResult Iteration::run() {
  const long before = system_.evaluations();
  result_.outcome = iterate();
  result_.evaluations = system_.evaluations() - before;
  return result_;
}

}  // namespace

NewtonResult newton(const Bvp& bvp, const NewtonOptions& options, NewtonMemory& memory,
                    Curve& curve) {
  const NewtonResult result = Iteration(options, memory, curve).run();
  bvp.set(bvp.self, curve.p.data());
  return result;
}

NewtonResult newton(const Bvp& bvp, const NewtonOptions& options, Curve& curve, bool fresh_rates) {
  // The equations are then linearised along that very curve, whatever rates it should have.
  if (fresh_rates) cubic_rates(curve);
  NewtonMemory memory(bvp);
  return newton(bvp, options, memory, curve);
}

}  // namespace zwang::bvp
