// SPDX-License-Identifier: Apache-2.0
// MuJoCo: mj_forward with each of its three solvers of constraints, which are soft; as hard here as
// they become without springs: impedance 0.9999, next to no stiffness. Whole motions by RK4 with the
// stiffest constraint that the step allows, or with its defaults.
//
// Forms of motions: stiff, default. The step stands for the tolerance, (tolerance/1000)^(1/3) s.

#include <mujoco/mujoco.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "body_child.h"

namespace bench {
namespace {

std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

std::string vector(const char* name, const Vector3& x) {
  return std::string(" ") + name + "='" + number(x[0]) + " " + number(x[1]) + " " + number(x[2]) +
         "'";
}

std::string body_xml(const BodySystem& system, int i) {
  const BodySpec& body = system.bodies[static_cast<std::size_t>(i)];
  std::string xml = "<body name='b" + std::to_string(i) + "'" + vector("pos", body.at) +
                    "><inertial mass='" + number(body.mass) + "'" + vector("pos", body.center) +
                    vector("diaginertia", body.inertia) + "/>";
  xml += body.free ? "<freejoint/>" : "<joint type='hinge'" + vector("axis", body.axis) + "/>";
  for (int child = i + 1; child < system.size(); ++child)
    if (system.bodies[static_cast<std::size_t>(child)].parent == i) xml += body_xml(system, child);
  return xml + "</body>";
}

std::string equalities_xml(const BodySystem& system) {
  if (system.closures.empty()) return "";
  std::string xml = "<equality>";
  for (const BodyClosure& closure : system.closures) {
    const std::string body = " body1='b" + std::to_string(closure.body) + "'";
    xml += closure.hold == Hold::weld ? "<weld" + body + "/>"
                                      : "<connect" + body + vector("anchor", closure.at) + "/>";
  }
  return xml + "</equality>";
}

/// `options`: attributes; `softness`: of the equalities.
std::string xml_of(const BodySystem& system, const std::string& options,
                   const std::string& softness) {
  std::string xml =
      "<mujoco><compiler angle='radian' boundmass='0' balanceinertia='false'/><option" +
      vector("gravity", system.gravity) + " " + options +
      "><flag contact='disable'/></option><default><equality " + softness +
      "/></default><worldbody>";
  for (int i = 0; i < system.size(); ++i)
    if (system.bodies[static_cast<std::size_t>(i)].parent < 0) xml += body_xml(system, i);
  return xml + "</worldbody>" + equalities_xml(system) + "</mujoco>";
}

/// A model with its data.
class Simulator {
 public:
  explicit Simulator(const std::string& xml) {
    char path[] = "/tmp/zwang_bench_XXXXXX.xml";  // every version reads a file in the same way
    const int file = mkstemps(path, 4);
    if (file < 0) throw std::runtime_error("no temporary file");
    const bool written = write(file, xml.data(), xml.size()) == static_cast<ssize_t>(xml.size());
    close(file);
    char error[500] = "";
    model.reset(written ? mj_loadXML(path, nullptr, error, sizeof error) : nullptr);
    unlink(path);
    if (!model) throw std::runtime_error(error);
    data.reset(mj_makeData(model.get()));
  }

  std::unique_ptr<mjModel, decltype(&mj_deleteModel)> model{nullptr, mj_deleteModel};
  std::unique_ptr<mjData, decltype(&mj_deleteData)> data{nullptr, mj_deleteData};
};

/// Place, quaternion, angles; velocity, ω in the body's axes, rates.
struct OwnState {
  OwnState(const BodySystem& system, const BodyState& state) : v(state.rates), tau(state.torques) {
    if (system.floats()) {
      q.assign(3, 0);
      q.insert(q.end(), state.turn.begin(), state.turn.end());
      const Vector3 omega = turned_back(matrix_of(state.turn), v.data() + 3);
      std::copy(omega.begin(), omega.end(), v.begin() + 3);
    }
    q.insert(q.end(), state.angles.begin(), state.angles.end());
  }
  std::vector<double> q, v, tau;
};

BodyAnswer answer_of(const BodySystem& system, const char* solver, int turns) {
  const Simulator simulator(xml_of(system, std::string("solver='") + solver + "'",
                                   "solref='-1e-8 -1e-8' solimp='0.9999 0.9999 0.001 0.5 2'"));
  const mjModel* model = simulator.model.get();
  mjData* data = simulator.data.get();
  const std::vector<BodyState> states = body_states(system);
  std::vector<OwnState> own;
  for (const BodyState& state : states) own.emplace_back(system, state);
  const auto call = [&](std::size_t k) {
    std::copy(own[k].q.begin(), own[k].q.end(), data->qpos);
    std::copy(own[k].v.begin(), own[k].v.end(), data->qvel);
    std::copy(own[k].tau.begin(), own[k].tau.end(), data->qfrc_applied);
    mj_forward(model, data);
  };
  BodyAnswer answer{system.rows() > 0 ? solver : "forward", Motion::moving, 0, {}};
  for (std::size_t k = 0; k < states.size(); ++k) {
    call(k);
    std::vector<double> acceleration(data->qacc, data->qacc + model->nv);
    if (system.floats()) {
      const Vector3 alpha = turned(matrix_of(states[k].turn), acceleration.data() + 3);
      std::copy(alpha.begin(), alpha.end(), acceleration.begin() + 3);
    }
    answer.accelerations.insert(answer.accelerations.end(), acceleration.begin(),
                                acceleration.end());
  }
  answer.microseconds = least_microseconds(turns, states.size(), call);
  return answer;
}

std::vector<BodyAnswer> accelerations(const BodySystem& system, int turns) {
  std::vector<BodyAnswer> answers;
  for (const char* solver : {"Newton", "CG", "PGS"}) {
    answers.push_back(answer_of(system, solver, turns));
    if (system.rows() == 0) break;
  }
  return answers;
}

BodyMotion motion(const std::string& form, double tolerance) {
  const BodySystem system = body_system("four-bar");
  const double interval = body_motion_duration / body_motion_samples;
  const long steps = static_cast<long>(std::ceil(interval / std::cbrt(tolerance * 1e-3)));
  const double step = interval / static_cast<double>(steps);
  const std::string stiff =
      "solref='" + number(2 * step) + " 1' solimp='0.9999 0.9999 0.001 0.5 2'";
  const Simulator simulator(xml_of(
      system, "integrator='RK4' tolerance='1e-14' iterations='100' timestep='" + number(step) + "'",
      form == "stiff" ? stiff : ""));
  mjData* data = simulator.data.get();
  // The closure holds on to where its anchor is in the model's own pose, all bars along x.
  const mjModel* model = simulator.model.get();
  model->eq_data[3] = 3;
  const BodyState start = body_states(system, Motion::still)[0];
  std::copy(start.angles.begin(), start.angles.end(), data->qpos);
  BodyMotion result;
  result.steps = steps * body_motion_samples;
  for (int k = 0; k < body_motion_samples; ++k) {
    const double begin = thread_microseconds();
    for (long i = 0; i < steps; ++i) mj_step(model, data);
    result.seconds += (thread_microseconds() - begin) * 1e-6;
    result.states.insert(result.states.end(), data->qpos, data->qpos + model->nq);
    result.states.insert(result.states.end(), data->qvel, data->qvel + model->nv);
  }
  return result;
}

}  // namespace
}  // namespace bench

int main(int count, char** words) {
  return bench::run_body_child({bench::accelerations, bench::motion}, count, words);
}
