// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a run found, for people.

#include <map>
#include <string>

#include "zwang/run.h"

namespace cli {

/// About twenty lines on standard output.
void print_summary(const zwang::Trajectory& trajectory,
                   const std::map<std::string, std::string>& files);

/// "1 row", "2 rows"
std::string counted(std::size_t count, const std::string& noun);

/// Names with commas between them.
std::string listed(const std::vector<std::string>& names);

/// Replaces what was there only when all of it is written; throws zwang::FileTrouble.
void write_text(const std::string& path, const std::string& text);

}  // namespace cli
