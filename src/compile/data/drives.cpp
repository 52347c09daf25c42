// SPDX-License-Identifier: Apache-2.0
#include "compile/data/drives.h"

#include <utility>

#include "scope/code.h"

namespace zwang::compile {

namespace {

/// The coordinate that a drive of this joint moves; none: no single one.
std::string_view driven_by(std::string_view joint) {
  if (joint == "hinge" || joint == "screw") return "angle";
  return joint == "slider" ? "position" : "";
}

void add_drive(Description& d, const std::string& what, Location at) {
  const std::string drive = "drive(" + what + ")";
  Force force;
  force.on = Name(what, at);
  force.force = {Expression(drive, at)};
  force.at = at;
  d.forces.push_back(std::move(force));
  d.controls.push_back({Name(drive, at), Expression(1.0), {}});
}

void add_drives(Description& d, Location at) {
  for (const Body& body : d.bodies) {
    const std::string_view driven = driven_by(body.joint.text);
    if (!driven.empty()) add_drive(d, body.name.text + "." + std::string(driven), at);
  }
  for (const Coordinate& coordinate : d.coordinates)
    if (!coordinate.count.given()) add_drive(d, coordinate.name.text, at);
}

}  // namespace

Expanded write_out_drives(Description description) {
  Expanded expanded{std::move(description), {}};
  Description& d = expanded.description;
  for (Constraint& constraint : d.constraints) {
    if (constraint.servo.size() != 1 || constraint.servo[0].text != "all") continue;
    const Location at = constraint.servo[0].at;
    if (d.controls.empty()) add_drives(d, at);
    if (d.controls.empty()) {
      expanded.problems.push_back(
          {code::servo, Name("", at), "servo = \"all\" finds nothing to drive",
           "it drives hinges, sliders, [coordinates], or what [controls] names"});
      continue;
    }
    constraint.servo.clear();
    for (const Control& control : d.controls) constraint.servo.emplace_back(control.name.text, at);
  }
  return expanded;
}

}  // namespace zwang::compile
