// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the readers of both formats work on: the robot as far as it is made, its names, and what was
// found.

#include <string>

#include "import/findings.h"
#include "import/geometry.h"
#include "import/names.h"
#include "import/robot.h"
#include "import/solid.h"

namespace zwang::import {

struct Context {
  Context(const Files& files_, const Options& options_, std::string source_)
      : files(files_),
        options(options_),
        source(std::move(source_)),
        names(options_.prefix, findings) {}

  const Files& files;
  const Options& options;
  std::string source;  // name of the robot's own file
  Findings findings;
  Names names;
  Description model;
  std::vector<std::string> origins;  // of the bodies
  std::vector<const Node*> nodes;    // that the bodies were read from

  /// A path that a file names beside itself, as it is beside the robot's own file.
  std::string beside(const Source& file, const std::string& path) const;
  /// "line 12"; "line 12 of legs.xml" where that is not the robot's own file.
  std::string line_of(const Node& node) const;
  /// Appends a body; returns its number.
  std::size_t add(Body body, std::string origin, const Node& node);
};

Components components(const Vec& vector);
Rotation rotation(const Quaternion& turn);

/// By body: whether its joint or one that it hangs on lets it move.
std::vector<char> moving(const std::vector<Body>& bodies);

/// Gives a body its mass, its centre and its inertia.
void set_solid(Body& body, const Solid& solid);

/// Sums of products as people write them: "2*u - 0.5*arm.angle".
class Sum {
 public:
  /// Nothing where the factor is 0; `what` empty: the factor alone.
  Sum& add(double factor, std::string_view what);
  std::string text() const { return text_.empty() ? "0" : text_; }
  bool empty() const { return terms_ == 0; }
  bool is_one_term() const { return terms_ <= 1; }

 private:
  std::string text_;
  int terms_ = 0;
};

}  // namespace zwang::import
