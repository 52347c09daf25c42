// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a robot file, URDF or MJCF, to a description: bodies, closures, forces, and a list of all that
// was left out.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zwang/model.h"

namespace zwang::import {

/// How a robot reaches the files that it names. A function not given: no such file.
struct Files {
  /// The text of an included file; a path is relative to the robot's own file.
  std::function<std::optional<std::string>(const std::string& path)> read;
  std::function<bool(const std::string& path)> exists;
};

struct Options {
  /// "ur5": the body `elbow` is called ur5.elbow; parameters, constraints and points of the ground
  /// have names without dots, ur5_NAME. Empty: names as they are.
  std::string prefix;
  bool floating = false;  // the root of a URDF is free, not fixed to the ground
  std::string key;        // the keyframe of an MJCF to start from; empty: its reference pose
};

/// Something about the robot that its model does not say, or says in other words.
struct Remark {
  enum class Kind {
    left_out,  // it may matter to the motion
    unused,    // it does not: looks, sensors, settings of solvers
    renamed,
    noted,
  };
  Kind kind = Kind::noted;
  std::string what;
  std::string source;  // name of the file
  int line = 0;        // 0: of the whole file
};

struct Robot {
  /// title, parameters, bodies (parents first), ground, free (gravity, kinetic energy of rotors),
  /// forces and constraints. Nothing in it has a Location, since it is from another text.
  Description model;
  std::vector<std::string> origins;   // of each body: lines about what it was in the file
  std::vector<Remark> remarks;        // as they were found
  std::vector<Complaint> complaints;  // 100 at the most; the model is meant to be used only without
  bool ok() const { return complaints.empty(); }
};

/// Reads a robot; `source` is the name of its file, for messages. Never throws for any bytes: what is
/// wrong is said in complaints.
Robot read_robot(std::string_view text, const std::string& source, const Files& files = {},
                 const Options& options = {});

/// The same from the disk; a file that cannot be read is a complaint too.
Robot load_robot(const std::string& path, const Options& options = {});

}  // namespace zwang::import
