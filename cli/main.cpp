// SPDX-License-Identifier: Apache-2.0
// zwang: constrained motion by Gauss's principle of least constraint.

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <sstream>
#include <string>

#include "cli/guarded.h"
#include "cli/shown.h"
#include "cli/verb.h"
#include "zwang/version.h"

constexpr const cli::Verb* kVerbs[] = {
    &cli::run,    &cli::sweep,    &cli::instant,      &cli::check,  &cli::linear,
    &cli::fit,    &cli::periodic, &cli::optimise,     &cli::derive, &cli::report,
    &cli::studio, &cli::compare,  &cli::import_robot, &cli::paper,  &cli::methods};

/// Whether the first word is a command, an option, or missing; says so if it is neither.
static bool verb_known(int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return true;
  std::string names;
  for (const cli::Verb* verb : kVerbs) {
    if (verb->name == argv[1]) return true;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", verb->name);
  }
  fmt::print(stderr, "zwang: unknown command '{}'; commands: {}\n  try: zwang --help\n", argv[1],
             names);
  return false;
}

static int run(int argc, char** argv) {
  if (!verb_known(argc, argv)) return 2;
  CLI::App app("Zwang: constrained motion by Gauss's principle of least constraint.", "zwang");
  app.set_version_flag("--version", fmt::format("zwang {} ({} kernels)", zwang::version(),
                                                zwang::instruction_set()));
  app.require_subcommand(1);
  app.footer("More about a command: zwang COMMAND --help. Example: zwang run pendulum.toml");
  int status = 0;
  for (const cli::Verb* verb : kVerbs) {
    CLI::App* sub = app.add_subcommand(std::string(verb->name), std::string(verb->summary));
    sub->callback([action = verb->declare(*sub), &status] { status = action(); });
  }
  if (argc < 2) {
    fmt::print("{}", app.help());
    return 0;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream out, wrong;
    status = app.exit(error, out, wrong);
    fmt::print("{}", out.str());
    fmt::print(stderr, "{}", cli::shown_lines(wrong.str()));  // it repeats what it was given
    return status == 0 ? 0 : 2;
  }
  return status;
}

int main(int argc, char** argv) {
  try {
    return cli::after_output(run(argc, argv));
  } catch (const std::exception& error) {
    std::fputs("zwang: ", stderr);
    std::fputs(error.what(), stderr);
    std::fputs("\n", stderr);
    return 2;
  }
}
