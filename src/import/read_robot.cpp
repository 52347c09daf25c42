// SPDX-License-Identifier: Apache-2.0
#include "import/robot.h"

#include <list>

#include "import/code.h"
#include "import/context.h"
#include "import/files.h"
#include "import/formats.h"
#include "import/parse.h"
#include "import/weightless.h"

namespace zwang::import {

namespace {

void read_root(Node& root, std::list<Source>& sources, Context& context) {
  if (root.tag == "robot") return read_urdf(context, root);
  if (root.tag == "mujoco") {
    put_includes(root, sources, context);
    return read_mjcf(context, root);
  }
  context.findings.complain(
      code::not_robot, *root.source, root.place,
      "the root must be <robot> (URDF) or <mujoco> (MJCF), not <" + printable(root.tag) + ">");
}

/// A body whose joint leaves it free, and that carries nothing with mass: only a constraint could
/// say how it moves.
void remark_weightless(Context& context) {
  const std::vector<Body>& bodies = context.model.bodies;
  std::unordered_map<std::string_view, std::size_t> numbers;
  std::vector<char> heavy(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    numbers.emplace(bodies[i].name.text, i);
    heavy[i] = bodies[i].mass.text != "0";
  }
  for (std::size_t i = bodies.size(); i-- > 0;) {  // children stand behind their parents
    const auto parent = numbers.find(bodies[i].parent.text);
    if (heavy[i] && parent != numbers.end()) heavy[parent->second] = 1;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Node& node = *context.nodes[i];
    if (!heavy[i] && bodies[i].joint.text != "fixed")
      context.findings.remark(
          Remark::Kind::noted, *node.source, node.place,
          "neither " + shown(node) + " nor anything that moves with it has mass");
  }
}

}  // namespace

Robot read_robot(std::string_view text, const std::string& source, const Files& files,
                 const Options& options) {
  std::list<Source> sources;
  sources.emplace_back(source, text);
  Context context(files, options, source);
  std::optional<Node> root = parse(sources.back(), context.findings);
  if (root) read_root(*root, sources, context);
  if (!context.findings.wrong()) remark_weightless(context);
  Robot robot;
  robot.model = std::move(context.model);
  robot.model.source = source;
  robot.origins = std::move(context.origins);
  robot.remarks = context.findings.take_remarks();
  robot.complaints = context.findings.take_complaints();
  return robot;
}

Robot load_robot(const std::string& path, const Options& options) {
  const std::optional<std::string> text = read_file(path);
  Robot robot;
  if (text) {
    robot = read_robot(*text, path, files_beside(path), options);
    if (robot.ok()) hold_weightless(robot);
    return robot;
  }
  const std::string what = "the file " + in_quotes(path) + " cannot be read";
  robot.complaints.push_back(
      {std::string(code::file), {}, what, {}, std::string(code::file) + ": " + what + "\n"});
  return robot;
}

}  // namespace zwang::import
