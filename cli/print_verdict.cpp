// SPDX-License-Identifier: Apache-2.0
#include "cli/print_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cli {

namespace {

constexpr std::size_t most_values = 24;

// Against the ± of the run, where it has one.
std::string words_of(const zwang::Trajectory& trajectory, const zwang::Referee::Value& one) {
  if (!(std::abs(one.difference) > 2 * one.error) && one.error > 1e-20 * std::abs(one.value))
    return "the referee has lost its own digits";
  const auto& error = trajectory.summary().error;
  if (!error) return "";
  const std::optional<double> known = error->of(one.name);
  if (!known) return "± unknown";
  return fmt::format("{} ± {:.1e}", std::abs(one.difference) <= *known ? "within" : "BEYOND",
                     *known);
}

}  // namespace

void print_verdict(const zwang::Trajectory& trajectory, const zwang::Referee& verdict,
                   const std::string& path) {
  fmt::print("  {:<20}in quadruple precision: {} steps at tolerance {:g}, {:.3g} s; {}\n",
             "referee", verdict.steps, verdict.tolerance, verdict.seconds, path);
  if (!verdict.problem.empty()) {
    fmt::print("    {}\n", verdict.problem);
    return;
  }
  const std::size_t shown = std::min(verdict.values.size(), most_values);
  std::size_t width = 8;
  for (std::size_t k = 0; k < shown; ++k)
    width = std::max(width, verdict.values[k].name.size() + 2);
  for (std::size_t k = 0; k < shown; ++k) {
    const zwang::Referee::Value& one = verdict.values[k];
    fmt::print("    {:<{}}run − referee = {:>9.1e}   {}\n", one.name, width, one.difference,
               words_of(trajectory, one));
  }
  if (verdict.values.size() > shown)
    fmt::print("    … and {} more\n", verdict.values.size() - shown);
}

}  // namespace cli
