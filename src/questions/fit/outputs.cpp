// SPDX-License-Identifier: Apache-2.0
#include "questions/fit/outputs.h"

#include <algorithm>
#include <cmath>

#include "model/model_parts.h"

namespace zwang {

namespace {

constexpr double steps[] = {1, -1, 2, -2}, weights[] = {8, -8, -1, 1};  // over 12
constexpr double small = 1e-3;  // of the state: rounding over it is left, and its fourth power

/// How many times over a unit of the column moves a number by itself, or by a tenth of the largest.
double pace(const double* x, const double* by, std::size_t n) {
  double most = 0, result = 0;
  for (std::size_t i = 0; i < n; ++i) most = std::max(most, std::abs(x[i]));
  const double least = most > 0 ? 0.1 * most : 1.0;
  for (std::size_t i = 0; i < n; ++i) {
    result = std::max(result, std::abs(by[i]) / (std::abs(x[i]) + least));
  }
  return result;
}

class Observer {
 public:
  Observer(const MotionSlopes& motion, const std::vector<FitOutput>& outputs)
      : motion_(motion),
        outputs_(outputs),
        n_(motion.model().coordinates().size()),
        side_(motion.model().parts().equations(), Method::automatic) {}

  void set_parameters(const std::vector<double>& parameters) {
    side_.numbers().set_parameters(parameters);
  }

  /// out: what is no coordinate or rate, at (y + h s).
  void observe(const SlopeSample& sample, const double* s, double h, double* out) {
    State state;
    state.t = sample.t;
    state.q.assign(sample.y.begin(), sample.y.begin() + static_cast<std::ptrdiff_t>(n_));
    state.v.assign(sample.y.begin() + static_cast<std::ptrdiff_t>(n_), sample.y.end());
    for (std::size_t i = 0; s && i < n_; ++i) {
      state.q[i] += h * s[i];
      state.v[i] += h * s[n_ + i];
    }
    if (side_.laws()) side_.mode() = sample.mode;
    equations::Workspace& numbers = side_.numbers();
    const Instant& now = side_.full_instant(state.t, state.q.data(), state.v.data());
    numbers.set_accelerations(now.acceleration.data());
    numbers.evaluate(equations::Stage::observe, state.t, state.q.data(), state.v.data());
    std::vector<double> shown;
    for (std::size_t j = 0; j < outputs_.size(); ++j) {
      const FitOutput& output = outputs_[j];
      if (output.kind == FitOutput::Kind::observable) out[j] = numbers.observables()[output.number];
      if (output.kind != FitOutput::Kind::shown_rate) continue;
      if (shown.empty()) shown = rates_at(motion_.model(), state);
      out[j] = shown[output.number];
    }
  }

 private:
  const MotionSlopes& motion_;
  const std::vector<FitOutput>& outputs_;
  std::size_t n_;
  motion::RightSide side_;
};

bool is_plain(const FitOutput& output) {
  return output.kind == FitOutput::Kind::coordinate || output.kind == FitOutput::Kind::rate;
}

void fill_plain(const SlopeAnswer& answer, const std::vector<FitOutput>& outputs, std::size_t n,
                std::size_t moves, OutputSlopes& result) {
  for (std::size_t i = 0; i < answer.samples.size(); ++i) {
    const SlopeSample& sample = answer.samples[i];
    for (std::size_t j = 0; j < outputs.size(); ++j) {
      if (!is_plain(outputs[j])) continue;
      const std::size_t place =
          outputs[j].number + (outputs[j].kind == FitOutput::Kind::rate ? n : 0);
      const std::size_t to = i * outputs.size() + j;
      result.values[to] = sample.y[place];
      for (std::size_t k = 0; k < moves; ++k) {
        result.slopes[to * moves + k] = sample.S[2 * n * k + place];
      }
    }
  }
}

// The step along a column: for all samples the same, so that parameters are set a few times only.
double step_along(const SlopeAnswer& answer, std::size_t n, std::size_t k, double value,
                  bool parameter) {
  double most = parameter && value != 0 ? 1 / std::abs(value) : 0;
  for (const SlopeSample& sample : answer.samples) {
    const double* const s = sample.S.data() + 2 * n * k;
    most = std::max({most, pace(sample.y.data(), s, n), pace(sample.y.data() + n, s + n, n)});
  }
  return small / (most > 0 ? most : 1.0);
}

}  // namespace

OutputSlopes outputs_of(const MotionSlopes& motion, const SlopeAnswer& answer,
                        const std::vector<double>& values, const std::vector<FitOutput>& outputs) {
  const std::size_t n = motion.model().coordinates().size(), moves = motion.moves().size();
  const std::size_t count = outputs.size(), samples = answer.samples.size();
  OutputSlopes result{std::vector<double>(samples * count),
                      std::vector<double>(samples * count * moves)};
  fill_plain(answer, outputs, n, moves, result);
  if (std::all_of(outputs.begin(), outputs.end(), is_plain)) return result;
  Observer observer(motion, outputs);
  for (std::size_t i = 0; i < samples; ++i) {
    observer.observe(answer.samples[i], nullptr, 0, result.values.data() + i * count);
  }
  std::vector<double> out(count);
  for (std::size_t k = 0; k < moves; ++k) {
    const StartMove& move = motion.moves()[k];
    const bool parameter = move.kind == StartMove::Kind::parameter;
    const double h = step_along(answer, n, k, values[k], parameter);
    for (int step = 0; step < 4; ++step) {
      if (parameter) {
        observer.set_parameters(motion.model()
                                    .parts()
                                    .source.moved(move.number, values[k] + steps[step] * h)
                                    .parameters);
      }
      for (std::size_t i = 0; i < samples; ++i) {
        const SlopeSample& sample = answer.samples[i];
        observer.observe(sample, sample.S.data() + 2 * n * k, steps[step] * h, out.data());
        for (std::size_t j = 0; j < count; ++j) {
          if (is_plain(outputs[j])) continue;
          result.slopes[(i * count + j) * moves + k] += weights[step] * out[j] / (12 * h);
        }
      }
    }
    observer.set_parameters(motion.model().parameter_values());
  }
  return result;
}

}  // namespace zwang
