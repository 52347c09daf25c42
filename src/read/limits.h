// SPDX-License-Identifier: Apache-2.0
#pragma once
// Limits that keep any file from exhausting the machine, checked before the file is understood.

#include <optional>
#include <string_view>

#include "base/diagnostic.h"

namespace zwang::read {

inline constexpr Index max_file_bytes = Index{64} << 20;
inline constexpr Index max_values = 10'000'000;     // of a file, lists and tables included
inline constexpr Index max_nesting = 32;            // brackets and braces
inline constexpr Index max_key_parts = 16;          // a.b.c has three
inline constexpr Index max_dotted_keys = 100'000;   // of a file: the TOML library searches them all
inline constexpr double max_family = 10'000'000;    // members
inline constexpr double max_samples = 100'000'000;  // of a run

/// What about the file is too large, or that it is not UTF-8.
std::optional<Diagnostic> find_excess(std::string_view text);

}  // namespace zwang::read
