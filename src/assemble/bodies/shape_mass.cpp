// SPDX-License-Identifier: Apache-2.0
// Solids of one density each. Moments are of one unit of mass, about the middle of the shape and
// along its own axes; then they are turned, moved (Steiner) and summed.

#include "assemble/bodies/shape_mass.h"

#include <algorithm>
#include <numbers>
#include <optional>

#include "assemble/bodies/hull.h"
#include "assemble/bodies/numbers.h"
#include "assemble/bodies/plate.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::Graph;
using formula::no_node;
using formula::Node;
using Kind = Shape::Kind;

namespace {

class Formulas {
 public:
  explicit Formulas(Graph& graph) : g(graph) {}

  Node times(double c, Node x) { return g.multiply(g.constant(c), x); }
  Node cube(Node x) { return g.multiply(x, g.square(x)); }
  Matrix3 diagonal(Node x, Node y, Node z) {
    const Node o = g.constant(0);
    return {Vector3{x, o, o}, Vector3{o, y, o}, Vector3{o, o, z}};
  }
  Matrix3 sum(const Matrix3& A, const Matrix3& B) {
    return {add(g, A[0], B[0]), add(g, A[1], B[1]), add(g, A[2], B[2])};
  }
  Matrix3 scaled(Node c, const Matrix3& A) {
    return {scale(g, c, A[0]), scale(g, c, A[1]), scale(g, c, A[2])};
  }
  Matrix3 transposed(const Matrix3& A) {
    return {Vector3{A[0][0], A[1][0], A[2][0]}, Vector3{A[0][1], A[1][1], A[2][1]},
            Vector3{A[0][2], A[1][2], A[2][2]}};
  }
  // |d|² − d dᵀ
  Matrix3 steiner(const Vector3& d) {
    const Node squares = dot(g, d, d);
    Matrix3 S = diagonal(squares, squares, squares);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) S[i][j] = g.subtract(S[i][j], g.multiply(d[i], d[j]));
    }
    return S;
  }

  Graph& g;
};

/// One shape of one unit of mass.
struct Unit {
  std::optional<Node> volume;  // none: thin
  Vector3 center;              // in the frame of the body
  Matrix3 inertia;             // along the axes of the body
};

class Weighing : Formulas {
 public:
  Weighing(Scope& scope, const ShapeSymbols& shape)
      : Formulas(scope.graph()), scope_(scope), shape_(shape) {}

  Unit unit() {
    if (shape_.shape->kind == Kind::hull) return of_hull();
    if (shape_.shape->kind == Kind::plate) return of_plate();
    if (shape_.shape->kind == Kind::mesh) return of_mesh();
    Vector3 middle = constants(g, 0, 0, 0);
    if (shape_.shape->kind == Kind::rod) middle[0] = times(0.5, shape_.size[0]);
    return placed(volume(), middle, own_inertia());
  }

 private:
  Node size(std::size_t k) const { return shape_.size[k]; }

  Unit placed(std::optional<Node> volume, const Vector3& middle, const Matrix3& inertia) {
    return {volume, add(g, shape_.at, multiply(g, shape_.R, middle)),
            multiply(g, multiply(g, shape_.R, inertia), transposed(shape_.R))};
  }

  // Between z = −h/2 and h/2; thin where no thickness is given.
  Unit of_plate() {
    const PlateMoments plate = plate_moments(scope_, shape_);
    const bool thin = shape_.thickness == no_node;
    const Node zero = g.constant(0), zz = thin ? zero : times(1.0 / 12, g.square(shape_.thickness));
    Matrix3 inertia = diagonal(g.add(plate.yy, zz), g.add(plate.xx, zz), g.add(plate.xx, plate.yy));
    inertia[0][1] = inertia[1][0] = g.negate(plate.xy);
    std::optional<Node> volume;
    if (!thin) volume = g.multiply(plate.area, shape_.thickness);
    return placed(volume, {plate.x, plate.y, zero}, inertia);
  }

  // Numbers of the file, in its own unit of length.
  Unit of_mesh() {
    const MeshContent& mesh = shape_.shape->mesh;
    Vector3 center;
    Matrix3 inertia;
    for (std::size_t i = 0; i < 3; ++i) {
      center[i] = times(mesh.center[i], size(0));
      for (std::size_t j = 0; j < 3; ++j)
        inertia[i][j] = times(mesh.inertia[i][j] / mesh.volume, g.square(size(0)));
    }
    return placed(times(mesh.volume, cube(size(0))), center, inertia);
  }

  std::optional<Node> volume() {
    constexpr double pi = std::numbers::pi;
    const auto tube = [&](Node r, Node l) { return times(pi, g.multiply(g.square(r), l)); };
    switch (shape_.shape->kind) {
      case Kind::sphere:
        return times(4 * pi / 3, cube(size(0)));
      case Kind::box:
        return g.multiply(size(0), g.multiply(size(1), size(2)));
      case Kind::cylinder:
        return tube(size(0), size(1));
      case Kind::capsule:
        return g.add(tube(size(0), size(1)), times(4 * pi / 3, cube(size(0))));
      case Kind::rod:
        if (shape_.radius == no_node) return std::nullopt;
        return tube(shape_.radius, size(0));
      case Kind::disk:
        if (shape_.thickness == no_node) return std::nullopt;
        return tube(size(0), shape_.thickness);
      case Kind::ring:
        if (shape_.thickness == no_node) return std::nullopt;
        return g.subtract(tube(size(1), shape_.thickness), tube(size(0), shape_.thickness));
      default:
        return std::nullopt;
    }
  }

  Matrix3 own_inertia() {
    const auto square = [&](double c, Node x) { return times(c, g.square(x)); };
    const Node zero = g.constant(0);
    // Across and along the axis of a tube, which may be thin or flat.
    const auto tube = [&](Node r, Node l) {
      return std::array{g.add(square(0.25, r), square(1.0 / 12, l)), square(0.5, r)};
    };
    switch (shape_.shape->kind) {
      case Kind::sphere: {
        const Node I = square(0.4, size(0));
        return diagonal(I, I, I);
      }
      case Kind::box: {
        const auto two = [&](std::size_t i, std::size_t j) {
          return g.add(square(1.0 / 12, size(i)), square(1.0 / 12, size(j)));
        };
        return diagonal(two(1, 2), two(0, 2), two(0, 1));
      }
      case Kind::cylinder: {
        const auto [across, along] = tube(size(0), size(1));
        return diagonal(across, across, along);
      }
      case Kind::capsule:
        return capsule(size(0), size(1));
      case Kind::rod: {
        const auto [across, along] = tube(shape_.radius == no_node ? zero : shape_.radius, size(0));
        return diagonal(along, across, across);
      }
      case Kind::disk: {
        const auto [across, along] =
            tube(size(0), shape_.thickness == no_node ? zero : shape_.thickness);
        return diagonal(across, across, along);
      }
      case Kind::ring: {
        const Node squares = g.add(g.square(size(0)), g.square(size(1)));
        const Node flat = shape_.thickness == no_node ? zero : square(1.0 / 12, shape_.thickness);
        const Node across = g.add(times(0.25, squares), flat);
        return diagonal(across, across, times(0.5, squares));
      }
      default:
        return diagonal(zero, zero, zero);
    }
  }

  // A tube between two half balls, whose centers of mass are 3/8 of the radius off its ends.
  Matrix3 capsule(Node r, Node l) {
    const auto product = [&](double c, Node x, Node y) { return times(c, g.multiply(x, y)); };
    const Node balls = g.divide(times(4, r), g.add(times(4, r), times(3, l)));  // share of the mass
    const Node tube = g.subtract(g.constant(1), balls);
    const Node along =
        g.add(g.multiply(tube, product(0.5, r, r)), g.multiply(balls, product(0.4, r, r)));
    const Node across_tube = g.add(product(0.25, r, r), product(1.0 / 12, l, l));
    const Node across_balls =
        g.add(product(0.4, r, r), g.add(product(0.25, l, l), product(0.375, l, r)));
    const Node across = g.add(g.multiply(tube, across_tube), g.multiply(balls, across_balls));
    return diagonal(across, across, along);
  }

  // Pyramids from the first corner over the faces: of one with edges a, b, c from there, V = det/6, the
  // center at (a + b + c)/4 and ∫ r rᵀ dV = V/20 (Σ e eᵀ + (Σ e)(Σ e)ᵀ).
  Unit of_hull() {
    const std::vector<Vector3>& corners = shape_.corners;
    const Vector3 base = corners.front();
    Node volume = g.constant(0);
    Vector3 first = constants(g, 0, 0, 0);  // ∫ r dV from `base`
    Matrix3 second{first, first, first};    // ∫ r rᵀ dV
    for (const Triangle& face : hull_faces(scope_, corners)) {
      std::array<Vector3, 3> e;
      for (std::size_t k = 0; k < 3; ++k) {
        e[k] = add(g, corners[face[k]], scale(g, g.constant(-1), base));
      }
      const Node V = times(1.0 / 6, dot(g, e[0], cross(g, e[1], e[2])));
      const Vector3 sum = add(g, e[0], add(g, e[1], e[2]));
      volume = g.add(volume, V);
      first = add(g, first, scale(g, times(0.25, V), sum));
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
          Node x = g.multiply(sum[i], sum[j]);
          for (const Vector3& edge : e) x = g.add(x, g.multiply(edge[i], edge[j]));
          second[i][j] = g.add(second[i][j], g.multiply(times(0.05, V), x));
        }
      }
    }
    if (!scope_.is_positive(volume)) {
      scope_.complain(code::shape, Expression("", shape_.shape->where),
                      "the corners of this hull lie in one plane");
      volume = g.constant(1);
    }
    const Node share = g.divide(g.constant(1), volume);
    const Vector3 center = scale(g, share, first);
    const Matrix3 S = scaled(share, second);
    const Node trace = g.add(S[0][0], g.add(S[1][1], S[2][2]));
    Matrix3 inertia = diagonal(trace, trace, trace);
    const Matrix3 moved = steiner(center);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        inertia[i][j] = g.subtract(g.subtract(inertia[i][j], S[i][j]), moved[i][j]);
      }
    }
    return {volume, add(g, base, center), inertia};
  }

  Scope& scope_;
  const ShapeSymbols& shape_;
};

/// All shapes of a body together.
class Sum : Formulas {
 public:
  Sum(Scope& scope, const Solid& solid)
      : Formulas(scope.graph()), scope_(scope), solid_(solid), body_(*solid.body) {}

  /// False: the shapes weigh nothing.
  bool weigh() {
    for (const ShapeSymbols& shape : solid_.shapes) {
      if (shape.shape->kind == Kind::plane) continue;
      shapes_.push_back(&shape);
      units_.push_back(Weighing(scope_, shape).unit());
    }
    if (shapes_.empty() || !find_masses()) return false;
    mass = g.constant(0);
    Vector3 first = constants(g, 0, 0, 0);
    for (std::size_t k = 0; k < units_.size(); ++k) {
      mass = g.add(mass, masses_[k]);
      first = add(g, first, scale(g, masses_[k], units_[k].center));
    }
    if (!scope_.is_positive(mass)) return false;
    center = units_.size() == 1 ? units_[0].center : scale(g, g.divide(g.constant(1), mass), first);
    const Node zero = g.constant(0);
    inertia = diagonal(zero, zero, zero);
    for (std::size_t k = 0; k < units_.size(); ++k) {
      const Vector3 off = add(g, units_[k].center, scale(g, g.constant(-1), center));
      inertia = this->sum(inertia, scaled(masses_[k], this->sum(units_[k].inertia, steiner(off))));
    }
    return true;
  }

  Node mass = no_node;
  Vector3 center;
  Matrix3 inertia;

 private:
  bool say(const Expression& at, const std::string& what, const std::string& hint) {
    scope_.complain(code::shape, at, what, hint);
    return false;
  }

  static Expression at(const ShapeSymbols& shape) { return Expression("", shape.shape->where); }

  std::optional<Node> by_density(std::size_t k, const Expression& density) {
    if (!units_[k].volume) {
      say(density, "what is thin has no volume, so a density says nothing of its mass",
          "give 'mass', or the 'radius' of a rod, the 'thickness' of a disk, ring or plate");
      return std::nullopt;
    }
    return g.multiply(read_number(scope_, density), *units_[k].volume);
  }

  bool find_masses() {
    const auto own = [](const ShapeSymbols* x) {
      return x->shape->mass.given() || x->shape->density.given();
    };
    const bool any = std::any_of(shapes_.begin(), shapes_.end(), own);
    if (gives_mass(body_)) {
      if (!any) return share_out(solid_.mass);
      const auto first = std::find_if(shapes_.begin(), shapes_.end(), own);
      return say(at(**first), "the mass of '" + solid_.name() + "' is given twice",
                 "by the body, or by its shapes");
    }
    if (!any && !body_.density.given()) return false;
    for (std::size_t k = 0; k < shapes_.size(); ++k) {
      const Shape& shape = *shapes_[k]->shape;
      std::optional<Node> own_mass;
      if (shape.mass.given()) {
        own_mass = read_number(scope_, shape.mass);
      } else if (shape.density.given() || body_.density.given()) {
        own_mass = by_density(k, shape.density.given() ? shape.density : body_.density);
      } else {
        return say(at(*shapes_[k]),
                   "nothing says what this shape of '" + solid_.name() + "' weighs",
                   "give 'mass' or 'density', 0 if it weighs nothing");
      }
      if (!own_mass) return false;
      if (scope_.is_negative(*own_mass))
        return say(at(*shapes_[k]), "a shape has a negative mass", "");
      masses_.push_back(*own_mass);
    }
    return true;
  }

  // By volume.
  bool share_out(Node whole) {
    if (units_.size() == 1) {
      masses_ = {whole};
      return true;
    }
    Node volume = g.constant(0);
    for (std::size_t k = 0; k < units_.size(); ++k) {
      if (!units_[k].volume) {
        return say(at(*shapes_[k]),
                   "it is not clear how the mass of '" + solid_.name() +
                       "' is shared: what is thin has no volume",
                   "give each shape its 'mass', and the body none");
      }
      volume = g.add(volume, *units_[k].volume);
    }
    for (const Unit& unit : units_)
      masses_.push_back(g.divide(g.multiply(whole, *unit.volume), volume));
    return true;
  }

  Scope& scope_;
  const Solid& solid_;
  const Body& body_;
  std::vector<const ShapeSymbols*> shapes_;
  std::vector<Unit> units_;
  std::vector<Node> masses_;

 public:
  // A body without a mass has the text "0".
  static bool gives_mass(const Body& body) {
    return body.mass.at.line > 0 || (body.mass.given() && body.mass.text != "0");
  }
};

}  // namespace

void weigh_shapes(Scope& scope, Solid& solid) {
  const std::size_t before = scope.complaints();
  Sum sum(scope, solid);
  if (!sum.weigh() || scope.complaints() > before) return;
  solid.mass = sum.mass;
  if (solid.body->center.empty()) solid.center = sum.center;
  if (solid.body->inertia.empty()) solid.inertia = sum.inertia;
}

}  // namespace zwang::compile
