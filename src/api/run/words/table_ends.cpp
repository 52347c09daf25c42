// SPDX-License-Identifier: Apache-2.0
#include "api/run/words/table_ends.h"

#include <algorithm>
#include <optional>

#include "api/observing.h"
#include "diagnosis/words.h"
#include "model/model_parts.h"
#include "zwang/error.h"

namespace zwang {

namespace {

// Steps end before the data do, by how far they were to go on.
constexpr double near_end = 1e-3;

// Of a formula as it was written; nothing where it means something in its own place only.
std::optional<double> value_at(const Model& model, const std::string& formula, const State& state) {
  const std::string name = "beyond the data";
  try {
    const Model looking = observing(model, {Observable{name, formula, {}}});
    const std::vector<std::string>& names = looking.observables();
    const auto at = std::find(names.begin(), names.end(), name) - names.begin();
    const std::vector<double> values = solve_instant(looking, state).observables;
    if (at < static_cast<std::ptrdiff_t>(values.size()))
      return values[static_cast<std::size_t>(at)];
  } catch (const ModelError&) {
  }
  return std::nullopt;
}

}  // namespace

std::string tables_that_end_at(const Model& model, const State& state) {
  std::string text;
  for (const auto& use : model.parts().source.scope().tables().uses()) {
    const auto x = value_at(model, use.argument, state);
    const double margin = near_end * (use.high - use.low);
    if (!x || (*x > use.low + margin && *x < use.high - margin)) continue;
    text += " The data of '" + use.file + "' go from " + diagnosis::short_number(use.low) + " to " +
            diagnosis::short_number(use.high) + ", and " + use.argument + " is " +
            diagnosis::short_number(*x) +
            ": add data, or choose beyond = \"hold\" or \"extend\" in table(…).";
  }
  return text;
}

}  // namespace zwang
