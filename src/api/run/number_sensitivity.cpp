// SPDX-License-Identifier: Apache-2.0
// The peak of a reaction, the time of an event: no equation of a neighbouring motion has them, so that the motion itself is
// computed for other values. With h = 1e-3 of the value and runs to 1e-11, truncation and noise are both about 1e-8.

#include "api/run/number_sensitivity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "model/states.h"
#include "zwang/error.h"

namespace zwang {

namespace {

constexpr double part = 1e-3, tolerance = 1e-11;
constexpr std::array<double, 4> steps = {1, -1, 2, -2};

using Numbers = std::vector<double>;

Numbers values(const Summary& summary) {
  Numbers all;
  for (const Reduction& one : summary.reductions) all.push_back(one.value);
  return all;
}

/// What is changed by a step: a parameter, or a number of the start.
class Move {
 public:
  Move(const Model& model, const RunOptions& options, const Summary& summary, const std::string& by)
      : model_(model), options_(options), by_(by) {
    options_.sensitivity.clear();
    options_.settings.clear();
    options_.error = options_.resume = false;
    options_.keep.clear();
    options_.columns.emplace();
    options_.samples.reset();
    options_.every.reset();
    options_.every_step.reset();
    options_.duration = summary.end.t - summary.start.t;
    if (summary.tolerance > 0 && !options.step)
      options_.tolerance = std::min(summary.tolerance, tolerance);
    const auto& parameters = model.parameters();
    const auto at = std::find(parameters.begin(), parameters.end(), by);
    if (at != parameters.end()) {
      value_ = model.parameter_values()[static_cast<std::size_t>(at - parameters.begin())];
      size_ = std::abs(*value_);
      return;
    }
    rate_ = by.ends_with('\'');
    const auto& names = model.coordinates();
    const auto found = std::find(names.begin(), names.end(), by.substr(0, by.size() - rate_));
    number_ = static_cast<std::size_t>(found - names.begin());
    if (!options_.start) options_.start = model.start();
    size_ = largest(rate_ ? options_.start->v : options_.start->q);
  }

  double h() const { return part * (size_ > 0 ? size_ : 1.0); }

  Summary at(double step, const LightRun& run) const {
    if (value_) return run(model_.with({{by_, *value_ + step}}), options_);
    RunOptions moved = options_;
    (rate_ ? moved.start->v : moved.start->q)[number_] += step;
    return run(model_, moved);
  }

  /// The same motion, as exactly as the others.
  Summary here(const LightRun& run) const { return run(model_, options_); }

 private:
  const Model& model_;
  RunOptions options_;
  std::string by_;
  std::optional<double> value_;
  bool rate_ = false;
  std::size_t number_ = 0;
  double size_ = 0;
};

// The slopes to both sides differ by h f'' where f is smooth, and so half as much for half the step; at a kink they
// differ as much for every step. Less than 1e-5 of the slopes or 1e-9 of the number is what runs to 1e-11 leave, a hundred
// times and more.
bool is_kink(double f, double a, double b, double aa, double bb) {
  const double near = std::abs(a + b - 2 * f), far = std::abs(aa + bb - 2 * f) / 2;
  const double size = std::abs(a - f) + std::abs(f - b);
  return near > 1e-5 * size + 1e-9 * std::abs(f) && near > 0.75 * far;
}

double slope(double f, const std::array<double, 4>& g, double h) {
  const auto [a, b, aa, bb] = g;
  if (is_kink(f, a, b, aa, bb)) return std::numeric_limits<double>::quiet_NaN();
  return (8 * (a - b) - (aa - bb)) / (12 * h);
}

/// Nothing where one of the runs does not reach the end.
std::optional<std::array<Numbers, 5>> around(const Move& move, const LightRun& run) {
  std::array<Numbers, 5> found;
  try {
    const Summary here = move.here(run);
    if (here.ending != Ending::done) return std::nullopt;
    found[4] = values(here);
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const Summary one = move.at(steps[k] * move.h(), run);
      if (one.ending != Ending::done) return std::nullopt;
      found[k] = values(one);
    }
  } catch (const ModelError&) {
    return std::nullopt;
  }
  return found;
}

}  // namespace

void add_number_sensitivities(const Model& model, const RunOptions& options, const LightRun& run,
                              Summary& summary) {
  if (summary.reductions.empty()) return;
  for (Sensitivity& one : summary.sensitivities) {
    const Move move(model, options, summary, one.by);
    const auto found = around(move, run);
    if (!found) {
      summary.message += " There is no motion for slightly different values of '" + one.by +
                         "', so the sensitivities of the numbers of the run are left out.";
      continue;
    }
    for (std::size_t i = 0; i < summary.reductions.size(); ++i) {
      const auto& [a, b, aa, bb, f] = *found;
      const double by = slope(f[i], {a[i], b[i], aa[i], bb[i]}, move.h());
      const std::string& name = summary.reductions[i].name;
      if (std::isnan(by) && std::isfinite(f[i]))
        summary.message += " '" + name + "' has no derivative with respect to '" + one.by +
                           "' here: its slopes to the two sides differ.";
      one.numbers.emplace_back(name, by);
    }
  }
}

}  // namespace zwang
