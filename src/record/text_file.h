// SPDX-License-Identifier: Apache-2.0
#pragma once
// A text that somebody wrote, whole: from a file, a pipe or standard input.

#include <cstddef>
#include <string>

namespace zwang::record {

/// At most `most` bytes of it; "-" is standard input. Throws FileError for what cannot be read, at once
/// also for folders, for devices, which may have no end, and for pipes that nobody writes to.
std::string read_text(const std::string& path, std::size_t most);

}  // namespace zwang::record
