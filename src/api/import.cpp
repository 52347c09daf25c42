// SPDX-License-Identifier: Apache-2.0
#include "zwang/import.h"

#include <algorithm>

#include "api/close_loops.h"
#include "import/model_text.h"
#include "zwang/model.h"

namespace zwang {

namespace {

bool moves(const Description& robot) {
  return std::any_of(robot.bodies.begin(), robot.bodies.end(),
                     [](const Body& body) { return body.joint.text != "fixed"; });
}

// A crate, a table, an aircraft: where no joint moves, it is the thing itself that does.
import::Robot load(const std::string& path,
                   import::Options wish){import::Robot robot = import::load_robot(path, wish);
if (!robot.ok() || wish.floating || moves(robot.model)) return robot;
wish.floating = true;
import::Robot free = import::load_robot(path, wish);
if (!free.ok() || !moves(free.model)) return robot;
free.remarks.push_back({import::Remark::Kind::noted,
                        "no joint of it moves: the robot itself is free, not fixed to the ground",
                        free.model.source, 0});
return free;
}  // namespace

}  // namespace zwang

ImportedRobot import_robot(const std::string& path, const ImportOptions& options) {
  import::Options wish;
  wish.floating = options.floating;
  wish.key = options.key;
  import::Robot robot = load(path, wish);
  if (!robot.ok()) throw ModelError(std::move(robot.complaints));
  close_loops(robot);
  ImportedRobot result;
  result.model = import::model_text(robot);
  result.remarks = import::remark_lines(robot);
  // Nobody is given a model that does not compile.
  read_model(result.model, "the model of " + path);
  result.description = std::move(robot.model);
  return result;
}

}  // namespace zwang
