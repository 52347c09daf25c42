// SPDX-License-Identifier: Apache-2.0
#include "import/robot.h"

#include <algorithm>
#include <cstdlib>
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

/// A joint that the file puts beyond its limits starts at the nearer one.
void start_within_limits(Context& context) {
  for (std::size_t i = 0; i < context.model.bodies.size(); ++i) {
    Body& body = context.model.bodies[i];
    if (body.limits.empty()) continue;
    const char* const word = body.joint.text == "slider" ? "position" : "angle";
    const auto given = std::find_if(body.start.begin(), body.start.end(),
                                    [&](const JointStart& one) { return one.name.text == word; });
    const auto number = [](const Expression& x) { return std::strtod(x.text.c_str(), nullptr); };
    const Components& range = body.limits.front().range;
    const double own = given == body.start.end() ? 0 : number(given->numbers.front());
    const double start = std::clamp(own, number(range[0]), number(range[1]));
    if (start == own) continue;
    if (given == body.start.end()) {
      body.start.insert(body.start.begin(), {word, {start}});
    } else {
      given->numbers = {start};
    }
    const Node& node = *context.nodes[i];
    context.findings.remark(Remark::Kind::noted, *node.source, node.place,
                            "the file starts joints beyond their limits: here they start at them");
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
  if (!context.findings.wrong()) {
    start_within_limits(context);
    remark_weightless(context);
  }
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
