// SPDX-License-Identifier: Apache-2.0
#pragma once
// --memory: how much the program may take.

#include <CLI/CLI.hpp>

namespace cli {

/// Adds the option, which holds from where it is read. The library asks what is free before it makes a large model.
void add_memory_option(CLI::App& app);

}  // namespace cli
