// SPDX-License-Identifier: Apache-2.0
#include "zwang/fit.h"

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
  std::vector<std::string> set, data, unknowns, weights, loss;
  bool json = false;
};

zwang::FitUnknown read_unknown(const zwang::Model& model, const std::string& text) {
  const std::size_t sign = text.find('=');
  zwang::FitUnknown unknown;
  unknown.name = text.substr(0, sign);
  if (sign != std::string::npos)
    unknown.guess = read_quantity_of(model, "--unknown", unknown.name, text.substr(sign + 1));
  return unknown;
}

zwang::FitOptions options_of(const zwang::Model& model, const Wish& wish) {
  zwang::FitOptions options;
  if (!wish.data.empty()) {
    options.data.emplace();
    for (const std::string& file : wish.data) options.data->emplace_back().file = file;
  }
  if (!wish.unknowns.empty()) {
    options.unknowns.emplace();
    for (const std::string& text : wish.unknowns)
      options.unknowns->push_back(read_unknown(model, text));
  }
  if (!wish.weights.empty()) {
    options.weights.emplace();
    for (const std::string& text : wish.weights) {
      const std::size_t sign = text.find('=');
      if (sign == std::string::npos)
        throw BadOption("--weight must be COLUMN=DEVIATION, not '" + text + "'");
      const std::string column = text.substr(0, sign);
      (*options.weights)[column] =
          read_quantity_of(model, "--weight", column, text.substr(sign + 1));
    }
  }
  if (!wish.loss.empty()) options.loss = wish.loss[0];
  return options;
}

// As many digits as its deviation lets it have, and one more.
std::string shown(double value, double deviation) {
  if (!(deviation > 0) || !std::isfinite(deviation)) return fmt::format("{:.6g}", value);
  const int digits = value == 0 ? 2
                                : static_cast<int>(std::floor(std::log10(std::abs(value)))) -
                                      static_cast<int>(std::floor(std::log10(deviation))) + 2;
  return fmt::format("{:.{}g}", value, std::max(digits, 2));
}

void print_estimates(const zwang::Model& model, const zwang::FitResult& result) {
  fmt::print("\n  {:<16}{:>18}{:>12}{:>34}{:>14}\n", "", "value", "deviation", "95 % interval",
             "guess");
  for (const zwang::FitEstimate& one : result.estimates) {
    const std::string name =
        one.name + (one.experiment > 0 ? fmt::format(" ({})", one.experiment) : "");
    fmt::print("  {:<16}{:>18}", name, shown(one.value, one.deviation));
    if (one.determined) {
      fmt::print("{:>12.2g}{:>34}", one.deviation,
                 fmt::format("[{}, {}]", shown(one.lower, one.deviation),
                             shown(one.upper, one.deviation)));
    } else {
      fmt::print("{:>12}{:>34}", "-", "not determined");
    }
    fmt::print("{:>14.6g}{}{}\n", one.guess, unit_behind(model, one.name),
               one.at_bound ? "   at its bound" : "");
  }
}

void print_correlations(const zwang::FitResult& result) {
  const std::size_t n = result.estimates.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double c = result.correlation[i * n + j];
      if (std::abs(c) > 0.9)
        fmt::print("  {} and {} are correlated: {:.4f}\n", result.estimates[j].name,
                   result.estimates[i].name, c);
    }
  }
}

void print_fit(const zwang::Model& model, const zwang::FitResult& result) {
  fmt::print("{}\n", title_of(model.description().title, model.description().source));
  print_estimates(model, result);
  fmt::print("\n");
  print_correlations(result);
  for (const zwang::FitColumn& column : result.columns) {
    fmt::print("  {}{}: {} measurements, rms of residuals {:.4g}{}\n", column.name,
               column.experiment > 1 || result.columns.back().experiment > 1
                   ? fmt::format(" ({})", column.experiment)
                   : "",
               column.t.size(), column.rms,
               column.given ? fmt::format(" (deviation given: {:.4g})", column.deviation) : "");
  }
  fmt::print("\n{}\n", result.text);
  for (const std::string& note : result.notes) fmt::print("note: {}\n", note);
}

int fit_and_print(const Wish& wish) {
  const zwang::Model model = load_with(wish.model, wish.set);
  const zwang::FitResult result = zwang::fit(model, options_of(model, wish));
  if (wish.json) {
    const std::string json = zwang::to_json(result, model);
    std::fwrite(json.data(), 1, json.size(), stdout);
  } else if (result.problem.empty()) {
    print_fit(model, result);
  } else {
    fmt::print(stderr, "zwang fit: {}\n", result.problem);
  }
  return !result.problem.empty() ? 3 : result.converged ? 0 : 1;
}

Action declare(CLI::App& app) {
  auto wish = std::make_shared<Wish>();
  const auto add = [&](const char* name, std::vector<std::string>& into, const char* about,
                       const char* type) {
    app.add_option(name, into, about)->type_name(type)->allow_extra_args(false);
  };
  app.add_option("MODEL", wish->model, "model file, or - for standard input")->required();
  add("--data", wish->data, "CSV file of an experiment (repeatable)", "FILE");
  add("--unknown", wish->unknowns,
      "parameter, or coordinate or rate of the start, with its guess (repeatable)", "NAME[=GUESS]");
  add("--weight", wish->weights, "standard deviation of a column (repeatable)", "COLUMN=DEVIATION");
  app.add_option("--loss", wish->loss, "squares, huber or cauchy")->type_name("WORD")->expected(1);
  add("--set", wish->set, "NAME=VALUE: override a parameter", "NAME=VALUE");
  app.add_flag("--json", wish->json, "print JSON, and nothing else");
  app.footer(
      "Exit status: 0 fitted, 1 not converged, 2 invalid input, 3 the motion cannot be had.\n\n"
      "Example: zwang fit pendulum.toml --data swing.csv --unknown l=0.9 --unknown c");
  return [wish]() -> int { return guarded("fit", [&] { return fit_and_print(*wish); }); };
}

}  // namespace

const Verb fit{"fit", "parameters and starts that fit measurements, with their uncertainty",
               declare};

}  // namespace cli
