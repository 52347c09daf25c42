// SPDX-License-Identifier: Apache-2.0
#include "zwang/import.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "cli/guarded.h"
#include "cli/output.h"
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
    return 0;  // the remarks stand in it
  }
  write_text(wish.model, robot.model);
  fmt::print("{}\n", robot.description.title.empty() ? wish.robot : robot.description.title);
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
  app.add_option("-o,--out", wish->model, "the model file to write; else standard output");
  app.add_flag("--floating", wish->options.floating,
               "the root of a URDF is free, not fixed to the ground");
  app.add_option("--key", wish->options.key, "the keyframe of an MJCF to start from");
  app.footer("Example: zwang import arm.urdf -o arm.toml");
  return [wish]() -> int { return guarded("import", [&] { return write_model(*wish); }); };
}

}  // namespace

const Verb import_robot{"import", "make a model of a robot: URDF or MJCF", declare};

}  // namespace cli
