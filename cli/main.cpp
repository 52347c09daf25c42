// SPDX-License-Identifier: Apache-2.0
// zwang: constrained motion by Gauss's principle of least constraint.

#include <fmt/format.h>

#include <string>
#include <vector>

#include "cli/verb.h"
#include "zwang/version.h"

int main(int argc, char** argv) {
  CLI::App app("Zwang: constrained motion by Gauss's principle of least constraint.", "zwang");
  app.set_version_flag("--version", fmt::format("zwang {} ({} kernels)", zwang::version(),
                                                zwang::instruction_set()));
  app.require_subcommand(1);
  int status = 0;
  for (const cli::Verb* verb : {&cli::paper, &cli::methods}) {
    CLI::App* sub = app.add_subcommand(std::string(verb->name), std::string(verb->summary));
    sub->callback([action = verb->declare(*sub), &status] { status = action(); });
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "zwang: {}\n", error.what());
    return 2;
  }
  return status;
}
