// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <set>

#include "cli/guarded.h"
#include "cli/memory.h"
#include "cli/settings.h"
#include "cli/shown.h"
#include "cli/verb.h"

namespace cli {

namespace {

struct Wish {
  std::string model;
  std::vector<std::string> set;
  bool json = false;
};

void print_diagnosis(const zwang::Model& model, const zwang::Diagnosis& diagnosis) {
  fmt::print("{}\n", title_of(model.description().title, model.description().source));
  for (const zwang::Finding& finding : diagnosis.findings) {
    std::string lines;
    std::set<int> once;  // shapes that touch have many contacts of one line
    for (const int at : finding.lines) {
      if (at > 0 && once.insert(at).second) {
        lines += fmt::format("{}{}", lines.empty() ? "" : ", ", at);
      }
    }
    fmt::print("  {}: {}{}\n", finding.severity, finding.text,
               lines.empty() ? "" : fmt::format(" (line{} {})", once.size() > 1 ? "s" : "", lines));
    if (!finding.hint.empty()) fmt::print("    hint: {}\n", finding.hint);
  }
  if (diagnosis.findings.empty()) fmt::print("no findings\n");
}

int check_model(const Wish& wish) {
  const zwang::Model model = load_with(wish.model, wish.set);
  const zwang::Diagnosis diagnosis = zwang::check(model);
  if (wish.json) {
    const std::string json = zwang::to_json(diagnosis);
    std::fwrite(json.data(), 1, json.size(), stdout);
  } else {
    print_diagnosis(model, diagnosis);
  }
  return diagnosis.ok() ? 0 : 1;
}

Action declare(CLI::App& app) {
  auto wish = std::make_shared<Wish>();
  app.add_option("MODEL", wish->model, "model file, or - for standard input")->required();
  app.add_option("--set", wish->set,
                 "NAME=VALUE: override a parameter; a number, a formula of numbers (2*sqrt(3)), in "
                 "a model with units 40cm")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  add_memory_option(app);
  app.add_flag("--json", wish->json, "print JSON, and nothing else");
  app.footer(
      "Exit status: 0 the model can run, 1 it cannot, 2 invalid input.\n\n"
      "Example: zwang check four_bar.toml");
  return [wish]() -> int { return guarded("check", [&] { return check_model(*wish); }); };
}

}  // namespace

const Verb check{"check", "check a model: degrees of freedom, redundancy, contradictions, start",
                 declare};

}  // namespace cli
