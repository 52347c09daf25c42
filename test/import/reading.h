// SPDX-License-Identifier: Apache-2.0
#pragma once
// Robots from texts, and numbers from descriptions.

#include <map>
#include <string>

#include "import/robot.h"
#include "support/system.h"

namespace zwang::test {

/// A robot whose other files are these.
inline import::Robot read(const std::string& text, const import::Options& options = {},
                          const std::map<std::string, std::string>& files = {}) {
  import::Files found;
  found.read = [&](const std::string& path) {
    const auto file = files.find(path);
    return file == files.end() ? std::nullopt : std::optional(file->second);
  };
  found.exists = [&](const std::string& path) { return files.contains(path); };
  return import::read_robot(text, "robot.xml", found, options);
}

/// All complaints as a person reads them.
inline std::string complaints(const import::Robot& robot) {
  std::string text;
  for (const Complaint& complaint : robot.complaints) text += complaint.text;
  return text;
}

/// Code and place of each complaint: "E405 2:10".
inline std::string codes(const import::Robot& robot) {
  std::string text;
  for (const Complaint& complaint : robot.complaints)
    text += (text.empty() ? "" : ", ") + complaint.code + " " + std::to_string(complaint.at.line) +
            ":" + std::to_string(complaint.at.column);
  return text;
}

/// The remarks of one kind: "what (line), …"
inline std::string remarks(const import::Robot& robot, import::Remark::Kind kind) {
  std::string text;
  for (const import::Remark& remark : robot.remarks)
    if (remark.kind == kind)
      text += (text.empty() ? "" : ", ") + remark.what + " (" + std::to_string(remark.line) + ")";
  return text;
}

inline double number(const Expression& expression) { return std::stod(expression.text); }

/// Zero where it is not given.
inline Vector numbers(const Components& components, Index size = 3) {
  Vector result = Vector::Zero(size);
  for (std::size_t i = 0; i < components.size(); ++i)
    result(static_cast<Index>(i)) = number(components[i]);
  return result;
}

inline Matrix inertia(const Body& body) {
  Matrix result = Matrix::Zero(3, 3);
  if (body.inertia.size() == 1) result.diagonal() = numbers(body.inertia[0]);
  if (body.inertia.size() == 3)
    for (Index i = 0; i < 3; ++i)
      result.row(i) = numbers(body.inertia[static_cast<std::size_t>(i)]).transpose();
  return result;
}

/// The body of this name; the first if there is none, which a test then sees.
inline const Body& body(const import::Robot& robot, const std::string& name) {
  for (const Body& one : robot.model.bodies)
    if (one.name.text == name) return one;
  return robot.model.bodies.at(0);
}

}  // namespace zwang::test
