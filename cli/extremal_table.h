// SPDX-License-Identifier: Apache-2.0
#pragma once
// The extremals of a model, for people.

#include <map>
#include <string>

#include "zwang/extremal.h"

namespace cli {

/// A line for each extremal on standard output, and what holds for all of them.
void print_extremals(const zwang::Extremals& extremals,
                     const std::map<std::string, std::string>& files);

}  // namespace cli
