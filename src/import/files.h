// SPDX-License-Identifier: Apache-2.0
#pragma once
// The files of a robot on the disk.

#include "import/robot.h"

namespace zwang::import {

/// The text of a file; nothing if it is none, or larger than a robot may be by more than a byte.
std::optional<std::string> read_file(const std::string& path);

/// Files that are named relative to the folder of this one.
Files files_beside(const std::string& path);

}  // namespace zwang::import
