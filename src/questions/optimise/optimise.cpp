// SPDX-License-Identifier: Apache-2.0
// Searches over runs: each batch of points is a sweep, so that threads, limits and failures are those of sweeps.

#include "zwang/optimise.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "api/model_error.h"
#include "estimate/minimise.h"
#include "model/model_parts.h"
#include "scope/code.h"
#include "zwang/sweep.h"

namespace zwang {

namespace {

constexpr long looks = 16;  // points that are looked at for each search

/// "left = right", "left <= right", "left >= right".
struct Condition {
  std::string left, right;
  char relation = '=';
};

std::optional<Condition> condition_of(const std::string& text) {
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool either = text[k] == '<' || text[k] == '>';
    if (!either && text[k] != '=') continue;
    const std::size_t after = k + (either && k + 1 < text.size() && text[k + 1] == '=' ? 2 : 1);
    Condition found{text.substr(0, k), text.substr(after), text[k]};
    const auto blank = [](const std::string& side) {
      return side.find_first_not_of(" \t") == std::string::npos;
    };
    if (blank(found.left) || blank(found.right) ||
        found.right.find_first_of("<>=") != std::string::npos)
      return std::nullopt;
    return found;
  }
  return std::nullopt;
}

/// Runs at points, as a sweep over a list of them.
class Runs {
 public:
  Runs(const Model& model, const Optimise& asked, const OptimiseOptions& options)
      : model_(model), asked_(asked), options_(options) {
    for (const OptimiseRange& one : asked.vary) {
      if (!std::isfinite(one.from) || !std::isfinite(one.to) || !(one.from < one.to))
        throw InputError("vary", "'" + one.name + "' must go from one value to a greater one");
    }
    if (asked.vary.empty()) throw InputError("vary", "nothing varies");
    if (!(asked.tolerance > 0 && asked.tolerance < 1))
      throw InputError("tolerance", "must be between 0 and 1");
    if (asked.starts < 1) throw InputError("starts", "must be at least 1");
    sweep_.watch = {{"value", asked.formula, {}}};
    for (const std::string& text : asked.subject) {
      const auto condition = condition_of(text);
      if (!condition)
        throw InputError("subject", "'" + text + "' is not a condition such as \"range(x) = 2\"");
      conditions_.push_back(*condition);
      sweep_.watch.push_back({text, "(" + condition->left + ") - (" + condition->right + ")", {}});
    }
  }

  std::vector<estimate::Valued> at(const std::vector<std::vector<double>>& points) {
    Sweep sweep = sweep_;
    sweep.scheme = "list";
    for (std::size_t k = 0; k < asked_.vary.size(); ++k) {
      Variation one{asked_.vary[k].name, Variation::Kind::values, {}};
      for (const auto& point : points) one.numbers.push_back(point[k]);
      sweep.vary.push_back(std::move(one));
    }
    return valued(done(sweep));
  }

  /// Points that fill the ranges evenly, and their values.
  std::vector<std::pair<std::vector<double>, estimate::Valued>> even(long count) {
    Sweep sweep = sweep_;
    sweep.scheme = asked_.vary.size() <= 21 ? "sobol" : "latin";
    sweep.runs = count;
    sweep.seed = asked_.seed;
    for (const OptimiseRange& one : asked_.vary)
      sweep.vary.push_back({one.name, Variation::Kind::uniform, {one.from, one.to}});
    const SweepResult result = done(sweep);
    const std::vector<estimate::Valued> values = valued(result);
    std::vector<std::pair<std::vector<double>, estimate::Valued>> found;
    for (std::size_t k = 0; k < values.size(); ++k)
      found.emplace_back(result.runs[k].varied, values[k]);
    return found;
  }

  LocalOptimum told(const estimate::Minimum& minimum) const {
    LocalOptimum local;
    local.at = minimum.x;
    local.value = asked_.maximise ? -minimum.value.f : minimum.value.f;
    local.converged = minimum.converged;
    local.met = minimum.value.there && minimum.missed <= asked_.tolerance;
    std::size_t equal = 0, most = 0;
    for (const Condition& one : conditions_) {
      if (one.relation == '=')
        local.subject.push_back(minimum.value.equal[equal++]);
      else
        local.subject.push_back((one.relation == '<' ? 1 : -1) * minimum.value.most[most++]);
    }
    return local;
  }

  long count() const { return count_; }
  bool goes_on() const { return !options_.goes_on || options_.goes_on(count_); }
  const std::string& failure() const { return failure_; }

 private:
  SweepResult done(const Sweep& sweep) {
    SweepOptions options;
    options.run = options_.run;
    options.threads = options_.threads;
    SweepResult result = zwang::sweep(model_, sweep, options);
    count_ += static_cast<long>(result.runs.size());
    return result;
  }

  std::vector<estimate::Valued> valued(const SweepResult& result) {
    std::vector<estimate::Valued> values;
    for (const SweepRun& run : result.runs) {
      estimate::Valued one;
      one.there = run.ok();
      for (const double x : run.watched) one.there = one.there && std::isfinite(x);
      if (!run.ok() && failure_.empty()) failure_ = run.message;
      one.f = (asked_.maximise ? -1 : 1) * run.watched[0];
      for (std::size_t k = 0; k < conditions_.size(); ++k) {
        const double x = run.watched[k + 1];
        if (conditions_[k].relation == '=')
          one.equal.push_back(x);
        else
          one.most.push_back(conditions_[k].relation == '<' ? x : -x);
      }
      values.push_back(std::move(one));
    }
    return values;
  }

  const Model& model_;
  const Optimise& asked_;
  const OptimiseOptions& options_;
  Sweep sweep_;
  std::vector<Condition> conditions_;
  long count_ = 0;
  std::string failure_;  // of the first run that had one
};

// The best points to begin from: by value and by what conditions miss, each in units of how much it differs
// between the points.
std::vector<std::vector<double>> starts_of(
    std::vector<std::pair<std::vector<double>, estimate::Valued>> points, long count) {
  std::erase_if(points, [](const auto& one) { return !one.second.there; });
  const auto span = [&](const auto& number) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const auto& one : points) {
      low = std::min(low, number(one.second));
      high = std::max(high, number(one.second));
    }
    return high > low ? high - low : 1.0;
  };
  std::vector<double> score(points.size());
  const auto add = [&](const auto& number) {
    const double unit = span(number);
    for (std::size_t k = 0; k < points.size(); ++k) score[k] += number(points[k].second) / unit;
  };
  add([](const estimate::Valued& one) { return one.f; });
  for (std::size_t i = 0; !points.empty() && i < points[0].second.equal.size(); ++i)
    add([i](const estimate::Valued& one) { return std::abs(one.equal[i]); });
  for (std::size_t i = 0; !points.empty() && i < points[0].second.most.size(); ++i)
    add([i](const estimate::Valued& one) { return std::max(0.0, one.most[i]); });
  std::vector<std::size_t> order(points.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return score[a] < score[b]; });
  std::vector<std::vector<double>> starts;
  for (std::size_t k = 0; k < order.size() && k < static_cast<std::size_t>(count); ++k)
    starts.push_back(points[order[k]].first);
  return starts;
}

// The same value, or the same place: a least value of 0 is never met to so many digits.
bool is_same(const LocalOptimum& a, const LocalOptimum& b, const Optimise& asked) {
  if (!a.met) return false;
  bool near = true;
  for (std::size_t k = 0; k < a.at.size(); ++k) {
    const double range = asked.vary[k].to - asked.vary[k].from;
    near = near && std::abs(a.at[k] - b.at[k]) <= 1e-3 * range;
  }
  return near ||
         std::abs(a.value - b.value) <= 1e-4 * std::max(std::abs(a.value), std::abs(b.value));
}

std::string words_of(const Optimum& optimum, const Optimise& asked) {
  std::size_t same = 0;
  for (const LocalOptimum& one : optimum.searches)
    same += is_same(one, optimum.best, asked) ? 1 : 0;
  std::string text = std::to_string(same) + " of " + std::to_string(optimum.searches.size()) +
                     (optimum.searches.size() == 1 ? " search" : " searches") + " ended here, by " +
                     std::to_string(optimum.runs) + " runs.";
  if (!optimum.best.converged) text += " It was still getting better where the search ended.";
  if (same < 2 && optimum.searches.size() > 1)
    text += " No other search came to it: there may be better ones; try more starts.";
  return text;
}

}  // namespace

std::optional<Optimise> asked_optimise(const Model& model) {
  const std::optional<OptimiseQuestion>& table = model.description().optimise;
  if (!table) return std::nullopt;
  std::vector<Diagnostic> wrong;
  const auto number = [&](const Expression& expression) {
    return model.parts().source.number(expression, wrong).value_or(0);
  };
  Optimise asked;
  asked.maximise = table->maximise.given();
  asked.formula = asked.maximise ? table->maximise.text : table->minimise.text;
  for (const auto& [name, bounds] : table->vary)
    asked.vary.push_back({name.text, number(bounds[0]), number(bounds[1])});
  for (const Expression& condition : table->subject) asked.subject.push_back(condition.text);
  if (table->starts.given()) asked.starts = static_cast<long>(number(table->starts));
  if (table->seed.given()) asked.seed = static_cast<std::uint64_t>(number(table->seed));
  if (table->tolerance.given()) asked.tolerance = number(table->tolerance);
  const Description& description = model.description();
  if (!wrong.empty()) throw ModelError(complaints_of(wrong, description.text, description.source));
  return asked;
}

Optimum optimise(const Model& model, const Optimise& asked, const OptimiseOptions& options) {
  Runs runs(model, asked, options);
  Optimum optimum;
  const auto starts = starts_of(runs.even(looks * asked.starts), asked.starts);
  if (starts.empty()) {
    optimum.problem = "no run within the ranges ended well: " + runs.failure();
    return optimum;
  }
  std::vector<double> lower, upper;
  for (const OptimiseRange& one : asked.vary) {
    lower.push_back(one.from);
    upper.push_back(one.to);
  }
  const estimate::Asked ask = [&](const auto& points) { return runs.at(points); };
  for (const std::vector<double>& start : starts) {
    if (!runs.goes_on()) break;
    optimum.searches.push_back(runs.told(estimate::minimise(
        lower, upper, start, ask, asked.tolerance, [&] { return runs.goes_on(); })));
  }
  if (optimum.searches.empty()) {
    optimum.problem = "the search was interrupted before it began";
    return optimum;
  }
  const auto better = [&](const LocalOptimum& a, const LocalOptimum& b) {
    if (a.met != b.met) return a.met;
    return asked.maximise ? a.value > b.value : a.value < b.value;
  };
  std::stable_sort(optimum.searches.begin(), optimum.searches.end(), better);
  optimum.best = optimum.searches.front();
  optimum.runs = runs.count();
  if (!optimum.best.met) optimum.problem = "no values were found that meet all conditions";
  for (std::size_t k = 0; k < asked.vary.size(); ++k) {
    const auto& names = model.parameters();
    if (std::find(names.begin(), names.end(), asked.vary[k].name) != names.end())
      optimum.settings[asked.vary[k].name] = optimum.best.at[k];
  }
  optimum.text = words_of(optimum, asked);
  return optimum;
}

}  // namespace zwang
