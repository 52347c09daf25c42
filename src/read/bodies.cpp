// SPDX-License-Identifier: Apache-2.0
// Rigid solids: [[bodies]].

#include <algorithm>

#include "read/joint.h"
#include "read/sections.h"

namespace zwang::read {

namespace {

constexpr Size three{3, 3, "3"};
constexpr Size four{4, 4, "4"};

Rotation read_rotation(Complaints& complaints, const Field& field) {
  static const Keys keys{{"rpy", "axis", "angle", "quaternion"}};
  Rotation rotation;
  if (!field || !is_table(complaints, field, "rotation = { … }")) return rotation;
  const Section section(complaints, *field.value, "'rotation'", keys);
  rotation.at = field.value->at;
  if (!section.one_of({{"rpy"}, {"axis", "angle"}, {"quaternion"}})) {
    complaints.add(code::missing, field.value->place,
                   "'rotation' needs 'rpy', 'axis' and 'angle', or 'quaternion'");
  }
  section.need_beside("axis", "angle");
  section.need_beside("angle", "axis");
  if (const Field rpy = section.find("rpy")) {
    rotation.form = Rotation::Form::roll_pitch_yaw;
    rotation.numbers = read_list(complaints, rpy, three);
  } else if (const Field axis = section.find("axis")) {
    rotation.form = Rotation::Form::axis_angle;
    rotation.numbers = read_list(complaints, axis, three);
    rotation.angle = read_formula(complaints, section.find("angle"));
  } else if (const Field quaternion = section.find("quaternion")) {
    rotation.form = Rotation::Form::quaternion;
    rotation.numbers = read_list(complaints, quaternion, four);
  }
  return rotation;
}

/// The three principal moments, or three rows.
std::vector<Components> read_inertia(Complaints& complaints, const Field& field) {
  std::vector<Components> rows;
  if (!field) return rows;
  const Value& value = *field.value;
  const bool matrix =
      value.kind == Kind::list && !value.items.empty() && value.items.front().kind == Kind::list;
  if (!matrix) {
    rows.push_back(read_list(complaints, field, three, not_negative));
    return rows;
  }
  if (value.items.size() != 3) {
    complaints.add(code::range, value.place,
                   "'inertia' must have 3 rows, not " + std::to_string(value.items.size()));
  }
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const Field row{"row " + std::to_string(i + 1) + " of 'inertia'", &value.items[i]};
    rows.push_back(read_list(complaints, row, three));
  }
  return rows;
}

std::vector<GroundPoint> read_points(Context& context, const Field& field) {
  std::vector<GroundPoint> points;
  if (!field || !is_table(context.complaints, field, "points = { … }")) return points;
  const Value& table = *field.value;
  for (std::size_t i = 0; i < table.keys.size(); ++i) {
    const Key& key = table.keys[i];
    if (is_body_word(key.text)) {
      context.complaints.add(code::name, key.place,
                             in_quotes(key.text) + " of a body has a meaning of its own",
                             "choose another name");
      continue;
    }
    points.push_back(
        {context.names.add(context.complaints, key, Named::body_point),
         read_list(context.complaints, {in_quotes(key.text), &table.items[i]}, three)});
  }
  return points;
}

std::vector<JointStart> read_start(Complaints& complaints, const Field& field,
                                   const JointKind& kind) {
  std::vector<JointStart> start;
  if (!field || !is_table(complaints, field, "start = { … }")) return start;
  Keys keys;
  for (const StartKey& key : kind.start) keys.known.emplace_back(key.name);
  const Value& table = *field.value;
  const Section section(complaints, table, "the start of " + std::string(kind.words), keys);
  for (std::size_t i = 0; i < table.keys.size(); ++i) {
    const auto key = std::find_if(kind.start.begin(), kind.start.end(), [&](const StartKey& one) {
      return one.name == table.keys[i].text;
    });
    if (key == kind.start.end()) continue;
    const Field value{in_quotes(key->name), &table.items[i]};
    const std::string count = std::to_string(key->count);
    JointStart one{Name(table.keys[i].text, table.keys[i].at), {}};
    if (key->count == 1) {
      one.numbers.push_back(read_formula(complaints, value));
    } else {
      one.numbers = read_list(complaints, value, {key->count, key->count, count});
    }
    start.push_back(std::move(one));
  }
  return start;
}

/// Keys that only some kinds of joints have.
void check_joint_keys(Complaints& complaints, const Section& section, const JointKind& kind) {
  const auto check = [&](std::string_view key, bool wanted) {
    const Field field = section.find(key);
    if (!field || wanted) return;
    complaints.add(code::exclusive, field.value->place,
                   std::string(kind.words) + " has no " + in_quotes(key), "leave it out");
  };
  check("axis", kind.axis);
  check("axis2", kind.axis2);
  check("pitch", kind.pitch);
  if (kind.pitch) section.need("pitch", "the way along the axis per turn");
  const bool moves = !kind.start.empty();
  check("start", moves);
  check("damping", moves);
  check("friction", moves);
}

void read_joint(Complaints& complaints, const Section& section, Body& body) {
  const Field field = section.need("joint", "joint = \"hinge\"");
  if (!field) return;
  const int number = read_word(complaints, field, "joint", joint_words());
  if (number < 0) return;
  const JointKind& kind = joint_kinds()[static_cast<std::size_t>(number)];
  body.joint = Name(std::string(kind.name), field.value->at);
  check_joint_keys(complaints, section, kind);
  body.axis = read_list(complaints, section.find("axis"), three);
  body.axis2 = read_list(complaints, section.find("axis2"), three);
  body.pitch = read_formula(complaints, section.find("pitch"));
  if (!kind.start.empty()) body.start = read_start(complaints, section.find("start"), kind);
}

/// A robot brings everything itself.
void read_file(Complaints& complaints, const Section& section, Body& body) {
  const Field field = section.find("file");
  const Expression path = read_text(complaints, field, "the name of a file");
  body.file = Name(path.text, path.at);
  body.at_file = field.value->at;
  for (const char* const key :
       {"parent", "joint", "axis", "axis2", "pitch", "at", "rotation", "mass", "inertia", "center",
        "points", "start", "damping", "friction"}) {
    if (section.has(key)) section.one_of({{"file"}, {key}});
  }
}

Body read_body(Context& context, const Value& table) {
  static const Keys keys{{"name", "parent", "joint", "axis", "axis2", "pitch", "at", "rotation",
                          "mass", "inertia", "center", "points", "start", "damping", "friction",
                          "file"}};
  Complaints& complaints = context.complaints;
  const Section section(complaints, table, "[[bodies]]", keys);
  Body body;
  body.name = context.names.add(complaints, section.need("name"), Named::body);
  if (section.has("file")) {
    read_file(complaints, section, body);
    return body;
  }
  if (const Field parent = section.find("parent")) {
    const Expression name = read_text(complaints, parent, "\"ground\" or the name of a body");
    body.parent = Name(name.text, name.at);
  }
  read_joint(complaints, section, body);
  body.at = read_list(complaints, section.find("at"), three);
  body.rotation = read_rotation(complaints, section.find("rotation"));
  if (const Field mass = section.find("mass"))
    body.mass = read_formula(complaints, mass, not_negative);
  body.inertia = read_inertia(complaints, section.find("inertia"));
  body.center = read_list(complaints, section.find("center"), three);
  body.points = read_points(context, section.find("points"));
  body.damping = read_formula(complaints, section.find("damping"), not_negative);
  body.friction = read_formula(complaints, section.find("friction"), not_negative);
  return body;
}

}  // namespace

std::vector<Body> read_bodies(Context& context, const Field& field) {
  std::vector<Body> bodies;
  for (const Value* const table : tables(context.complaints, field, "[[bodies]]"))
    bodies.push_back(read_body(context, *table));
  return bodies;
}

}  // namespace zwang::read
