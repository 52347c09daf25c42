// SPDX-License-Identifier: Apache-2.0
#include "import/formats.h"

#include "import/mjcf/inertia.h"
#include "import/mjcf/mesh.h"
#include "import/mjcf/scene.h"

namespace zwang::import {

namespace {

Vec read_gravity(const Node& mujoco, Findings& findings) {
  Vec gravity{0, 0, -9.81};
  bool on = true;
  for (const Node& node : mujoco.children) {
    if (node.tag != "option") continue;
    gravity = Element(node, findings).vector("gravity", gravity);
    for (const Node& flag : node.children)
      if (flag.tag == "flag") on = Element(flag, findings).text("gravity") != "disable";
  }
  return on ? gravity : Vec{};
}

}  // namespace

void read_mjcf(Context& context, const Node& mujoco) {
  remark_rest_of_mjcf(mujoco, context.findings);
  MjcfScene scene(context);
  scene.compiler = read_mjcf_compiler(mujoco, context.findings);
  scene.defaults.read(mujoco, context.findings);
  context.model.title = printable(Element(mujoco, context.findings).text("model"));
  context.model.free.gravity = components(read_gravity(mujoco, context.findings));
  read_meshes(scene, mujoco);
  read_bodies(scene, mujoco);
  settle_masses(scene);
  read_tendons(scene, mujoco);
  read_equalities(scene, mujoco);
  read_actuators(scene, mujoco);
  read_keys(scene, mujoco);
  if (!scene.rotors.empty()) context.model.free.kinetic = scene.rotors.text();
  if (context.model.bodies.empty())
    context.findings.complain(code::missing, *mujoco.source, mujoco.place,
                              "there is no <body> in a <worldbody>");
}

}  // namespace zwang::import
