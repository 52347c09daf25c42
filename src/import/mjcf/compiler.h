// SPDX-License-Identifier: Apache-2.0
#pragma once
// How an MJCF file wants its numbers to be understood.

#include <string>

#include "import/element.h"
#include "import/solid.h"

namespace zwang::import {

struct MjcfCompiler {
  double radians = 0.017453292519943295;  // per unit of an angle: degrees, unless it says otherwise
  std::string eulerseq = "xyz";           // small letters: about axes that turn along
  bool limits_by_range = true;            // a joint with a range has limits
  enum class FromGeoms { never, automatic, always };
  FromGeoms from_geoms = FromGeoms::automatic;
  int first_group = 0, last_group = 5;  // of the geoms that have mass
  double least_mass = 0, least_moment = 0;
  double total_mass = -1;  // negative: as it is
  bool balance = false;    // impossible inertias become round ones
  std::string mesh_folder;
  bool strip_path = false;
};

/// All <compiler> elements of the file together; what comes later counts.
MjcfCompiler read_mjcf_compiler(const Node& mujoco, Findings& findings);

/// Position and orientation of an element in the frame around it.
Pose read_pose(const Element& element, const MjcfCompiler& compiler);

}  // namespace zwang::import
