// SPDX-License-Identifier: Apache-2.0
#include "import/model_text.h"

#include "base/words/joints.h"
#include "import/findings.h"
#include "import/toml.h"

namespace zwang::import {

namespace {

using Keys = std::vector<std::pair<std::string, std::string>>;  // with their values

/// key = value, one a line, the values below each other.
std::string table(const Keys& keys) {
  std::size_t width = 0;
  for (const auto& [key, value] : keys) width = std::max(width, key.size());
  std::string text;
  for (const auto& [key, value] : keys)
    text += key + std::string(width - key.size(), ' ') + " = " + value + '\n';
  return text;
}

std::string braces(const Keys& keys) {
  std::string text = "{ ";
  for (const auto& [key, value] : keys) text += (text.size() > 2 ? ", " : "") + key + " = " + value;
  return text + " }";
}

std::string comment(const std::string& lines) {
  std::string text = "# ";
  for (const char c : lines) {
    text += c;
    if (c == '\n') text += "# ";
  }
  return text + '\n';
}

std::string points_text(const std::vector<GroundPoint>& points) {
  Keys keys;
  for (const GroundPoint& point : points)
    keys.emplace_back(point.name.text, toml_list(point.position));
  return braces(keys);
}

std::string rotation_text(const Rotation& rotation) {
  switch (rotation.form) {
    case Rotation::Form::roll_pitch_yaw:
      return braces({{"rpy", toml_list(rotation.numbers)}});
    case Rotation::Form::axis_angle:
      return braces({{"axis", toml_list(rotation.numbers)}, {"angle", toml_value(rotation.angle)}});
    case Rotation::Form::quaternion:
      return braces({{"quaternion", toml_list(rotation.numbers)}});
    case Rotation::Form::none:
      break;
  }
  return {};
}

std::string inertia_text(const std::vector<Components>& rows) {
  if (rows.size() == 1) return toml_list(rows[0]);
  std::string text = "[";
  for (const Components& row : rows) text += (text.size() > 1 ? ", " : "") + toml_list(row);
  return text + "]";
}

std::string start_text(const std::vector<JointStart>& start) {
  Keys keys;
  for (const JointStart& one : start)
    keys.emplace_back(one.name.text, one.numbers.size() == 1 ? toml_value(one.numbers[0])
                                                             : toml_list(one.numbers));
  return braces(keys);
}

/// Hulls are the only shapes that robots bring.
std::string shapes_text(const std::vector<zwang::Shape>& shapes) {
  std::string text = "[\n";
  for (const zwang::Shape& shape : shapes) {
    text += "  { hull = [";
    for (std::size_t k = 0; k < shape.corners.size(); ++k)
      text += (k > 0 ? ", " : "") + toml_list(shape.corners[k]);
    text += "] },\n";
  }
  return text + "]";
}

std::string body_text(const Body& body) {
  Keys keys{{"name", toml_text(body.name.text)},
            {"parent", toml_text(body.parent.text)},
            {"joint", toml_text(body.joint.text)}};
  const auto list = [&](const char* key, const Components& numbers) {
    if (!numbers.empty()) keys.emplace_back(key, toml_list(numbers));
  };
  const auto value = [&](const char* key, const Expression& number) {
    if (number.given()) keys.emplace_back(key, toml_value(number));
  };
  list("axis", body.axis);
  list("at", body.at);
  if (body.rotation.form != Rotation::Form::none)
    keys.emplace_back("rotation", rotation_text(body.rotation));
  value("mass", body.mass);
  if (!body.inertia.empty()) keys.emplace_back("inertia", inertia_text(body.inertia));
  list("center", body.center);
  if (!body.points.empty()) keys.emplace_back("points", points_text(body.points));
  if (!body.shapes.empty()) keys.emplace_back("shape", shapes_text(body.shapes));
  if (!body.start.empty()) keys.emplace_back("start", start_text(body.start));
  value("damping", body.damping);
  value("friction", body.friction);
  if (!body.limits.empty()) keys.emplace_back("limits", toml_list(body.limits.front().range));
  return table(keys);
}

std::string force_text(const Force& force) {
  Keys keys;
  const auto add = [&](const char* key, const Components& parts) {
    if (!parts.empty())
      keys.emplace_back(key, parts.size() == 1 ? toml_value(parts[0]) : toml_list(parts));
  };
  if (!force.on.text.empty()) keys.emplace_back("on", toml_text(force.on.text));
  add("force", force.force);
  add("torque", force.torque);
  if (force.body_frame) keys.emplace_back("frame", "\"body\"");
  if (force.potential.given()) keys.emplace_back("potential", toml_value(force.potential));
  return table(keys);
}

std::string closure_text(const Closure& closure) {
  Keys keys{{"between",
             "[" + toml_text(closure.first.text) + ", " + toml_text(closure.second.text) + "]"}};
  if (closure.length.given()) keys.emplace_back("length", toml_value(closure.length));
  return braces(keys);
}

std::string constraint_text(const Constraint& constraint) {
  Keys keys{{"name", toml_text(constraint.name.text)}};
  if (constraint.closure)
    keys.emplace_back(std::string(words::closures.of(constraint.closure->kind)),
                      closure_text(*constraint.closure));
  if (constraint.equations.size() == 1)
    keys.emplace_back("equation", toml_value(constraint.equations[0]));
  if (constraint.equations.size() > 1)
    keys.emplace_back("equations", toml_list(constraint.equations));
  return table(keys);
}

std::string free_text(const FreeMotion& free) {
  Keys keys;
  if (free.gravity.empty())
    keys.emplace_back("gravity", "[0, 0, -9.81]  # not specified in the robot file");
  else
    keys.emplace_back("gravity", toml_list(free.gravity));
  if (free.kinetic.given()) keys.emplace_back("kinetic", toml_value(free.kinetic));
  return table(keys);
}

std::string parameters_text(const std::vector<Parameter>& parameters) {
  Keys keys;
  for (const Parameter& parameter : parameters)
    keys.emplace_back(parameter.name.text, toml_value(parameter.value));
  return table(keys);
}

}  // namespace

std::string model_text(const Robot& robot) {
  const Description& model = robot.model;
  std::string text = comment("Made by zwang import from " + printable(model.source) + ".");
  for (const std::string& line : remark_lines(robot)) text += comment(line);
  if (!model.title.empty()) text += "\ntitle = " + toml_text(model.title) + '\n';
  if (!model.parameters.empty()) {
    text += "\n[parameters]\n" + comment("Controls of the actuators.");
    text += parameters_text(model.parameters);
  }
  text += "\n[free]\n" + free_text(model.free);
  if (!model.ground.empty()) text += "\n[ground]\npoints = " + points_text(model.ground) + '\n';
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    text += '\n' + comment(robot.origins[i]);
    text += "[[bodies]]\n" + body_text(model.bodies[i]);
  }
  for (const Force& force : model.forces) text += "\n[[forces]]\n" + force_text(force);
  for (const Constraint& constraint : model.constraints)
    text += "\n[[constraints]]\n" + constraint_text(constraint);
  return text + "\n[simulate]\nduration = 1\n";
}

}  // namespace zwang::import
