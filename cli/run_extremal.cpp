// SPDX-License-Identifier: Apache-2.0
#include "cli/run_extremal.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/extremal_table.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/signals.h"
#include "cli/write_results.h"

namespace cli {

namespace {

using Files = std::map<std::string, std::string>;

int status_of(zwang::ExtremalEnding ending) {
  switch (ending) {
    case zwang::ExtremalEnding::done:
      return 0;
    case zwang::ExtremalEnding::infeasible_end:
    case zwang::ExtremalEnding::bad_mass:
    case zwang::ExtremalEnding::degree_one:
    case zwang::ExtremalEnding::fold:
    case zwang::ExtremalEnding::conjugate_end:
    case zwang::ExtremalEnding::not_found:
      return 1;
    case zwang::ExtremalEnding::counts:
    case zwang::ExtremalEnding::natural_unknown:
      return 2;
    case zwang::ExtremalEnding::not_finite:
    case zwang::ExtremalEnding::too_fine:
    case zwang::ExtremalEnding::interrupted:
      return 3;
  }
  return 3;
}

Files write_files(const RunWish& wish, const zwang::Extremals& extremals, const std::string& keep) {
  Files files = write_results(wish, extremals, keep);
  write_text(files["summary"], zwang::to_json(extremals, files));
  return files;
}

}  // namespace

RunOutcome run_extremal(const RunWish& wish, const zwang::Model& model, const std::string& keep) {
  zwang::ExtremalOptions options = wish.extremal;
  ProgressBar bar(wish.talks());
  options.goes_on = [&](const zwang::ExtremalProgress& progress) {
    bar.show(progress);
    return !asked_to_stop();
  };
  const zwang::Extremals extremals = zwang::find_extremals(model, options);
  bar.clear();
  const zwang::ExtremalSummary& summary = extremals.summary();
  // What failed before it found anything wrote nothing that is worth keeping.
  Files files;
  if (!summary.extremals.empty()) files = write_files(wish, extremals, keep);
  RunOutcome outcome{status_of(summary.ending), {}};
  if (wish.json) outcome.json = zwang::to_json(extremals, files);
  if (wish.talks() && !summary.extremals.empty()) print_extremals(extremals, files);
  if (outcome.status != 0 && !wish.json) {
    fmt::print(stderr, "zwang run: {}\n", summary.message);
    if (!files.empty()) fmt::print(stderr, "  what was found is in {}\n", files.at("csv"));
  }
  return outcome;
}

}  // namespace cli
