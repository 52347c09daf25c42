// SPDX-License-Identifier: Apache-2.0
// A program of its own (motion_child.h): Simbody carries its own copy of an old SUNDIALS, whose names
// are those of the one that we measure beside it, and its headers stop at C++17.
//
// SYSTEM as everywhere; FORM is rods-merson, rods-cpodes, pins-merson or pins-cpodes.

#include <Simbody.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "motion_task.h"
#include "stopwatch.h"

namespace bench {
namespace {

using SimTK::MobilizedBody;
using SimTK::Vec3;

struct Model {
  Model() : matter(system), forces(system), down(forces, matter, -SimTK::YAxis, gravity) {}

  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter;
  SimTK::GeneralForceSubsystem forces;
  SimTK::Force::Gravity down;
  std::vector<MobilizedBody> carriers;  // of the points
  Vec3 station;                         // of a point on its carrier
  SimTK::State start;
};

/// Particles that are free in space, so that the state is x, y, z of each; z stays 0.
void add_particles(Model& model, const PointSystem& points) {
  const SimTK::Body::Rigid particle(SimTK::MassProperties(1, Vec3(0), SimTK::Inertia(0)));
  model.station = Vec3(0);
  for (int i = 0; i < points.points(); ++i)
    model.carriers.push_back(MobilizedBody::Translation(model.matter.Ground(), particle));
  for (const Rod& rod : points.rods) {
    MobilizedBody& from = rod.from < 0 ? static_cast<MobilizedBody&>(model.matter.Ground())
                                       : model.carriers[rod.from];
    SimTK::Constraint::Rod(from, Vec3(rod.anchor_x, rod.anchor_y, 0), model.carriers[rod.to],
                           Vec3(0), 1);
  }
  model.start = model.system.realizeTopology();
  for (int i = 0; i < points.points(); ++i) {
    MobilizedBody::Translation::downcast(model.carriers[i])
        .setTranslation(model.start, Vec3(points.q[2 * i], points.q[2 * i + 1], 0));
  }
}

/// Massless rods with a particle at the far end, each pinned to the one before.
void add_pinned_chain(Model& model, const MotionTask& task) {
  const Vec3 tip(1, 0, 0);
  const SimTK::Body::Rigid link(SimTK::MassProperties(1, tip, SimTK::Inertia::pointMassAt(tip, 1)));
  model.station = tip;
  MobilizedBody parent = model.matter.Ground();
  for (int i = 0; i < task.links; ++i) {
    parent = MobilizedBody::Pin(parent, i == 0 ? Vec3(0) : tip, link, Vec3(0));
    model.carriers.push_back(parent);
  }
  model.start = model.system.realizeTopology();
}

/// Cranks pinned to the ground, a coupler pinned to each but the last; the coupler's far end lies
/// in two planes of the next crank.
void add_four_bar(Model& model) {
  const Vec3 tip(1, 0, 0), middle(0.5, 0, 0);
  const SimTK::Inertia about_end(0, 1.0 / 3, 1.0 / 3);  // a uniform rod along x
  const SimTK::Body::Rigid rod(SimTK::MassProperties(1, middle, about_end));
  model.station = tip;
  for (int i = 0; i < 3; ++i)
    model.carriers.push_back(
        MobilizedBody::Pin(model.matter.Ground(), Vec3(i, 0, 0), rod, Vec3(0)));
  std::vector<MobilizedBody::Pin> couplers;
  for (std::size_t i = 0; i < 2; ++i) {
    couplers.push_back(MobilizedBody::Pin(model.carriers[i], tip, rod, Vec3(0)));
    const auto hold = [&](SimTK::CoordinateAxis normal, double height) {
      SimTK::Constraint::PointInPlane(model.carriers[i + 1], SimTK::UnitVec3(normal), height,
                                      couplers.back(), tip);
    };
    hold(SimTK::XAxis, 1);
    hold(SimTK::YAxis, 0);
  }
  model.start = model.system.realizeTopology();
  for (MobilizedBody& crank : model.carriers) {
    crank.setOneQ(model.start, 0, SimTK::Pi / 2);
    crank.setOneU(model.start, 0, -1);
  }
  for (MobilizedBody::Pin& coupler : couplers) {
    coupler.setOneQ(model.start, 0, -SimTK::Pi / 2);
    coupler.setOneU(model.start, 0, 1);
  }
}

enum class Shape { rods, pins };
enum class Method { merson, cpodes };

std::unique_ptr<Model> model_of(const MotionTask& task, Shape shape) {
  auto model = std::make_unique<Model>();
  if (task.four_bar) {
    add_four_bar(*model);
  } else if (shape == Shape::rods) {
    add_particles(*model, point_system(task));
  } else {
    add_pinned_chain(*model, task);
  }
  return model;
}

/// Adams' formulas are the fast ones where there is no constraint to project onto; with one, their
/// steps shrink to nothing, and the backward differences go through.
std::unique_ptr<SimTK::Integrator> integrator_of(const MotionTask& task, const Model& model,
                                                 Shape shape, Method method) {
  if (method == Method::merson)
    return std::make_unique<SimTK::RungeKuttaMersonIntegrator>(model.system);
  if (shape == Shape::rods || task.four_bar)
    return std::make_unique<SimTK::CPodesIntegrator>(model.system, SimTK::CPodes::BDF);
  return std::make_unique<SimTK::CPodesIntegrator>(model.system, SimTK::CPodes::Adams,
                                                   SimTK::CPodes::Functional);
}

void read(const Model& model, const SimTK::State& state, double* q, double* v) {
  model.system.realize(state, SimTK::Stage::Velocity);
  for (const MobilizedBody& carrier : model.carriers) {
    const Vec3 place = carrier.findStationLocationInGround(state, model.station);
    const Vec3 rate = carrier.findStationVelocityInGround(state, model.station);
    for (int axis = 0; axis < 2; ++axis) {
      *q++ = place[axis];
      *v++ = rate[axis];
    }
  }
}

void print(MotionSamples& samples, double seconds, long steps) {
  std::printf("{\"seconds\": %.9g, \"steps\": %ld, \"states\": ", seconds, steps);
  char before = '[';
  for (const double x : samples.states) {
    std::printf("%c%.17g", before, x);
    before = ',';
  }
  std::printf("]}\n");
}

void run(const MotionTask& task, Shape shape, Method method, double tolerance) {
  const std::unique_ptr<Model> model = model_of(task, shape);
  const auto integrator = integrator_of(task, *model, shape, method);
  integrator->setAccuracy(tolerance);
  // Its interpolant is of low order; stepping onto the samples costs less than it loses.
  if (method == Method::merson) integrator->setAllowInterpolation(false);
  integrator->setFinalTime(task.duration);
  integrator->initialize(model->start);
  MotionSamples samples(point_system(task));
  double seconds = 0;
  for (int k = 0; k < output_count; ++k) {
    const double start = thread_microseconds();
    // It also returns where nothing is asked of it, and wants to be called again.
    while (integrator->getTime() < output_time(task, k)) integrator->stepTo(output_time(task, k));
    seconds += (thread_microseconds() - start) * 1e-6;
    read(*model, integrator->getState(), samples.q(k), samples.v(k));
  }
  print(samples, seconds, integrator->getNumStepsTaken());
}

}  // namespace
}  // namespace bench

int main(int count, char** words) try {
  if (count != 6 || std::atoi(words[4]) != bench::output_count) return 2;
  const std::string system = words[1], form = words[2];
  const bench::MotionTask task{std::atoi(words[1]), system == "four-bar", std::atof(words[3])};
  bench::run(task, form.find("rods") == 0 ? bench::Shape::rods : bench::Shape::pins,
             form.find("merson") != form.npos ? bench::Method::merson : bench::Method::cpodes,
             std::atof(words[5]));
} catch (const std::exception& trouble) {
  std::fprintf(stderr, "%s\n", trouble.what());
  return 1;
}
