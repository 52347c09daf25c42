// SPDX-License-Identifier: Apache-2.0
#include "zwang/optimise.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "cli/guarded.h"
#include "cli/output.h"
#include "cli/patience.h"
#include "cli/settings.h"
#include "cli/shown.h"
#include "cli/verb.h"

namespace cli {

namespace {

struct OptimiseWish {
  std::string model, out = ".";
  std::vector<std::string> set, vary, subject;
  std::string minimise, maximise;
  std::optional<long> starts;
  std::optional<std::uint64_t> seed;
  zwang::OptimiseOptions options;
  bool json = false, quiet = false;
};

// NAME=FROM:TO
zwang::OptimiseRange read_range(const std::string& text) {
  const std::size_t sign = text.find('='), colon = text.find(':', sign);
  if (sign == std::string::npos || colon == std::string::npos)
    throw BadOption("--vary must be NAME=FROM:TO, not '" + text + "'");
  return {text.substr(0, sign), read_number("--vary", text.substr(sign + 1, colon - sign - 1)),
          read_number("--vary", text.substr(colon + 1))};
}

// What the command line says replaces what the table says of the same.
zwang::Optimise asked_of(const OptimiseWish& wish, const zwang::Model& model) {
  zwang::Optimise asked = zwang::asked_optimise(model).value_or(zwang::Optimise{});
  if (!wish.minimise.empty() || !wish.maximise.empty()) {
    asked.maximise = wish.minimise.empty();
    asked.formula = asked.maximise ? wish.maximise : wish.minimise;
  }
  if (!wish.vary.empty()) asked.vary.clear();
  for (const std::string& text : wish.vary) asked.vary.push_back(read_range(text));
  if (!wish.subject.empty()) asked.subject = wish.subject;
  if (wish.starts) asked.starts = *wish.starts;
  if (wish.seed) asked.seed = *wish.seed;
  if (asked.formula.empty())
    throw BadOption(
        "the model has no [optimise]: say what is to be least, --minimise \"max(bob.x)\"");
  return asked;
}

void print_optimum(const zwang::Optimum& found, const zwang::Optimise& asked,
                   const zwang::Model& model) {
  fmt::print("{}\n", title_of(model.description().title, model.description().source));
  fmt::print("  {} of {}\n  {:<24}{:>24.10g}\n", asked.maximise ? "greatest" : "least",
             shown(asked.formula), "", found.best.value);
  for (std::size_t k = 0; k < asked.vary.size(); ++k)
    fmt::print("  {:<24}{:>24.10g}\n", asked.vary[k].name, found.best.at[k]);
  for (std::size_t k = 0; k < asked.subject.size(); ++k)
    fmt::print("  {:<24}{:>24.3g} (left side minus right side)\n", asked.subject[k],
               found.best.subject[k]);
  fmt::print("  {}\n", found.text);
}

int search_and_print(const OptimiseWish& wish) {
  const zwang::Model model = load_with(wish.model, wish.set);
  const zwang::Optimise asked = asked_of(wish, model);
  listen_to_signals();
  zwang::OptimiseOptions options = wish.options;
  options.goes_on = [](long) {
    if (asked_to_stop()) say_heard();  // the best so far is written
    return !asked_to_stop();
  };
  const Patience patience([](Patience::FileTime) { return false; }, [] {});
  const zwang::Optimum found = zwang::optimise(model, asked, options);
  const std::string json = zwang::to_json(found, asked, model);
  const std::string stem =
      (wish.model == "-" ? "model" : std::filesystem::path(wish.model).stem().string()) +
      ".optimise.json";
  std::error_code error;
  std::filesystem::create_directories(wish.out, error);
  write_text(wish.out == "." ? stem : (std::filesystem::path(wish.out) / stem).string(), json);
  if (wish.json) fmt::print("{}", json);
  if (!found.problem.empty()) fmt::print(stderr, "zwang optimise: {}\n", found.problem);
  if (!wish.json && !wish.quiet && !found.searches.empty()) print_optimum(found, asked, model);
  if (asked_to_stop()) return 3;
  return found.problem.empty() ? 0 : 1;
}

Action declare(CLI::App& app) {
  auto wish = std::make_shared<OptimiseWish>();
  app.add_option("MODEL", wish->model, "model file, or - for standard input")->required();
  auto* least = app.add_option("--minimise", wish->minimise, "a number of a run: max(bob.x)")
                    ->type_name("FORMULA");
  app.add_option("--maximise", wish->maximise, "or one that is to be greatest")
      ->type_name("FORMULA")
      ->excludes(least);
  app.add_option("--vary", wish->vary, "what varies, between which values: l=0.5:2")
      ->type_name("NAME=FROM:TO")
      ->allow_extra_args(false);
  app.add_option("--subject", wish->subject, "a condition: range(x) = 2, max(f) <= 3")
      ->type_name("CONDITION")
      ->allow_extra_args(false);
  app.add_option("--starts", wish->starts, "searches from so many points (default 8)")
      ->type_name("N");
  app.add_option("--seed", wish->seed, "other seeds begin at other points")->type_name("N");
  app.add_option("--threads", wish->options.threads, "runs at the same time; 0: as many as cores")
      ->type_name("K");
  app.add_option("--tolerance", wish->options.run.tolerance, "relative tolerance of each run")
      ->type_name("X");
  app.add_option("--duration", wish->options.run.duration, "simulated time")->type_name("T");
  app.add_option("--set", wish->set,
                 "NAME=VALUE: override a parameter; a number, a formula of numbers (2*sqrt(3)), in "
                 "a model with units 40cm")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--out", wish->out, "folder for the results (default: the current folder)")
      ->type_name("DIR");
  auto* quiet = app.add_flag("--quiet", wish->quiet, "print errors only");
  app.add_flag("--json", wish->json, "print the result as JSON, and nothing else")->excludes(quiet);
  app.footer(
      "Writes NAME.optimise.json. Exit status: 0 found, 1 no values meet all conditions,\n"
      "2 invalid input, 3 interrupted."
      "\n\nExample: zwang optimise linkage.toml --minimise \"max(norm(joint(crank).force))\" "
      "--vary l=0.2:0.5");
  return [wish]() -> int { return guarded("optimise", [&] { return search_and_print(*wish); }); };
}

}  // namespace

const Verb optimise{"optimise", "find values for which a number of the motion is least", declare};

}  // namespace cli
