// SPDX-License-Identifier: Apache-2.0
#include "questions/fit/words.h"

#include <algorithm>
#include <cmath>

#include "diagnosis/words.h"
#include "estimate/quantile.h"

namespace zwang {

namespace {

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k) {
    text += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + names[k];
  }
  return text;
}

std::string of_quality(const FitResult& result) {
  const bool given = std::all_of(result.columns.begin(), result.columns.end(),
                                 [](const FitColumn& column) { return column.given; });
  if (!given || !(result.freedom > 0)) return "";
  const double beyond = estimate::chi_squared_beyond(result.chi_squared, result.freedom);
  const double ratio = std::sqrt(result.chi_squared / result.freedom);
  if (beyond < 1e-3) {
    return " The residuals are " + diagnosis::short_number(std::round(100 * ratio) / 100) +
           " times as large as the weights say: the model lacks something, or the deviations are "
           "larger. Intervals go by the weights.";
  }
  if (beyond > 1 - 1e-3) {
    return " The residuals are only " + diagnosis::short_number(std::round(100 * ratio) / 100) +
           " times as large as the weights say: the deviations are smaller.";
  }
  return " The residuals are as large as the weights say.";
}

std::string of_undetermined(const estimate::Determined& determined,
                            const std::vector<std::string>& names, const FitResult& result) {
  std::vector<std::string> without, together;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (determined.without[k]) without.push_back(names[k]);
    if (determined.free[k] && !determined.without[k]) together.push_back(names[k]);
  }
  std::string text;
  if (!without.empty()) {
    text += " Nothing that was measured depends on " + listed(without) + ".";
  }
  if (together.empty()) return text;
  text += " The measurements cannot tell " + listed(together) + " apart";
  if (result.only.empty() && determined.named) return text + ", and determine none of them.";
  if (!determined.named) return text + ".";
  return text + ": only " + listed(result.only) + (result.only.size() == 1 ? " is" : " are") +
         " determined.";
}

}  // namespace

std::string in_words(const estimate::Combination& combination,
                     const std::vector<std::string>& names) {
  std::string text, below;
  int denominators = 0;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const double power = combination.powers[k], size = std::abs(power);
    if (power == 0) continue;
    if (combination.product) {
      std::string& side = power > 0 ? text : below;
      denominators += power < 0;
      side += (side.empty() ? "" : "*") + names[k] +
              (size == 1 ? "" : "^" + diagnosis::short_number(size));
    } else {
      text += text.empty() ? (power < 0 ? "-" : "") : power < 0 ? " - " : " + ";
      text += (size == 1 ? "" : diagnosis::short_number(size) + "*") + names[k];
    }
  }
  if (below.empty()) return text;
  return (text.empty() ? "1" : text) + "/" + (denominators > 1 ? "(" + below + ")" : below);
}

void add_doubts(FitResult& result) {
  for (const FitColumn& column : result.columns) {
    const auto count = static_cast<double>(column.t.size());
    double mean = 0, spread = 0, together = 0, squares = 0;
    for (const double y : column.measured) mean += y / count;
    for (const double y : column.measured) spread += (y - mean) * (y - mean) / count;
    spread = std::sqrt(spread);
    if (!(column.rms > 1e-7 * spread)) continue;  // nothing but the error of the motion
    for (std::size_t i = 0; i < column.t.size(); ++i) {
      const double r = column.model[i] - column.measured[i];
      squares += r * r;
      if (i > 0) together += r * (column.model[i - 1] - column.measured[i - 1]);
    }
    const std::string name =
        "'" + column.name + "'" +
        (result.columns.back().experiment > 1 ? " (" + std::to_string(column.experiment) + ")"
                                              : "");
    if (column.rms > 0.5 * spread) {
      result.notes.push_back("The residuals of " + name +
                             " are nearly as large as the measurements vary: the search may have "
                             "ended in the wrong minimum. Try another guess.");
      continue;
    }
    // Of independent residuals, one set in two hundred is beyond this.
    const double alike = together / squares;
    if (count >= 10 && alike > 2.6 / std::sqrt(count)) {
      result.notes.push_back(
          "The residuals of " + name + " are not independent: neighbours have a correlation of " +
          diagnosis::short_number(std::round(100 * alike) / 100) +
          ". The model lacks something, or the noise is slow; true intervals are wider.");
    }
  }
}

void describe(estimate::Ending ending, const estimate::Determined& determined,
              const std::vector<std::string>& names, FitResult& result) {
  const std::string count = std::to_string(result.measurements);
  result.converged = ending == estimate::Ending::converged;
  result.text = result.converged
                    ? "Fitted to " + count + " measurements in " + std::to_string(result.steps) +
                          (result.steps == 1 ? " step." : " steps.")
                : ending == estimate::Ending::too_many_steps
                    ? "Not converged: the search ended after " + std::to_string(result.steps) +
                          " steps, and more would bring the sum further down."
                    : "Not converged: no step makes the sum smaller, though its slope is not zero. "
                      "The motion may be too rough for its tolerance, or an event comes and goes.";
  result.text += of_quality(result);
  result.text += of_undetermined(determined, names, result);
  for (const FitEstimate& estimate : result.estimates) {
    if (estimate.at_bound) {
      result.text +=
          " " + estimate.name +
          " is at its bound: its interval, and those of the others, do not take this into account.";
    }
  }
}

}  // namespace zwang
