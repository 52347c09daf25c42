// SPDX-License-Identifier: Apache-2.0
#include "scene/bodies.h"

#include <algorithm>
#include <cmath>

#include "scene/shapes.h"

namespace zwang::scene {

namespace {

/// Principal axes of an inertia: moments, and the turn whose columns they are along.
struct Principal {
  Triple moments{};
  double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
};

// Jacobi's method: a dozen rotations, each of which makes one entry zero.
Principal principal(const double* inertia) {
  double I[3][3] = {{inertia[0], inertia[3], inertia[4]},
                    {inertia[3], inertia[1], inertia[5]},
                    {inertia[4], inertia[5], inertia[2]}};
  Principal result;
  for (int sweep = 0; sweep < 12; ++sweep) {
    for (int p = 0; p < 2; ++p) {
      for (int q = p + 1; q < 3; ++q) {
        if (I[p][q] == 0) continue;
        const double angle = 0.5 * std::atan2(2 * I[p][q], I[q][q] - I[p][p]);
        const double c = std::cos(angle), s = std::sin(angle);
        for (int k = 0; k < 3; ++k) {
          const double a = I[k][p], b = I[k][q];
          I[k][p] = c * a - s * b;
          I[k][q] = s * a + c * b;
        }
        for (int k = 0; k < 3; ++k) {
          const double a = I[p][k], b = I[q][k];
          I[p][k] = c * a - s * b;
          I[q][k] = s * a + c * b;
          const double x = result.axes[k][p], y = result.axes[k][q];
          result.axes[k][p] = c * x - s * y;
          result.axes[k][q] = s * x + c * y;
        }
      }
    }
  }
  for (std::size_t k = 0; k < 3; ++k) result.moments[k] = I[k][k];
  return result;
}

// A body of equal mass and inertia: a² = 5 (I_b + I_c − I_a)/(2m). Thin ones are drawn less thin.
Shape ellipsoid_of(const bodies::SolidNumbers& solid, double length) {
  const Principal axes = principal(solid.inertia);
  Shape shape{"ellipsoid", {solid.center[0], solid.center[1], solid.center[2]}, {}, {}};
  const double sum = axes.moments[0] + axes.moments[1] + axes.moments[2];
  for (std::size_t k = 0; k < 3; ++k) {
    const double square = solid.mass > 0 ? 2.5 * (sum - 2 * axes.moments[k]) / solid.mass : 0.0;
    shape.radii[k] = square > 0 ? std::sqrt(square) : 0.0;
  }
  // Thin by the body's own measure: the length is that of the whole path, and a bicycle goes far.
  const double largest = std::max({shape.radii[0], shape.radii[1], shape.radii[2]});
  const double thin = largest > 0 ? std::min(0.012 * length, 0.1 * largest) : 0.012 * length;
  for (double& radius : shape.radii) radius = std::clamp(radius, thin, std::max(thin, length));
  const auto& a = axes.axes;
  shape.turn = turn_of(
      {{a[0][0], a[1][0], a[2][0]}, {a[0][1], a[1][1], a[2][1]}, {a[0][2], a[1][2], a[2][2]}});
  return shape;
}

void add_rod(const Triple& to, double length, Body& body) {
  const double reach = std::hypot(to[0], to[1], to[2]);
  if (reach < 1e-9 * length) return;
  body.shapes.push_back({"rod", {}, to, {std::min(0.01 * length, 0.08 * reach), 0, 0}});
}

// What has a shape of its own looks like that alone.
void add_point(const Triple& at, double length, Body& body) {
  body.points.push_back(at);
  if (!body.given) add_rod(at, length, body);
}

Triple triple(const double* x) { return {x[0], x[1], x[2]}; }

// Their names in model files.
std::string joint_name(bodies::Joint joint) {
  switch (joint) {
    case bodies::Joint::fixed:
      return "fixed";
    case bodies::Joint::hinge:
      return "hinge";
    case bodies::Joint::slider:
      return "slider";
    case bodies::Joint::cylinder:
      return "cylinder";
    case bodies::Joint::screw:
      return "screw";
    case bodies::Joint::universal:
      return "universal";
    case bodies::Joint::ball:
      return "ball";
    case bodies::Joint::planar:
      return "planar";
    case bodies::Joint::free:
      break;
  }
  return "";
}

Joint joint_of(const Numbers& numbers, std::size_t k) {
  const bodies::SolidNumbers& solid = numbers.solid(k);
  const bodies::Body& body = numbers.tree().bodies[k];
  Joint joint{joint_name(body.joint), body.parent, triple(solid.at), {}, triple(solid.axis)};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) joint.axis[i] += solid.rotation[3 * i + j] * solid.axis[j];
  return joint;
}

// Of a body, or of the family that it is a member of.
std::string color_of(const Description& description, const std::string& name) {
  for (const std::string& one : {name, name.substr(0, name.find('['))})
    for (const zwang::Body& body : description.bodies)
      if (body.name.text == one) return body.color;
  return {};
}

// A point mass has a center and no extent.
bool is_extended(const bodies::SolidNumbers& solid) {
  return solid.inertia[0] + solid.inertia[1] + solid.inertia[2] > 0;
}

}  // namespace

std::optional<BodyPoint> find_body_point(const Model& model, const Numbers& numbers,
                                         const std::string& name, const Triple& world) {
  const std::vector<std::string>& bodies = model.bodies();
  auto at = std::find(bodies.begin(), bodies.end(), name);
  const std::size_t dot = name.rfind('.');
  // A formula of a point is no point of the body: "rod.tip/2".
  const bool formula =
      dot != std::string::npos && name.find_first_of(" +-*/^()[],'", dot) != std::string::npos;
  if (at == bodies.end() && !formula)
    at = std::find(bodies.begin(), bodies.end(), name.substr(0, dot));
  const auto body = static_cast<std::size_t>(at - bodies.begin());
  if (body >= numbers.bodies()) return std::nullopt;
  const bodies::BodyState& state = numbers.placed(body);
  const bodies::Vec3<double> r{world[0] - state.p.x, world[1] - state.p.y, world[2] - state.p.z};
  const bodies::Vec3<double> local = transposed(state.R, r);
  return BodyPoint{body, {local.x, local.y, local.z}};
}

void add_bodies(const Model& model, const Numbers& numbers, const Columns& columns,
                const std::vector<BodyPoint>& points, Scene& scene) {
  for (std::size_t k = 0; k < numbers.bodies(); ++k) {
    Body body;
    body.name = model.bodies()[k];
    const std::size_t first = numbers.body(k);
    for (std::size_t i = 0; i < 3; ++i) body.origin[i] = columns[first + i];
    for (std::size_t i = 0; i < 4; ++i) body.turn[i] = columns[first + 3 + i];
    body.mass = numbers.solid(k).mass;
    body.color = color_of(model.description(), body.name);
    body.joint = joint_of(numbers, k);
    body.shapes = shapes_of(model, static_cast<int>(k));
    body.given = !body.shapes.empty();
    if (!body.given) body.shapes.push_back(ellipsoid_of(numbers.solid(k), scene.length));
    for (const BodyPoint& point : points) {
      if (point.body == k) add_point(point.at, scene.length, body);
    }
    scene.bodies.push_back(std::move(body));
  }
  for (std::size_t k = 0; k < numbers.bodies(); ++k) {
    const Index parent = numbers.tree().bodies[k].parent;
    const Triple at = triple(numbers.solid(k).at);
    if (parent != bodies::ground) {
      add_point(at, scene.length, scene.bodies[static_cast<std::size_t>(parent)]);
    } else if (numbers.tree().bodies[k].joint != bodies::Joint::free) {
      Point anchor{model.bodies()[k], "anchor", {}};
      for (std::size_t i = 0; i < 3; ++i) anchor.at[i].value = at[i];
      scene.points.push_back(std::move(anchor));
    }
  }
  for (Body& body : scene.bodies) {
    if (body.given) continue;
    const auto& solid = numbers.solid(static_cast<std::size_t>(&body - scene.bodies.data()));
    if (body.shapes.size() == 1) add_rod(triple(solid.center), scene.length, body);
    // A point mass: a ball whose size the page chooses.
    if (!is_extended(solid) && body.mass > 0)
      body.shapes[0] = {"sphere", triple(solid.center), {}, {}};
  }
}

void make_wheel(const BodyPoint& middle, double radius, const std::optional<Triple>& axis,
                double rim, Scene& scene) {
  if (!(radius > 0) || !std::isfinite(radius)) return;
  Shape shape{"sphere", middle.at, {}, {radius, 0, 0}};
  if (axis) {
    const double size = std::hypot((*axis)[0], (*axis)[1], (*axis)[2]);
    if (!(size > 0)) return;
    // The shortest turn from z to the axis.
    const double x = (*axis)[0] / size, y = (*axis)[1] / size, z = (*axis)[2] / size;
    const double w = std::sqrt(std::max((1 + z) / 2, 0.0));
    shape.kind = "cylinder";
    shape.radii[1] = 0.08 * radius;
    shape.turn =
        w > 0 ? std::array{w, -y / (2 * w), x / (2 * w), 0.0} : std::array{0.0, 1.0, 0.0, 0.0};
  }
  Body& body = scene.bodies[middle.body];
  if (body.given) return;
  shape.rim = rim;
  body.shapes[0] = std::move(shape);
}

}  // namespace zwang::scene
