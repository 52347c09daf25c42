// SPDX-License-Identifier: Apache-2.0
// From measurements to parameters with their uncertainty.

#include "zwang/fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <set>

#include "estimate/determined.h"
#include "estimate/quantile.h"
#include "questions/fit/question.h"
#include "questions/fit/words.h"

namespace zwang {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double confidence = 0.95;
constexpr int most_rounds = 12;  // of deviations that are found from residuals

/// A measurement among all of them.
struct Place {
  std::size_t experiment, column, row;
};

class Fitting {
 public:
  Fitting(const Model& model, const FitOptions& options)
      : options_(options), wish_(fit_wish(model, options)) {
    for (std::size_t e = 0; e < wish_.experiments.size(); ++e) prepare(e);
    problem_.unknowns = static_cast<Index>(wish_.sought.size());
    problem_.residuals = static_cast<Index>(places_.size());
    problem_.loss = wish_.loss;
    problem_.most_steps = options.steps;
    for (const FitSought& sought : wish_.sought) {
      problem_.lower.push_back(sought.lower);
      problem_.upper.push_back(sought.upper);
      x_.push_back(sought.guess);
      names_.push_back(sought.move.name + (sought.experiment > 0 && wish_.experiments.size() > 1
                                               ? " (" + std::to_string(sought.experiment) + ")"
                                               : ""));
    }
    problem_.evaluate = [this](const auto& x, auto& r, auto& J) { return evaluate(x, r, J); };
  }

  FitResult answer() {
    search();
    result_.notes = wish_.notes;
    result_.measurements = places_.size();
    result_.steps = steps_;
    result_.motions = motions_;
    if (answer_.ending == estimate::Ending::no_start) {
      result_.problem = "The motion with the first guess cannot be had: " + trouble_ + ".";
      return result_;
    }
    if (stopped_) result_.notes.push_back("The search was interrupted.");
    fill_columns();
    judge();
    add_doubts(result_);
    describe(stopped_ ? estimate::Ending::too_many_steps : answer_.ending, determined_, names_,
             result_);
    return result_;
  }

 private:
  void prepare(std::size_t e);
  void search();
  bool evaluate(const std::vector<double>& x, std::vector<double>& r, std::vector<double>& J);
  bool evaluate_one(std::size_t e, const std::vector<double>& x);
  bool renew_deviations();
  void rescale(const std::map<std::string, double>& before);
  void fill_columns();
  void judge();
  bool is_same(const std::vector<double>& x);
  void fill_covariance();
  void fill_estimates();
  double spread_of_loss() const;
  bool is_given(const std::string& column) const { return wish_.weights.contains(column); }

  const FitOptions& options_;
  FitWish wish_;
  std::vector<std::unique_ptr<MotionSlopes>> motions_of_;
  std::vector<OutputSlopes> outputs_;
  std::vector<Place> places_;
  std::map<std::string, double> deviations_;
  estimate::Problem problem_;
  estimate::Answer answer_;
  estimate::Determined determined_;
  std::vector<double> x_;
  std::vector<std::string> names_;
  std::vector<State> starts_;
  std::string trouble_;
  int steps_ = 0, motions_ = 0;
  bool stopped_ = false;
  FitResult result_;
};

// Deviations that nobody gave begin as the spread of the measurements.
void Fitting::prepare(std::size_t e) {
  const FitExperiment& experiment = wish_.experiments[e];
  std::vector<StartMove> moves;
  for (const std::size_t k : experiment.sought) moves.push_back(wish_.sought[k].move);
  motions_of_.push_back(
      std::make_unique<MotionSlopes>(experiment.model, std::move(moves), wish_.tolerance));
  outputs_.emplace_back();
  starts_.emplace_back();
  for (std::size_t c = 0; c < experiment.names.size(); ++c) {
    double sum = 0, squares = 0, count = 0;
    for (std::size_t i = 0; i < experiment.times.size(); ++i) {
      const double y = experiment.measured[c][i];
      if (!std::isfinite(y)) continue;
      places_.push_back({e, c, i});
      sum += y;
      squares += y * y;
      ++count;
    }
    const double mean = sum / count, variance = squares / count - mean * mean;
    double& deviation = deviations_[experiment.names[c]];
    deviation = std::max(deviation, variance > 0 ? std::sqrt(variance)
                                    : mean != 0  ? std::abs(mean)
                                                 : 1.0);
  }
  for (const auto& [name, deviation] : wish_.weights) deviations_[name] = deviation;
}

bool Fitting::evaluate_one(std::size_t e, const std::vector<double>& x) {
  const FitExperiment& experiment = wish_.experiments[e];
  std::vector<double> values;
  for (const std::size_t k : experiment.sought) values.push_back(x[k]);
  ++motions_;
  const double until = experiment.times.back();
  const SlopeAnswer motion = motions_of_[e]->follow(values, experiment.times, until);
  if (!motion.problem.empty()) {
    trouble_ = motion.problem;
    return false;
  }
  starts_[e] = motion.start;
  outputs_[e] = outputs_of(*motions_of_[e], motion, values, experiment.outputs);
  return true;
}

bool Fitting::evaluate(const std::vector<double>& x, std::vector<double>& r,
                       std::vector<double>& J) {
  if (stopped_ || (options_.goes_on && !options_.goes_on(motions_))) {
    stopped_ = true;
    return false;
  }
  for (std::size_t e = 0; e < wish_.experiments.size(); ++e) {
    if (!evaluate_one(e, x)) return false;
  }
  const std::size_t m = places_.size();
  for (std::size_t i = 0; i < m; ++i) {
    const auto& [e, c, row] = places_[i];
    const FitExperiment& experiment = wish_.experiments[e];
    const std::size_t place = row * experiment.outputs.size() + c;
    const double deviation = deviations_.at(experiment.names[c]);
    r[i] = (outputs_[e].values[place] - experiment.measured[c][row]) / deviation;
    const std::size_t moves = experiment.sought.size();
    for (std::size_t k = 0; k < moves; ++k) {
      J[experiment.sought[k] * m + i] = outputs_[e].slopes[place * moves + k] / deviation;
    }
  }
  return true;
}

// Searches; where deviations are not given, again with those of the residuals, until they agree. One column
// alone has the same minimum whatever its deviation is, if all residuals count alike.
void Fitting::search() {
  std::size_t unknown = 0;
  for (const auto& [name, deviation] : deviations_) unknown += !is_given(name);
  const bool again =
      unknown > 0 && (deviations_.size() > 1 || wish_.loss != estimate::Loss::squares);
  const estimate::Loss loss = wish_.loss;
  if (unknown > 0)
    problem_.loss = estimate::Loss::squares;  // which needs no deviations to begin with
  for (int round = 0; round < most_rounds; ++round) {
    answer_ = solve(problem_, x_);
    steps_ += answer_.steps;
    if (answer_.ending == estimate::Ending::no_start) return;
    x_ = answer_.x;
    const bool moved = unknown > 0 && renew_deviations();
    if (!again || stopped_ || (!moved && problem_.loss == loss)) return;
    problem_.loss = loss;
  }
}

// The deviations of the residuals, those of the answer in their units from now on; false: they are as they
// were. Robust where the loss is: by their median.
bool Fitting::renew_deviations() {
  const std::map<std::string, double> before = deviations_;
  const double share = 1 - static_cast<double>(x_.size()) / static_cast<double>(places_.size());
  for (auto& [name, deviation] : deviations_) {
    if (is_given(name)) continue;
    std::vector<double> left;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (wish_.experiments[places_[i].experiment].names[places_[i].column] == name)
        left.push_back(std::abs(answer_.r[i]));
    }
    double size = 0;
    if (wish_.loss == estimate::Loss::squares) {
      for (const double r : left) size += r * r / static_cast<double>(left.size());
      size = std::sqrt(size / share);
    } else {
      std::nth_element(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(left.size() / 2),
                       left.end());
      size = 1.4826 * left[left.size() / 2] / std::sqrt(share);
    }
    deviation *= std::max(size, 1e-14);  // data without errors
  }
  rescale(before);
  bool moved = false;
  for (const auto& [name, deviation] : deviations_) {
    moved = moved || std::abs(deviation / before.at(name) - 1) > 1e-4;
  }
  return moved;
}

void Fitting::rescale(const std::map<std::string, double>& before) {
  const std::size_t m = places_.size();
  for (std::size_t i = 0; i < m; ++i) {
    const std::string& name = wish_.experiments[places_[i].experiment].names[places_[i].column];
    const double factor = before.at(name) / deviations_.at(name);
    answer_.r[i] *= factor;
    for (std::size_t k = 0; k < x_.size(); ++k) answer_.J[k * m + i] *= factor;
  }
}

void Fitting::fill_columns() {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const auto& [e, c, row] = places_[i];
    const FitExperiment& experiment = wish_.experiments[e];
    if (i == 0 || places_[i - 1].experiment != e || places_[i - 1].column != c) {
      FitColumn& column = result_.columns.emplace_back();
      column.name = experiment.names[c];
      column.experiment = e + 1;
      column.deviation = deviations_.at(column.name);
      column.given = is_given(column.name);
    }
    FitColumn& column = result_.columns.back();
    const double measured = experiment.measured[c][row];
    column.t.push_back(experiment.times[row]);
    column.measured.push_back(measured);
    column.model.push_back(measured + answer_.r[i] * column.deviation);
  }
  for (FitColumn& column : result_.columns) {
    for (std::size_t i = 0; i < column.t.size(); ++i) {
      const double left = column.model[i] - column.measured[i];
      column.rms += left * left / static_cast<double>(column.t.size());
    }
    column.rms = std::sqrt(column.rms);
  }
  result_.chi_squared = 0;
  for (const double r : answer_.r) result_.chi_squared += r * r;
}

// What a loss that is no square makes of (JᵀJ)⁻¹ (Huber, Robust Statistics, 7.6): Σψ²/(m − n) over the
// square of the mean of ψ'.
double Fitting::spread_of_loss() const {
  if (wish_.loss == estimate::Loss::squares) return 1;
  double squares = 0, slopes = 0;
  for (const double r : answer_.r) {
    const double psi = weight_of(wish_.loss, r) * r;
    squares += psi * psi;
    slopes += curvature_of(wish_.loss, r);
  }
  const double mean = slopes / static_cast<double>(answer_.r.size());
  return squares / std::max(result_.freedom, 1.0) / (mean * mean);
}

// Whether nothing that was measured changes, to the digits that the motion has.
bool Fitting::is_same(const std::vector<double>& x) {
  std::vector<double> there(places_.size()), J(answer_.J.size());
  if (!evaluate(x, there, J)) return false;
  double change = 0, size = 0;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const auto& [e, c, row] = places_[i];
    const double deviation = deviations_.at(wish_.experiments[e].names[c]);
    change = std::max(change, std::abs(there[i] - answer_.r[i]) * deviation);
    size = std::max(size, std::abs(wish_.experiments[e].measured[c][row]));
  }
  return change <= 1e-6 * size;
}

void Fitting::judge() {
  const auto n = static_cast<Index>(x_.size()), m = static_cast<Index>(places_.size());
  result_.starts = starts_;
  determined_ = estimate::look_for_combinations(
      m, n, answer_.J, x_, [this](const std::vector<double>& x) { return is_same(x); });
  for (const estimate::Combination& one : determined_.combinations)
    result_.only.push_back(in_words(one, names_));
  result_.freedom = static_cast<double>(m - determined_.rank);
  fill_covariance();
  fill_estimates();
}

void Fitting::fill_covariance() {
  const double spread = spread_of_loss();
  const std::size_t size = x_.size();
  result_.covariance.assign(size * size, nan);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      if (determined_.free[i] || determined_.free[j]) continue;
      double sum = 0;
      for (std::size_t k = 0; k < determined_.values.size(); ++k) {
        const double s = determined_.values[k];
        sum += determined_.basis[k * size + i] * determined_.basis[k * size + j] / (s * s);
      }
      result_.covariance[i * size + j] = spread * sum * determined_.unit[i] * determined_.unit[j];
    }
  }
  result_.correlation = result_.covariance;
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      const double product = result_.covariance[i * size + i] * result_.covariance[j * size + j];
      result_.correlation[i * size + j] /= std::sqrt(product);
    }
  }
}

void Fitting::fill_estimates() {
  const bool all_given = std::all_of(result_.columns.begin(), result_.columns.end(),
                                     [](const FitColumn& column) { return column.given; });
  const double far = estimate::student_quantile(confidence, all_given ? infinity : result_.freedom);
  for (std::size_t i = 0; i < x_.size(); ++i) {
    const FitSought& sought = wish_.sought[i];
    FitEstimate& estimate = result_.estimates.emplace_back();
    estimate.name = sought.move.name;
    estimate.experiment = wish_.experiments.size() > 1 ? sought.experiment : 0;
    estimate.guess = sought.guess;
    estimate.value = x_[i];
    estimate.determined = !determined_.free[i];
    estimate.at_bound = answer_.held[i] != 0;
    estimate.deviation =
        estimate.determined ? std::sqrt(result_.covariance[i * x_.size() + i]) : infinity;
    estimate.lower = x_[i] - far * estimate.deviation;
    estimate.upper = x_[i] + far * estimate.deviation;
    if (sought.move.kind == StartMove::Kind::parameter) result_.settings[sought.move.name] = x_[i];
  }
}

}  // namespace

FitResult fit(const Model& model, const FitOptions& options) {
  return Fitting(model, options).answer();
}

}  // namespace zwang
