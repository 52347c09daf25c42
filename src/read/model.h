// SPDX-License-Identifier: Apache-2.0
#pragma once
// From the text of a model file to a description.

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "zwang/description.h"

namespace zwang::read {

struct Reading {
  Description description;              // meant to be used only without diagnostics
  std::vector<Diagnostic> diagnostics;  // in the order of the file, 100 at the most; their places
                                        // are bytes of the text
  bool ok() const { return diagnostics.empty(); }
};

/// Reads a model file; `source` is its name. Never throws for any bytes: what is wrong is said in
/// diagnostics, all of it at once, except that after a place that is not TOML nothing is read.
/// Formulas are kept as they are written, and not looked into.
Reading read(std::string_view text, std::string source);

}  // namespace zwang::read
