// SPDX-License-Identifier: Apache-2.0
// The benchmark: every size, full rank and rank 3m/4, then batches, then formulas, each with its
// targets; motion, growth, extremals, bodies, symbolic and contacts, which take minutes, where they are asked for.
// Exit code: 0 done, 1 an answer of ours was wrong, 2 bad input, 3 the file was not written.

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "batch_race.h"
#include "body_race.h"
#include "contact_race.h"
#include "extremal_race.h"
#include "formula_results.h"
#include "json.h"
#include "motion_race.h"
#include "race.h"
#include "symbolic_race.h"
#include "table.h"
#include "verdict.h"

namespace bench {
namespace {

constexpr const char* help =
    R"(zwang_bench: instants of constrained motion and formulas, timed against peers

  --quick        fewer rounds
  --only RACE    only instants, batches, evaluation, compilation, start or families; or motion,
                 growth, extremals, bodies, symbolic or contacts, which run only when named;
                 repeatable
  --size N,M     only instants with N coordinates and M rows, 1 <= M <= N <= 2000
  --json FILE    also write every figure to FILE
  --help         this text

Exit code: 0 done, 1 an answer of ours was wrong, 2 bad input, 3 FILE was not written.
)";

struct Arguments {
  bool quick = false;
  bool help = false;
  std::vector<Size> sizes = {{2, 1, 1},    {6, 3, 3},     {12, 8, 8},
                             {30, 20, 20}, {100, 60, 60}, {300, 200, 200}};
  std::vector<std::string> only;  // empty: everything
  std::string json;

  bool wants(const char* race) const { return only.empty() || names(race); }
  bool names(const char* race) const {
    return std::find(only.begin(), only.end(), race) != only.end();
  }
};

bool is_race(std::string_view word) {
  constexpr std::string_view races[] = {"instants",  "batches",  "evaluation", "compilation",
                                        "start",     "families", "motion",     "growth",
                                        "extremals", "bodies",   "symbolic",   "contacts"};
  return std::find(std::begin(races), std::end(races), word) != std::end(races);
}

/// "30,20" → (30, 20, 20)
std::optional<Size> size_of(std::string_view text) {
  Size size;
  const char* end = text.data() + text.size();
  const auto [comma, n_error] = std::from_chars(text.data(), end, size.n);
  if (n_error != std::errc{} || comma == end || *comma != ',') return {};
  const auto [rest, m_error] = std::from_chars(comma + 1, end, size.m);
  if (m_error != std::errc{} || rest != end) return {};
  if (size.m < 1 || size.m > size.n || size.n > 2000) return {};
  size.r = size.m;
  return size;
}

std::optional<Arguments> arguments_of(const std::vector<std::string>& words) {
  Arguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool has_value = i + 1 < words.size();
    if (words[i] == "--quick") {
      arguments.quick = true;
    } else if (words[i] == "--help") {
      arguments.help = true;
    } else if (words[i] == "--json" && has_value) {
      arguments.json = words[++i];
    } else if (words[i] == "--size" && has_value) {
      const std::optional<Size> size = size_of(words[++i]);
      if (!size) return {};
      arguments.sizes = {*size};
      arguments.only = {"instants"};
    } else if (words[i] == "--only" && has_value && is_race(words[i + 1])) {
      arguments.only.push_back(words[++i]);
    } else {
      return {};
    }
  }
  return arguments;
}

std::vector<Outcome> race_all(const std::vector<Size>& sizes, const Pace& pace) {
  std::vector<Outcome> outcomes;
  for (const Size size : sizes) {
    std::fprintf(stderr, "racing (%zu,%zu) rank %zu ...\n", size.n, size.m, size.r);
    outcomes.push_back(race(size, pace));
  }
  return outcomes;
}

/// The same sizes at rank 3m/4, where that is a rank between 1 and m − 1.
std::vector<Size> deficient(std::vector<Size> sizes) {
  for (Size& size : sizes) size.r = 3 * size.m / 4;
  std::erase_if(sizes, [](Size size) { return size.r == 0; });
  return sizes;
}

bool ours_right(const std::vector<Outcome>& outcomes, const std::vector<BatchOutcome>& batches) {
  const auto right = [](const Timing& t) { return t.kind != Kind::ours || t.right(); };
  return std::all_of(outcomes.begin(), outcomes.end(),
                     [&](const Outcome& o) {
                       return std::all_of(o.timings.begin(), o.timings.end(), right);
                     }) &&
         std::all_of(batches.begin(), batches.end(),
                     [&](const BatchOutcome& o) { return right(o.ours); });
}

FormulaResults race_formulas(const Arguments& arguments, const Pace& pace) {
  FormulaResults results;
  if (arguments.wants("evaluation")) results.evaluation = race_formulas(pace);
  if (arguments.wants("compilation")) results.compilation = race_compilation(pace);
  if (arguments.wants("start")) results.start = race_start();
  if (arguments.wants("families")) results.families = race_families(pace);
  return results;
}

MotionResults race_motions(const Arguments& arguments) {
  const MotionPace pace = arguments.quick ? MotionPace{1, 2, false} : MotionPace{};
  MotionResults results;
  if (arguments.names("motion")) results.outcomes = race_motion(pace);
  if (arguments.names("growth")) results.growth = race_growth(pace);
  return results;
}

ExtremalResults race_extremals(const Arguments& arguments) {
  if (!arguments.names("extremals")) return {};
  return race_extremals(arguments.quick ? ExtremalPace{1, 2} : ExtremalPace{});
}

BodyResults race_bodies(const Arguments& arguments) {
  if (!arguments.names("bodies")) return {};
  return race_bodies(arguments.quick ? BodyPace{1, 3} : BodyPace{});
}

SymbolicResults race_symbolic(const Arguments& arguments) {
  if (!arguments.names("symbolic")) return {};
  return bench::race_symbolic(arguments.quick ? 1 : 3);
}

ContactResults race_contacts(const Arguments& arguments) {
  if (!arguments.names("contacts")) return {};
  return bench::race_contacts(arguments.quick ? 5 : 67);  // about 1000 in all
}

int run(const Arguments& arguments) {
  const Pace pace = arguments.quick ? quick_pace() : full_pace();
  const std::vector<Size> sizes =
      arguments.wants("instants") ? arguments.sizes : std::vector<Size>();
  const std::vector<Outcome> full = race_all(sizes, pace);
  const std::vector<Outcome> partial = race_all(deficient(sizes), pace);
  std::vector<BatchOutcome> batches;
  if (arguments.wants("batches")) batches = race_batches(pace);
  const FormulaResults formulas = race_formulas(arguments, pace);
  const MotionResults motions = race_motions(arguments);
  const ExtremalResults extremals = race_extremals(arguments);
  const BodyResults bodies = race_bodies(arguments);
  const SymbolicResults symbolic = race_symbolic(arguments);
  const ContactResults contacts = race_contacts(arguments);

  std::vector<Outcome> all = full;
  all.insert(all.end(), partial.begin(), partial.end());
  const std::vector<Verdict> targets = verdicts(all, batches);

  print_outcomes("Full rank", full);
  print_outcomes("Rank 3m/4, consistent rows", partial);
  print_batches(batches);
  print_verdicts(targets);
  if (!targets.empty()) std::printf("\n");
  print_results(formulas);
  print_results(motions);
  print_results(extremals);
  print_results(bodies);
  print_results(symbolic);
  print_results(contacts);
  if (!arguments.json.empty() &&
      !(write_json(arguments.json, all, batches, targets) && add_json(arguments.json, formulas) &&
        add_json(arguments.json, motions) && add_json(arguments.json, extremals) &&
        add_json(arguments.json, bodies) && add_json(arguments.json, symbolic) &&
        add_json(arguments.json, contacts))) {
    std::fprintf(stderr, "cannot write %s\n", arguments.json.c_str());
    return 3;
  }
  const bool right = ours_right(all, batches) && formulas.right() && motions.right() &&
                     extremals.right() && bodies.right() && symbolic.right() && contacts.right();
  return right ? 0 : 1;
}

}  // namespace
}  // namespace bench

int main(int count, char** words) {
  const auto arguments = bench::arguments_of({words + 1, words + count});
  if (!arguments || arguments->help) {
    std::fputs(bench::help, arguments ? stdout : stderr);
    return arguments ? 0 : 2;
  }
  return bench::run(*arguments);
}
