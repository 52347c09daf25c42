// SPDX-License-Identifier: Apache-2.0
#include "zwang/import.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "cli/guarded.h"
#include "cli/output.h"
#include "cli/shown.h"
#include "cli/verb.h"

namespace cli {

namespace {

struct Wish {
  std::string robot, model;
  zwang::ImportOptions options;
};

int write_model(const Wish& wish) {
  const zwang::ImportedRobot robot = zwang::import_robot(wish.robot, wish.options);
  if (wish.model.empty()) {
    std::fwrite(robot.model.data(), 1, robot.model.size(), stdout);
    return 0;  // the remarks are in it
  }
  write_text(wish.model, robot.model);
  fmt::print("{}\n", title_of(robot.description.title, wish.robot));
  for (const std::string& line : robot.remarks) fmt::print("  {}\n", line);
  fmt::print("  written: {}, {}, {}\n", wish.model,
             robot.description.bodies.size() == 1
                 ? "1 body"
                 : fmt::format("{} bodies", robot.description.bodies.size()),
             counted(robot.description.constraints.size(), "constraint"));
  return 0;
}

Action declare(CLI::App& app) {
  auto wish = std::make_shared<Wish>();
  app.add_option("ROBOT", wish->robot, "URDF or MJCF file")->required();
  app.add_option("-o,--out", wish->model, "model file to write (default: standard output)");
  app.add_flag("--floating", wish->options.floating,
               "let the root of a URDF move freely instead of fixing it to the ground");
  app.add_option("--key", wish->options.key, "keyframe of an MJCF to start from");
  app.footer("Example: zwang import arm.urdf -o arm.toml");
  return [wish]() -> int { return guarded("import", [&] { return write_model(*wish); }); };
}

}  // namespace

const Verb import_robot{"import", "convert a robot (URDF or MJCF) into a model", declare};

}  // namespace cli
