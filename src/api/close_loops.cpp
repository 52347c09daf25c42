// SPDX-License-Identifier: Apache-2.0
// A chain of hinges with parallel axes that is closed by two points: what the file prints of the ways
// along the axes does not add up to nothing, and no angle mends that. The gap is measured at the
// nearest pose, in the axes of the second body, and taken out of its point.

#include "api/close_loops.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "diagnosis/acting_rows.h"
#include "diagnosis/off_constraints.h"
#include "diagnosis/words.h"
#include "flow/kept_rows.h"
#include "model/model_parts.h"

namespace zwang {

namespace {

// Files print six digits or more.
constexpr double printed = 1e-5;  // of the largest length in the file

bool has_points(const Constraint& constraint) {
  using Kind = Closure::Kind;
  return constraint.closure &&
         (constraint.closure->kind == Kind::point || constraint.closure->kind == Kind::weld);
}

double number(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

std::string body_of(const std::string& point) { return point.substr(0, point.find_last_of('.')); }

/// How far the first point is from the second, along the axes of the second's body.
void observe_gaps(Description& model) {
  model.observe.clear();
  for (const Constraint& constraint : model.constraints) {
    if (!has_points(constraint)) continue;
    const std::string &first = constraint.closure->first.text,
                      &second = constraint.closure->second.text;
    const std::string body = body_of(second);
    constexpr const char* units[] = {"[1, 0, 0]", "[0, 1, 0]", "[0, 0, 1]"};
    for (int k = 0; k < 3; ++k) {
      const std::string axis =
          body == "ground" ? units[k] : body + ".axis(" + std::string(1, "xyz"[k]) + ")";
      Observable gap;
      gap.name = "gap" + std::to_string(model.observe.size() + 1);
      gap.formula = "dot(" + first + " - " + second + ", " + axis + ")";
      model.observe.push_back(std::move(gap));
    }
  }
}

/// The nearest state; false: the rows are met there.
bool is_open(const Model& model, State& state) {
  motion::KeptRows rows(model.parts().equations());
  rows.keep(acting_rows(model, state));
  const motion::Projection found = rows.assemble(state.t, state.q.data(), state.v.data());
  // A row across the mechanism has no coefficients, and no distance by which a projection would see it.
  return found.converged &&
         (!found.feasible || !diagnosis::missed_constraints(model, state).empty());
}

double size_of(const Description& model) {
  double most = 0;
  const auto look = [&](const Components& place) {
    for (const Expression& x : place) most = std::max(most, std::abs(number(x.text)));
  };
  for (const Body& body : model.bodies) {
    look(body.at);
    for (const GroundPoint& point : body.points) look(point.position);
  }
  for (const GroundPoint& point : model.ground) look(point.position);
  return most;
}

GroundPoint* find_point(Description& model, const std::string& name) {
  const std::size_t dot = name.find_last_of('.');
  if (dot == std::string::npos) return nullptr;
  const std::string body = name.substr(0, dot), own = name.substr(dot + 1);
  const auto find = [&](std::vector<GroundPoint>& points) -> GroundPoint* {
    for (GroundPoint& point : points)
      if (point.name.text == own) return &point;
    return nullptr;
  };
  if (body == "ground") return find(model.ground);
  for (Body& one : model.bodies)
    if (one.name.text == body) return find(one.points);
  return nullptr;
}

/// Moves the second points; what was moved and by how much, in words. Empty: a gap is too wide.
std::string move_points(Description& model, const std::vector<double>& gaps, double allowed) {
  double most = 0;
  for (const double gap : gaps) most = std::max(most, std::abs(gap));
  if (!(most <= allowed)) return {};
  std::string names;
  std::size_t k = 0;
  for (Constraint& constraint : model.constraints) {
    if (!has_points(constraint)) continue;
    const double* const gap = gaps.data() + 3 * k++;
    GroundPoint* const point = find_point(model, constraint.closure->second.text);
    if (!point || std::all_of(gap, gap + 3, [](double x) { return x == 0; })) continue;
    point->position.resize(3, Expression(0.0));
    for (std::size_t i = 0; i < 3; ++i)
      point->position[i] = number(point->position[i].text) + gap[i];
    names += (names.empty() ? "'" : ", '") + constraint.name.text + "'";
  }
  return "loops were open by up to " + diagnosis::short_number(most) +
         ", the digits of the file: the second points of " + names + " were moved by that";
}

}  // namespace

void close_loops(import::Robot& robot) {
  if (std::none_of(robot.model.constraints.begin(), robot.model.constraints.end(), has_points))
    return;
  Description trial = robot.model;
  observe_gaps(trial);
  const Model model = compile_model(trial);
  State nearest = model.start();
  if (!is_open(model, nearest)) return;
  const std::vector<double> gaps = solve_instant(model, nearest).observables;
  const std::string what = move_points(trial, gaps, printed * size_of(robot.model));
  if (what.empty()) return;
  const Model closed = compile_model(trial);
  State state = closed.start();
  if (is_open(closed, state)) return;
  trial.observe.clear();
  robot.model = std::move(trial);
  robot.remarks.push_back({import::Remark::Kind::noted, what, robot.model.source, 0});
}

}  // namespace zwang
