// SPDX-License-Identifier: Apache-2.0
#include "cli/sensitivity_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace cli {

namespace {

constexpr std::size_t most_coordinates = 12, most_columns = 6;

}  // namespace

void print_sensitivities(const zwang::Trajectory& trajectory) {
  const auto& all = trajectory.summary().sensitivities;
  if (all.empty()) return;
  const auto& names = trajectory.model().coordinates();
  const std::size_t rows = std::min(names.size(), most_coordinates);
  const std::size_t columns = std::min(all.size(), most_columns);
  std::size_t width = 8;
  for (std::size_t i = 0; i < rows; ++i) width = std::max(width, names[i].size() + 2);
  fmt::print("  derivatives of the end by\n    {:{}}", "", width);
  for (std::size_t k = 0; k < columns; ++k) fmt::print("{:>17}", all[k].by);
  fmt::print("\n");
  const auto print_row = [&](const std::string& name, auto value) {
    fmt::print("    {:<{}}", name, width);
    for (std::size_t k = 0; k < columns; ++k) fmt::print("{:>17.9g}", value(all[k]) + 0.0);
    fmt::print("\n");
  };
  for (std::size_t i = 0; i < rows; ++i) {
    print_row(names[i], [i](const zwang::Sensitivity& s) { return s.q[i]; });
    print_row(names[i] + "'", [i](const zwang::Sensitivity& s) { return s.v[i]; });
  }
  if (rows < names.size() || columns < all.size()) fmt::print("    … all of them in the summary\n");
}

}  // namespace cli
