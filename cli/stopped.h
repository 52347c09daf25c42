// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a run leaves behind that was ended from outside, by a signal or a kill.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "cli/run_wish.h"

namespace cli {

/// KEEP.part and KEEP.checkpoint, by what they are, where they are there.
std::map<std::string, std::string> kept_files(const std::string& keep);

/// Removes files that were being written when a run of this name was killed (KEEP.csv.tmp-…), and names them. Only for the one
/// who holds the name.
std::vector<std::string> remove_leftovers(const std::string& keep);

bool saved_since(const std::string& keep, std::filesystem::file_time_type since);

/// Tells that the run was stopped and how to resume it, as JSON where that is wanted. Takes no lock of a stream, for whoever
/// prints at this moment may be waiting for its reader.
void say_stopped(const RunWish& wish, const std::string& keep);

}  // namespace cli
