// SPDX-License-Identifier: Apache-2.0
#pragma once
// What holds for any bytes that are read as a robot: nothing crashes, what is wrong has a code, a place
// and words, and what is right has names that formulas can use, finite numbers, parents before their
// children, and is written as a model file that reads.

#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>

#include "formula/parse/letter.h"
#include "formula/parse/words.h"
#include "import/model_text.h"
#include "read/model.h"

namespace zwang::test {

inline void check(bool holds) {
  if (!holds) std::abort();
}

inline void check_name(const std::string& name) {
  check(formula::is_name(name) && !formula::is_reserved(name));
}

inline void check_numbers(const Components& numbers) {
  for (const Expression& one : numbers) {
    check(one.given());
    check(one.text.find("/0") == std::string::npos);  // how numbers that are none are written
  }
}

inline void check_bodies(const Description& model) {
  std::set<std::string> names{"ground"};
  for (const Body& body : model.bodies) {
    check_name(body.name.text);
    check(names.contains(body.parent.text));
    check(names.insert(body.name.text).second);
    for (const Components& row : body.inertia) check_numbers(row);
    for (const Components* numbers : {&body.at, &body.center, &body.axis, &body.rotation.numbers})
      check_numbers(*numbers);
    check_numbers({body.mass});
    std::set<std::string> points;
    for (const GroundPoint& point : body.points) {
      check_name(point.name.text);
      check(points.insert(point.name.text).second);
      check_numbers(point.position);
    }
  }
}

inline void check_written(const import::Robot& robot) {
  const std::string text = import::model_text(robot);
  const read::Reading reading = read::read(text, "model.toml");
  check(reading.ok());
  check(reading.description.bodies.size() == robot.model.bodies.size());
}

/// Reads the text as a robot that may include itself as "self".
inline void check_robot(const std::string& text) {
  import::Files files;
  files.read = [&](const std::string& path) {
    return path == "self" ? std::optional(text) : std::nullopt;
  };
  files.exists = [](const std::string& path) { return path.size() % 2 == 0; };
  import::Options options;
  options.key = text.size() % 4 == 0 ? "home" : "";
  const import::Robot robot = import::read_robot(text, "fuzz", files, options);
  for (const Complaint& complaint : robot.complaints)
    check(complaint.code.starts_with("E4") && complaint.at.line > 0 && complaint.at.column > 0 &&
          !complaint.what.empty());
  for (const import::Remark& remark : robot.remarks) check(remark.line > 0 && !remark.what.empty());
  if (!robot.ok()) return;
  check(!robot.model.bodies.empty() && robot.origins.size() == robot.model.bodies.size());
  check_bodies(robot.model);
  check_written(robot);
}

}  // namespace zwang::test
