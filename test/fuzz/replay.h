// SPDX-License-Identifier: Apache-2.0
#pragma once
// The fuzzers without a fuzzing engine: their corpora, and as many inputs made of these by chance as time allows.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace zwang::test {

using FuzzTarget = int (*)(const std::uint8_t* data, std::size_t size);

/// Gives `target` every file of the folders (below test/), then `count` inputs that are made of them: bytes changed, left out,
/// doubled, words of the dictionary (test/fuzz/NAME.dict) put in, two joined. With ZWANG_SOAK=1, fifty times as many. An input at
/// which the target does not return is kept in a file, whose name is told before. Returns how many were given.
int replay(const std::string& name, FuzzTarget target, const std::vector<std::string>& folders,
           int count);

}  // namespace zwang::test
