// SPDX-License-Identifier: Apache-2.0
#include "zwang/periodic.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <memory>

#include "cli/guarded.h"
#include "cli/output.h"
#include "cli/settings.h"
#include "cli/shown.h"
#include "cli/verb.h"

namespace cli {

namespace {

struct Wish {
  std::string model;
  std::vector<std::string> set, period, guess, over;
  bool json = false;
};

// NAME=FROM:TO
void read_over(const zwang::Model& model, const std::string& text,
               zwang::PeriodicOptions& options) {
  const std::size_t sign = text.find('='), colon = text.find(':', sign);
  if (sign == std::string::npos || colon == std::string::npos)
    throw BadOption("--over must be NAME=FROM:TO, not '" + text + "'");
  const std::string name = text.substr(0, sign);
  options.over = name;
  const std::string from = text.substr(sign + 1, colon - sign - 1);
  options.from = read_quantity_of(model, "--over", name, from);
  options.to = read_quantity_of(model, "--over", name, text.substr(colon + 1));
}

void print_state(const zwang::Model& model, const zwang::State& state) {
  fmt::print("\n  start\n");
  for (std::size_t i = 0; i < state.q.size(); ++i)
    fmt::print("  {:<24}{:>24.12g}{}\n", model.coordinates()[i], state.q[i] + 0.0,
               unit_behind(model, model.coordinates()[i]));
  const std::vector<double> rates = zwang::rates_at(model, state);
  for (std::size_t i = 0; i < rates.size(); ++i)
    fmt::print("  {:<24}{:>24.12g}{}\n", model.rates()[i], rates[i] + 0.0,
               unit_behind(model, model.rates()[i]));
}

void print_multipliers(const zwang::PeriodicMotion& motion) {
  fmt::print("\n  {:<48}{:>16}\n", "multiplier", "size");
  for (const std::complex<double>& one : motion.multipliers) {
    if (one.imag() < 0) continue;
    const std::string text = one.imag() == 0
                                 ? fmt::format("{:.10g}", one.real() + 0.0)
                                 : fmt::format("{:.10g} ± {:.10g}i", one.real() + 0.0, one.imag());
    const std::size_t shown = text.size() - (one.imag() == 0 ? 0 : 1);
    fmt::print("  {}{}{:>16.10g}\n", text, std::string(shown < 48 ? 48 - shown : 1, ' '),
               std::abs(one));
  }
}

void print_branch(const zwang::PeriodicResult& result) {
  if (result.branch.empty()) return;
  fmt::print("\n  {:>16}{:>16}{:>20}   {}\n", result.over, "period", "largest multiplier", "");
  // Some forty of them; the JSON has all.
  const std::size_t every = 1 + result.branch.size() / 40;
  for (std::size_t k = 0; k < result.branch.size(); ++k) {
    const zwang::PeriodicMotion& one = result.branch[k];
    if (k % every != 0 && one.special.empty()) continue;
    double most = 0;
    for (const auto& x : one.multipliers) most = std::max(most, std::abs(x));
    fmt::print("  {:>16.9g}{:>16.9g}{:>20.9g}   {}{}\n", one.parameter, one.period, most,
               zwang::name(one.stability),
               one.special.empty() || one.special == "end" ? "" : ", " + one.special);
  }
}

int find_and_print(const Wish& wish) {
  const zwang::Model model = load_with(wish.model, wish.set);
  zwang::PeriodicOptions options;
  const std::string& time = model.description().time.text;
  if (!wish.period.empty())
    options.period = read_quantity_of(model, "--period", time, wish.period[0]);
  if (!wish.guess.empty()) options.guess = read_quantity_of(model, "--guess", time, wish.guess[0]);
  if (!wish.over.empty()) read_over(model, wish.over[0], options);
  const zwang::PeriodicResult result = zwang::periodic_motion(model, options);
  if (wish.json) {
    const std::string json = zwang::to_json(result, model);
    std::fwrite(json.data(), 1, json.size(), stdout);
  } else if (result.problem.empty()) {
    fmt::print("{}\n", title_of(model.description().title, model.description().source));
    fmt::print("period {:.12g}{}; it returns within {:.1e} of its size\n", result.motion.period,
               result.period_was_found ? " (found)" : "", result.motion.residual);
    print_state(model, result.motion.start);
    print_multipliers(result.motion);
    print_branch(result);
    fmt::print("\n{}\n", result.text);
    for (const std::string& note : result.notes) fmt::print("note: {}\n", note);
  } else {
    fmt::print(stderr, "zwang periodic: {}\n", result.problem);
  }
  return result.problem.empty() ? 0 : 1;
}

Action declare(CLI::App& app) {
  auto wish = std::make_shared<Wish>();
  const auto add = [&](const char* name, std::vector<std::string>& into, const char* about,
                       const char* type) {
    app.add_option(name, into, about)->type_name(type)->expected(1);
  };
  app.add_option("MODEL", wish->model, "model file, or - for standard input")->required();
  add("--period", wish->period, "the period, of a driven system", "NUMBER");
  add("--guess", wish->guess, "about the period, which is found", "NUMBER");
  add("--over", wish->over, "follow the motion over a parameter, through folds", "NAME=FROM:TO");
  app.add_option("--set", wish->set, "NAME=VALUE: override a parameter")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_flag("--json", wish->json, "print JSON, and nothing else");
  app.footer(
      "Exit status: 0 found, 1 no periodic motion near the start, 2 invalid input.\n\n"
      "Example: zwang periodic van_der_pol.toml --guess 6");
  return [wish]() -> int { return guarded("periodic", [&] { return find_and_print(*wish); }); };
}

}  // namespace

const Verb periodic{"periodic", "find a periodic motion, its stability and its branch", declare};

}  // namespace cli
