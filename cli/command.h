// SPDX-License-Identifier: Apache-2.0
#pragma once
// The command that asks for the same run.

#include <string>

#include "cli/run_wish.h"

namespace cli {

/// As a shell takes it for one word.
std::string quoted(const std::string& word);

/// Without what changes no result: where the files go, and what is printed.
std::string command_of(const RunWish& wish);

/// The command that continues this one: another method or duration would be another run.
std::string resuming(const RunWish& wish);

}  // namespace cli
