// SPDX-License-Identifier: Apache-2.0
#include "read/robots.h"

#include <filesystem>
#include <iterator>

#include "import/robot.h"

namespace zwang::read {

namespace {

template <class T>
void append(std::vector<T>& to, std::vector<T>& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

// What the model itself says of gravity counts; rotors add to its kinetic energy.
void merge(Description& to, Description& robot) {
  append(to.parameters, robot.parameters);
  append(to.bodies, robot.bodies);
  append(to.ground, robot.ground);
  append(to.forces, robot.forces);
  append(to.constraints, robot.constraints);
  append(to.controls, robot.controls);
  if (to.free.gravity.empty()) to.free.gravity = robot.free.gravity;
  if (!robot.free.kinetic.given()) return;
  Expression& own = to.free.lagrangian.given() ? to.free.lagrangian : to.free.kinetic;
  own.text =
      own.given() ? "(" + own.text + ") + " + robot.free.kinetic.text : robot.free.kinetic.text;
}

}  // namespace

std::vector<Complaint> fetch_robots(Description& description) {
  std::vector<Body> bodies = std::move(description.bodies);
  description.bodies.clear();
  std::vector<Complaint> complaints;
  for (Body& body : bodies) {
    if (body.file.text.empty()) {
      description.bodies.push_back(std::move(body));
      continue;
    }
    const auto folder = std::filesystem::path(description.source).parent_path();
    import::Options options;
    options.prefix = body.name.text;
    import::Robot robot = import::load_robot((folder / body.file.text).string(), options);
    append(complaints, robot.complaints);
    if (robot.ok()) merge(description, robot.model);
  }
  return complaints;
}

}  // namespace zwang::read
