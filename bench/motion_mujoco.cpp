// SPDX-License-Identifier: Apache-2.0
// Its constraints are springs and dampers inside an optimisation, so that there is no tolerance to
// ask for: the step takes its place, step = (tolerance/1000)^(1/3) s, with the stiffest constraint
// that the step allows (time constant of two steps, impedance 0.9999).

#include "motion_mujoco.h"

#ifdef ZWANG_BENCH_MUJOCO

#include <mujoco/mujoco.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "stopwatch.h"

namespace bench {
namespace {

std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

std::string chain_bodies(const PointSystem& points) {
  std::string xml = "<site name='s-1' pos='0 0 0'/>";
  for (int i = 0; i < points.points(); ++i) {
    const std::string name = std::to_string(i);
    xml += "<body pos='" + number(points.q[2 * i]) + " 0 " + number(points.q[2 * i + 1]) +
           "'><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1'/>"
           "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/><site name='s" +
           name + "' pos='0 0 0'/></body>";
  }
  xml += "</worldbody><tendon>";
  for (const Rod& rod : points.rods) {
    xml += "<spatial name='t" + std::to_string(rod.to) + "'><site site='s" +
           std::to_string(rod.from) + "'/><site site='s" + std::to_string(rod.to) + "'/></spatial>";
  }
  xml += "</tendon><equality>";
  for (const Rod& rod : points.rods) xml += "<tendon tendon1='t" + std::to_string(rod.to) + "'/>";
  return xml + "</equality>";
}

/// Cranks 0, 1, 2 stand up at x = i; coupler i lies from the tip of crank i to that of the next.
std::string four_bar_bodies() {
  std::string xml;
  const std::string hinge = "<joint type='hinge' axis='0 -1 0'/>";
  const std::string inertia =
      "mass='1' diaginertia='0.0833333333333333333 "
      "0.0833333333333333333 0.0833333333333333333'/>";
  for (int i = 0; i < 3; ++i) {
    const std::string name = std::to_string(i);
    xml += "<body name='crank" + name + "' pos='" + name + " 0 0'>" + hinge +
           "<inertial pos='0 0 0.5' " + inertia + "<site name='s" + name + "' pos='0 0 1'/>";
    if (i < 2)
      xml += "<body name='coupler" + name + "' pos='0 0 1'>" + hinge + "<inertial pos='0.5 0 0' " +
             inertia + "</body>";
    xml += "</body>";
  }
  return xml +
         "</worldbody><equality>"
         "<connect body1='coupler0' body2='crank1' anchor='1 0 0'/>"
         "<connect body1='coupler1' body2='crank2' anchor='1 0 0'/></equality>";
}

std::string xml_of(const MotionTask& task, const PointSystem& points, double step) {
  return "<mujoco><compiler angle='radian' boundmass='0'/><size njmax='2000' nconmax='1'/>"
         "<option timestep='" +
         number(step) + "' gravity='0 0 " + number(-gravity) +
         "' integrator='RK4' solver='Newton' iterations='100' tolerance='1e-14'/>"
         "<default><equality solref='" +
         number(2 * step) + " 1' solimp='0.9999 0.9999 0.001 0.5 2'/></default><worldbody>" +
         (task.four_bar ? four_bar_bodies() : chain_bodies(points)) + "</mujoco>";
}

using ModelOwner = std::unique_ptr<mjModel, decltype(&mj_deleteModel)>;
using DataOwner = std::unique_ptr<mjData, decltype(&mj_deleteData)>;

/// Through a file, which every version reads the same way.
ModelOwner compile(const std::string& xml) {
  char path[] = "/tmp/zwang_bench_XXXXXX.xml";
  const int file = mkstemps(path, 4);
  if (file < 0) return {nullptr, mj_deleteModel};
  const bool written = write(file, xml.data(), xml.size()) == static_cast<ssize_t>(xml.size());
  close(file);
  char error[500] = "";
  ModelOwner model(written ? mj_loadXML(path, nullptr, error, sizeof error) : nullptr,
                   mj_deleteModel);
  if (!model) std::fprintf(stderr, "mujoco: %s\n", error);
  unlink(path);
  return model;
}

void set_start(const MotionTask& task, const mjModel& model, mjData& data) {
  if (!task.four_bar) return;
  // The order of joints is that of the bodies: crank 0, coupler 0, crank 1, coupler 1, crank 2.
  for (int j = 0; j < model.nv; ++j) data.qvel[j] = j % 2 == 0 ? -1 : 1;
}

void read(const MotionTask& task, const PointSystem& points, const mjModel& model, mjData& data,
          double* q, double* v) {
  if (!task.four_bar) {
    for (int i = 0; i < model.nv; ++i) {
      q[i] = points.q[i] + data.qpos[i];  // slides count from where the body stands
      v[i] = data.qvel[i];
    }
    return;
  }
  mj_kinematics(&model, &data);
  for (int i = 0; i < 3; ++i) {
    const int joint = 2 * i;
    q[2 * i] = data.site_xpos[3 * i];
    q[2 * i + 1] = data.site_xpos[3 * i + 2];
    // The rate turns x into z: v = ω (−(z − 0), x − x_pivot).
    v[2 * i] = -data.qvel[joint] * q[2 * i + 1];
    v[2 * i + 1] = data.qvel[joint] * (q[2 * i] - i);
  }
}

}  // namespace

MotionResult mujoco_tendons(const MotionTask& task, double tolerance) {
  const PointSystem points = point_system(task);
  const double interval = task.duration / output_count;
  const long steps =
      static_cast<long>(std::ceil(interval / std::cbrt(tolerance * 1e-3)));  // per sample
  const ModelOwner model = compile(xml_of(task, points, interval / static_cast<double>(steps)));
  if (!model) return failed_run();
  const DataOwner data(mj_makeData(model.get()), mj_deleteData);
  set_start(task, *model, *data);
  MotionSamples samples(points);
  double seconds = 0;
  for (int k = 0; k < output_count; ++k) {
    const double start = thread_microseconds();
    for (long s = 0; s < steps; ++s) mj_step(model.get(), data.get());
    seconds += (thread_microseconds() - start) * 1e-6;
    read(task, points, *model, *data, samples.q(k), samples.v(k));
  }
  return assess(task, samples, seconds, steps * output_count);
}

}  // namespace bench

#endif
