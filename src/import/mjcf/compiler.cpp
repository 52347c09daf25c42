// SPDX-License-Identifier: Apache-2.0
#include "import/mjcf/scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "import/code.h"

namespace zwang::import {

namespace {

void read_angle(const Element& element, MjcfCompiler& compiler) {
  const std::string_view angle = element.text("angle");
  if (angle == "radian")
    compiler.radians = 1;
  else if (angle == "degree")
    compiler.radians = std::numbers::pi / 180;
  else if (element.has("angle"))
    element.complain(code::unknown, "angle",
                     in_quotes(angle) + " is neither 'radian' nor 'degree'");
}

void read_euler(const Element& element, MjcfCompiler& compiler) {
  if (!element.has("eulerseq")) return;
  compiler.eulerseq = std::string(element.text("eulerseq"));
  if (compiler.eulerseq.size() == 3 &&
      compiler.eulerseq.find_first_not_of("xyzXYZ") == std::string::npos)
    return;
  element.complain(code::unknown, "eulerseq",
                   in_quotes(compiler.eulerseq) + " is not a sequence of three axes");
  compiler.eulerseq = "xyz";
}

void read_masses(const Element& element, MjcfCompiler& compiler) {
  compiler.least_mass = element.number("boundmass", compiler.least_mass);
  compiler.least_moment = element.number("boundinertia", compiler.least_moment);
  compiler.total_mass = element.number("settotalmass", compiler.total_mass);
  compiler.balance = element.flag("balanceinertia", compiler.balance);
  const std::vector<double> groups = element.numbers("inertiagrouprange", 2, 2);
  if (!groups.empty()) {
    compiler.first_group = static_cast<int>(std::clamp(groups[0], -1e9, 1e9));
    compiler.last_group = static_cast<int>(std::clamp(groups[1], -1e9, 1e9));
  }
  using From = MjcfCompiler::FromGeoms;
  const std::string_view from = element.text("inertiafromgeom");
  if (from == "auto")
    compiler.from_geoms = From::automatic;
  else if (element.has("inertiafromgeom"))
    compiler.from_geoms = element.flag("inertiafromgeom", true) ? From::always : From::never;
}

void read_compiler(const Element& element, MjcfCompiler& compiler) {
  read_angle(element, compiler);
  read_euler(element, compiler);
  read_masses(element, compiler);
  if (element.text("coordinate") == "global")
    element.complain(code::unsupported, "coordinate", "global coordinates are not supported",
                     "MuJoCo before 2.3.4 can save the model in local coordinates");
  compiler.limits_by_range = element.flag("autolimits", compiler.limits_by_range);
  compiler.exact_meshes = element.flag("exactmeshinertia", compiler.exact_meshes);
  compiler.strip_path = element.flag("strippath", compiler.strip_path);
  if (element.has("assetdir")) compiler.mesh_folder = std::string(element.text("assetdir"));
  if (element.has("meshdir")) compiler.mesh_folder = std::string(element.text("meshdir"));
}

Quaternion read_euler_angles(const Vec& angles, const MjcfCompiler& compiler) {
  Quaternion turn;
  for (std::size_t k = 0; k < 3; ++k) {
    const char letter = compiler.eulerseq[k];
    const bool fixed = letter < 'a';
    Vec axis{};
    axis[letter - (fixed ? 'X' : 'x')] = 1;
    const Quaternion one = about(axis, compiler.radians * angles[k]);
    turn = fixed ? one * turn : turn * one;
  }
  return turn;
}

Quaternion read_axes(const Element& element) {
  const std::vector<double> v = element.numbers("xyaxes", 6, 6);
  if (v.empty()) return {};
  const Vec x{v[0], v[1], v[2]}, given{v[3], v[4], v[5]};
  const double norm = length(x);
  if (norm >= shortest_direction) {
    const Vec e = (1 / norm) * x;
    const Vec y = given - dot(e, given) * e;
    const double across = length(y);
    // What is left of parallel vectors is rounding.
    if (across > 1e-12 * length(given)) return with_axes(e, (1 / across) * y);
  }
  element.complain(code::number, "xyaxes", "these are not two directions");
  return {};
}

Quaternion read_quaternion(const Element& element) {
  const std::vector<double> v = element.numbers("quat", 4, 4);
  if (v.empty()) return {};
  const double size = std::hypot(std::hypot(v[0], v[1]), std::hypot(v[2], v[3]));
  if (size >= shortest_direction) return normalised({v[0], v[1], v[2], v[3]});
  element.complain(code::number, "quat", "a quaternion of length zero is not an orientation");
  return {};
}

Quaternion read_axis_angle(const Element& element, const MjcfCompiler& compiler) {
  const std::vector<double> v = element.numbers("axisangle", 4, 4);
  if (v.empty()) return {};
  const Vec axis{v[0], v[1], v[2]};
  if (length(axis) >= shortest_direction) return about(axis, compiler.radians * v[3]);
  element.complain(code::number, "axisangle", "the axis has no direction");
  return {};
}

}  // namespace

MjcfCompiler read_mjcf_compiler(const Node& mujoco, Findings& findings) {
  MjcfCompiler compiler;
  for (const Node& node : mujoco.children)
    if (node.tag == "compiler") read_compiler(Element(node, findings), compiler);
  return compiler;
}

Pose read_pose(const Element& element, const MjcfCompiler& compiler) {
  Pose pose;
  pose.at = element.vector("pos", {});
  const std::string_view how =
      element.first_given({"axisangle", "xyaxes", "zaxis", "euler", "quat"});
  if (how == "quat") pose.turn = read_quaternion(element);
  if (how == "axisangle") pose.turn = read_axis_angle(element, compiler);
  if (how == "xyaxes") pose.turn = read_axes(element);
  if (how == "zaxis") pose.turn = from_z_to(element.direction("zaxis", {0, 0, 1}));
  if (how == "euler") pose.turn = read_euler_angles(element.vector("euler", {}), compiler);
  return pose;
}

}  // namespace zwang::import
