// SPDX-License-Identifier: Apache-2.0
#pragma once
// Robots from URDF and MJCF files.

#include <string>
#include <vector>

#include "zwang/description.h"

namespace zwang {

struct ImportOptions {
  bool floating = false;  // the root of a URDF is free, not fixed to the ground
  std::string key;        // the keyframe of an MJCF to start from; empty: its reference pose
};

struct ImportedRobot {
  Description description;           // a question and, for a URDF, gravity are still to be given
  std::string model;                 // a whole model file
  std::vector<std::string> remarks;  // on what was left out, lines for people
};

/// Throws ModelError for a file that is no robot, or that cannot be read.
ImportedRobot import_robot(const std::string& path, const ImportOptions& options = {});

}  // namespace zwang
