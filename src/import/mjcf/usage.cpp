// SPDX-License-Identifier: Apache-2.0
#include "import/mjcf/scene.h"

namespace zwang::import {

namespace {

constexpr std::string_view joint_read =
    "name class type pos axis ref springref stiffness damping frictionloss armature range limited";
constexpr std::string_view joint_unused =
    "group user margin solreflimit solimplimit solreffriction solimpfriction";

constexpr std::string_view geom_read =
    "name class type size fromto pos quat axisangle xyaxes zaxis euler mass density group mesh "
    "contype conaffinity shellinertia";
// Without contacts and without drawing.
constexpr std::string_view geom_unused =
    "condim priority material rgba friction solmix solref solimp margin gap hfield fitscale user";

constexpr std::string_view site_read = "name class pos quat axisangle xyaxes zaxis euler";
constexpr std::string_view site_unused = "type group material size fromto rgba user";

// Controls and forces have no limits with us, so that those attributes are remarked as left out.
// What else an actuator may pull, its reader says.
constexpr std::string_view motor_read =
    "name class gear joint site refsite jointinparent tendon cranksite slidersite body";
constexpr std::string_view position_read =
    "name class gear joint site refsite jointinparent tendon cranksite slidersite body kp kv";
constexpr std::string_view velocity_read =
    "name class gear joint site refsite jointinparent tendon cranksite slidersite body kv";
constexpr std::string_view general_read =
    "name class gear joint site refsite jointinparent tendon cranksite slidersite body dyntype "
    "gaintype biastype gainprm biasprm";
constexpr std::string_view actuator_unused = "group user lengthrange cranklength";

constexpr std::string_view bound = "solref solimp";

constexpr Usage table[] = {
    {"/mujoco", "model"},
    {"mujoco/compiler",
     "angle eulerseq coordinate autolimits inertiafromgeom inertiagrouprange boundmass "
     "boundinertia "
     "settotalmass balanceinertia meshdir assetdir strippath exactmeshinertia",
     "texturedir discardvisual convexhull usethread fusestatic fitaabb saveinertial alignfree"},
    {"compiler/lengthrange", "", "*"},
    {"mujoco/option", "gravity",
     "timestep apirate impratio tolerance ls_tolerance noslip_tolerance mpr_tolerance "
     "ccd_tolerance "
     "o_margin o_solref o_solimp o_friction integrator collision cone jacobian solver iterations "
     "ls_iterations noslip_iterations mpr_iterations ccd_iterations sdf_iterations sdf_initpoints"},
    {"option/flag", "gravity",
     "warmstart filterparent refsafe sensor override energy fwdinv invdiscrete sensornoise "
     "multiccd "
     "midphase eulerdamp autoreset nativeccd island contact"},
    {"mujoco/default", "class"},
    {"default/default", "class"},
    {"default/joint", joint_read, joint_unused},
    {"default/geom", geom_read, geom_unused},
    {"default/site", site_read, site_unused},
    {"default/mesh", "class scale inertia", "maxhullvert"},
    {"default/motor", motor_read, actuator_unused},
    {"default/position", position_read, actuator_unused},
    {"default/velocity", velocity_read, actuator_unused},
    {"default/damper", velocity_read, actuator_unused},
    {"default/general", general_read, actuator_unused},
    {"default/equality", "class", bound},
    {"default/camera", "", "*"},
    {"default/light", "", "*"},
    {"default/material", "", "*"},
    {"mujoco/worldbody", "childclass", "name"},
    {"body/body", "name childclass pos quat axisangle xyaxes zaxis euler mocap", "user sleep"},
    {"body/frame", "name childclass pos quat axisangle xyaxes zaxis euler"},
    {"body/inertial", "pos quat axisangle xyaxes zaxis euler mass diaginertia fullinertia"},
    {"body/joint", joint_read, joint_unused},
    {"body/freejoint", "name", "group align"},
    {"body/geom", geom_read, geom_unused},
    {"body/site", site_read, site_unused},
    {"body/camera", "", "*"},
    {"body/light", "", "*"},
    {"mujoco/equality"},
    {"equality/connect", "name body1 body2 anchor site1 site2 active", "class solref solimp"},
    {"equality/weld", "name body1 body2 relpose site1 site2 active",
     "class anchor torquescale solref solimp"},
    {"equality/joint", "name joint1 joint2 polycoef active", "class solref solimp"},
    {"equality/tendon", "name tendon1 tendon2 polycoef active", "class solref solimp"},
    {"equality/distance", "name geom1 geom2 distance active", "class solref solimp"},
    {"mujoco/actuator"},
    {"actuator/motor", motor_read, actuator_unused},
    {"actuator/position", position_read, actuator_unused},
    {"actuator/velocity", velocity_read, actuator_unused},
    {"actuator/damper", velocity_read, actuator_unused},
    {"actuator/general", general_read, actuator_unused},
    {"mujoco/keyframe"},
    {"keyframe/key", "name qpos qvel ctrl", "time"},
    {"mujoco/contact"},
    {"contact/exclude", "", "*"},
    {"mujoco/tendon"},
    {"tendon/fixed", "name class range limited stiffness damping frictionloss armature",
     "group user width rgba material springlength margin solreflimit solimplimit solreffriction "
     "solimpfriction"},
    {"fixed/joint", "joint coef"},
    {"mujoco/asset", "", "*"},
    {"mujoco/visual", "", "*"},
    {"mujoco/statistic", "", "*"},
    {"mujoco/size", "", "*"},
    {"mujoco/sensor", "", "*"},
    {"mujoco/custom", "", "*"},
};

/// Bodies, the world and frames hold the same things.
std::string_view holder(std::string_view tag) {
  return tag == "worldbody" || tag == "frame" ? "body" : tag;
}

}  // namespace

void remark_rest_of_mjcf(const Node& mujoco, Findings& findings) {
  remark_rest(mujoco, table, holder, findings);
}

}  // namespace zwang::import
