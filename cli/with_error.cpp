// SPDX-License-Identifier: Apache-2.0
#include "cli/with_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "zwang/units.h"

namespace cli {

namespace {

// The place of the first digit: 0 for 1 to 9, -1 for 0.1 to 0.9.
int place_of(double x) { return static_cast<int>(std::floor(std::log10(x))); }

// One digit, rounded up: an error that is shown smaller than it is would be one more.
double rounded_up(double error) {
  const double unit = std::pow(10.0, place_of(error));
  const double digits = error / unit;
  return std::ceil(digits * (1 - 1e-9)) * unit;
}

}  // namespace

std::string with_error(double value, double error) {
  if (!std::isfinite(error)) return fmt::format("{:.2g} ± ?", value + 0.0);
  if (!(error > 0)) return fmt::format("{:.15g}", value + 0.0);
  const double shown = rounded_up(error);
  const int last = place_of(shown), first = value == 0 ? last : place_of(std::abs(value));
  const std::string plus_minus = fmt::format(" ± {:.1g}", shown);
  if (first < last || value == 0) return "0" + plus_minus;
  if (first - last > 15) return fmt::format("{:.16g}", value + 0.0) + plus_minus;
  if (first < -4 || first > 15) return fmt::format("{:.{}e}", value, first - last) + plus_minus;
  const double unit = std::pow(10.0, std::max(last, 0));
  return fmt::format("{:.{}f}", (last > 0 ? std::round(value / unit) * unit : value) + 0.0,
                     std::max(-last, 0)) +
         plus_minus;
}

Shown::Shown(const zwang::Summary& summary, const zwang::Model& model)
    : summary_(summary), model_(model), error_(summary.error ? &*summary.error : nullptr) {}

std::string Shown::operator()(const std::string& name, double value, int digits) const {
  if (summary_.unbounded && !std::isfinite(value)) return "–";
  const zwang::ShownUnitOf in = zwang::shown_unit_of(model_, name);
  return without_unit(name, value, in.factor, digits) + (in.unit.empty() ? "" : " " + in.unit);
}

std::string Shown::without_unit(const std::string& name, double value, double factor,
                                int digits) const {
  if (error_) {
    for (const zwang::RunError::Value& one : error_->values)
      if (one.name == name) return with_error(factor * value, factor * one.error);
  }
  return fmt::format("{:.{}g}", factor * value + 0.0, digits);
}

bool Shown::has(const std::string& name) const {
  return error_ && std::any_of(error_->values.begin(), error_->values.end(),
                               [&](const auto& one) { return one.name == name; });
}

std::string Shown::when(const std::string& name, double t) const {
  return without_unit(name + ".t", t, 1, 9);
}

std::string Shown::event(std::size_t number) const {
  if (!error_ || number >= error_->events.size() || !(error_->events[number] > 0)) return "";
  return "t = " + with_error(summary_.events[number].state.t, error_->events[number]);
}

void print_error(const zwang::Summary& summary) {
  if (summary.error) fmt::print("  {:<20}{}\n", "error (±)", summary.error->message);
}

}  // namespace cli
