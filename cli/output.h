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

/// "1 equation", "2 equations"
std::string counted(std::size_t count, const std::string& noun);

/// "1 (2 coordinates − 1 independent constraint)"
std::string freedom_words(std::size_t freedom, const std::string& of, std::size_t rank);

/// "11 equations, 5 independent"
std::string equations_words(std::size_t rows, std::size_t rank, bool redundant);

/// Names with commas between them.
std::string listed(const std::vector<std::string>& names);

/// Replaces what was there only when all of it is written; throws zwang::FileTrouble.
void write_text(const std::string& path, const std::string& text);

}  // namespace cli
