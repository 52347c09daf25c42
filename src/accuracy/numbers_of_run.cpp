// SPDX-License-Identifier: Apache-2.0
#include "accuracy/numbers_of_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/model_parts.h"

namespace zwang {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

// How often something happened has no error.
bool is_count(const compile::RunFormula& formula) {
  return formula.lone() && formula.numbers[0].kind == words::Reduce::count;
}

double estimate(double a, double b, double size, double floor, bool known) {
  const double error = 2 * std::abs(a - b) + floor * size;
  return known && std::isfinite(error) ? error : unknown;
}

void add_reductions(const Model& model, const Summary& a, const Summary& b, double floor,
                    bool known, RunError& error) {
  const auto& formulas = model.parts().source.motion().names.run_formulas;
  const double span = std::abs(a.end.t - a.start.t);
  const std::size_t count = std::min({a.reductions.size(), b.reductions.size(), formulas.size()});
  for (std::size_t k = 0; k < count; ++k) {
    const Reduction &x = a.reductions[k], &y = b.reductions[k];
    if (is_count(formulas[k]) && x.value == y.value && known) {
      error.values.push_back({x.name, x.value, 0});
      continue;
    }
    if (std::isnan(x.value) && std::isnan(y.value)) continue;  // neither run has it
    const double size = std::max(std::abs(x.value), std::abs(y.value));
    error.values.push_back({x.name, x.value, estimate(x.value, y.value, size, floor, known)});
    if (std::isnan(x.t)) continue;
    error.values.push_back({x.name + ".t", x.t, estimate(x.t, y.t, span, floor, known)});
  }
}

// Of one parameter, rates have the largest rate's size and coordinates the largest coordinate's.
void add_slopes(const std::vector<std::string>& names, const std::string& by,
                const std::vector<double>& a, const std::vector<double>& b, double floor,
                bool known, RunError& error) {
  double size = 0;
  for (const double x : a) size = std::max(size, std::abs(x));
  for (std::size_t i = 0; i < std::min({names.size(), a.size(), b.size()}); ++i)
    error.values.push_back(
        {"d(" + names[i] + ")/d(" + by + ")", a[i], estimate(a[i], b[i], size, floor, known)});
}

}  // namespace

void add_numbers_of_run(const Model& model, const Summary& first, const Summary& second,
                        double floor, bool known, RunError& error) {
  add_reductions(model, first, second, floor, known, error);
  std::vector<std::string> rates;
  for (const std::string& name : model.coordinates()) rates.push_back(name + "'");
  const std::size_t count = std::min(first.sensitivities.size(), second.sensitivities.size());
  for (std::size_t k = 0; k < count; ++k) {
    const Sensitivity &a = first.sensitivities[k], &b = second.sensitivities[k];
    add_slopes(model.coordinates(), a.by, a.q, b.q, floor, known, error);
    add_slopes(rates, a.by, a.v, b.v, floor, known, error);
  }
}

}  // namespace zwang
