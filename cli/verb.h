// SPDX-License-Identifier: Apache-2.0
#pragma once
// A verb of the program: one file each; the table in main.cpp is the program and its help.

#include <CLI/CLI.hpp>
#include <functional>
#include <string_view>

namespace cli {

/// Exit status: 0 done, 1 the answer is no, 2 bad input, 3 bad numbers or stopped by a signal.
using Action = std::function<int()>;

struct Verb {
  std::string_view name, summary;
  Action (*declare)(CLI::App& app);  // adds the verb's options, returns what it does
};

extern const Verb run, sweep, instant, check, linear, fit, periodic, optimise, derive, import_robot,
    paper, methods, report, compare, studio;

}  // namespace cli
