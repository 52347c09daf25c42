// SPDX-License-Identifier: Apache-2.0
// One state of a model: what it would do freely, what binds it, and what it does.

#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "cli/guarded.h"
#include "cli/instant_table.h"
#include "cli/settings.h"
#include "cli/verb.h"

namespace cli {

namespace {

struct Wish {
  std::string model, kernel = "auto";
  std::vector<std::string> set, at;
  bool full = false, json = false;
};

int status_of(const zwang::Instant& instant) {
  switch (instant.status) {
    case zwang::Status::ok:
      return 0;
    case zwang::Status::contradictory:
    case zwang::Status::degenerate:
      return 1;
    default:
      return 3;
  }
}

int solve_and_print(const Wish& wish) {
  const zwang::Model model = zwang::load_model(wish.model, read_settings(wish.set));
  zwang::Options options;
  options.method = read_kernel(wish.kernel);
  const zwang::ModelInstant x = zwang::solve_instant(model, read_state(model, wish.at), options);
  if (wish.json) {
    const std::string json = zwang::to_json(x, model, wish.full);
    std::fwrite(json.data(), 1, json.size(), stdout);
  } else {
    print_instant(model, x, wish.full);
  }
  return status_of(x.instant);
}

Action declare(CLI::App& app) {
  auto wish = std::make_shared<Wish>();
  app.add_option("MODEL", wish->model, "model file")->required();
  app.add_option("--at", wish->at, "NAME=VALUE,…: another state than the start; t, x, x'")
      ->type_name("NAME=VALUE,...")
      ->allow_extra_args(false);
  app.add_option("--set", wish->set, "NAME=VALUE: another value of a parameter")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--kernel", wish->kernel, "how the instant is solved (zwang methods)")
      ->type_name("K");
  app.add_flag("--full", wish->full, "the matrices too: M, Q, A, b, K, K1");
  app.add_flag("--json", wish->json, "print JSON, and nothing else");
  app.footer(
      "Exit status: 0 solved, 1 contradictory or not determined, 2 bad input, 3 bad numbers.\n\n"
      "Example: zwang instant pendulum.toml --at \"bob.x=0.6,bob.y=-0.8,bob.x'=0.8\"");
  return [wish]() -> int { return guarded("instant", [&] { return solve_and_print(*wish); }); };
}

}  // namespace

const Verb instant{"instant", "solve one state: accelerations, forces, multipliers, checks",
                   declare};

}  // namespace cli
