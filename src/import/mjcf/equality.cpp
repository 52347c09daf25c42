// SPDX-License-Identifier: Apache-2.0
#include "import/mjcf/scene.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace zwang::import {

namespace {

using Kind = Remark::Kind;

/// Two frames, fixed in two bodies of the scene, in the file's frames.
struct Pair {
  std::size_t body[2] = {0, 0};
  Pose pose[2];
};

class EqualityReader {
 public:
  explicit EqualityReader(MjcfScene& scene) : scene_(scene) {}

  void read(const Element& equality) {
    if (!equality.flag("active", true)) {
      equality.remark(Kind::left_out, shown(equality.node()) + ", which is not active");
      return;
    }
    const std::string& tag = equality.node().tag;
    if (tag == "connect") read_connect(equality);
    if (tag == "weld") read_weld(equality);
    if (tag == "joint") read_joint(equality);
    if (tag == "tendon") read_tendon(equality);
    if (tag == "distance") read_distance(equality);
  }

 private:
  Constraint& add(const Element& equality, const char* word) {
    Constraint constraint;
    constraint.name = scene_.context.names.take(Names::What::constraint, equality.text("name"),
                                                word, equality.node());
    scene_.context.model.constraints.push_back(std::move(constraint));
    return scene_.context.model.constraints.back();
  }

  /// The frames of two sites, or nothing.
  std::optional<Pair> read_sites(const Element& equality) {
    const MjcfSite* first = scene_.sites.need(equality, "site1", "site");
    const MjcfSite* second = scene_.sites.need(equality, "site2", "site");
    if (!first || !second) return std::nullopt;
    return apart(equality, {{first->body, second->body}, {first->pose, second->pose}}, "site2");
  }

  /// The two bodies; the second is the world if it is not named.
  std::optional<Pair> read_bodies(const Element& equality) {
    const MjcfBody* first = scene_.bodies.need(equality, "body1", "body");
    const MjcfBody* second = &scene_.bodies.all[0];
    if (equality.has("body2")) second = scene_.bodies.need(equality, "body2", "body");
    if (!first || !second) return std::nullopt;
    const Pair pair{{scene_.bodies.number(first), scene_.bodies.number(second)}, {}};
    return apart(equality, pair, "body2");
  }

  std::optional<Pair> apart(const Element& equality, const Pair& pair, std::string_view attribute) {
    if (pair.body[0] != pair.body[1]) return pair;
    equality.complain(code::number, attribute, "a body cannot be connected to itself");
    return std::nullopt;
  }

  /// `place` in the second body is given in the first, as the file puts the bodies.
  Pose across(const Pair& pair, const Pose& in_first) {
    const Pose& first = scene_.bodies.all[pair.body[0]].world;
    const Pose& second = scene_.bodies.all[pair.body[1]].world;
    const Pose world = first * in_first;
    return {inside(second, world.at), inverse(second.turn) * world.turn};
  }

  /// Gives both bodies a point at the frames' origins; what formulas call them.
  std::pair<std::string, std::string> add_points(const Pair& pair, const Element& equality,
                                                 const std::string& name) {
    const auto point = [&](int k) {
      return scene_.add_point(pair.body[k], pair.pose[k].at, {}, name, equality.node());
    };
    std::string first = point(0);
    return {std::move(first), point(1)};
  }

  void read_connect(const Element& equality) {
    std::optional<Pair> pair;
    if (equality.has("site1") || equality.has("site2")) {
      pair = read_sites(equality);
    } else {
      pair = read_bodies(equality);
      equality.need_text("anchor");
      if (pair) pair->pose[0].at = equality.vector("anchor", {});
      if (pair) pair->pose[1] = across(*pair, pair->pose[0]);
    }
    if (!pair) return;
    close(equality, *pair, Closure::Kind::point, "connect");
  }

  void close(const Element& equality, const Pair& pair, Closure::Kind kind, const char* word) {
    Constraint& constraint = add(equality, word);
    const auto [first, second] = add_points(pair, equality, local(constraint));
    constraint.closure.emplace();
    constraint.closure->kind = kind;
    constraint.closure->first = first;
    constraint.closure->second = second;
  }

  /// Points are named after their constraint, without the prefix of the robot.
  std::string local(const Constraint& constraint) {
    const std::string& prefix = scene_.context.options.prefix;
    return prefix.empty() ? constraint.name.text : constraint.name.text.substr(prefix.size() + 1);
  }

  void read_weld(const Element& equality) {
    std::optional<Pair> pair;
    if (equality.has("site1") || equality.has("site2")) {
      pair = read_sites(equality);
    } else {
      pair = read_bodies(equality);
      if (pair) pair->pose[0] = relative(*pair, equality);
    }
    if (!pair) return;
    // How the second body stands in the first.
    const Quaternion turn = pair->pose[0].turn * inverse(pair->pose[1].turn);
    if (starts_so(*pair, turn)) return close(equality, *pair, Closure::Kind::weld, "weld");
    Constraint& constraint = add(equality, "weld");
    const auto [first, second] = add_points(*pair, equality, local(constraint));
    constraint.equations = {first + " = " + second};
    align(constraint, *pair, turn);
  }

  /// The pose of the second body in the first.
  Pose relative(const Pair& pair, const Element& equality) {
    const std::vector<double> v = equality.numbers("relpose", 7, 7);
    if (!v.empty() && std::hypot(std::hypot(v[3], v[4]), std::hypot(v[5], v[6])) > 0)
      return {{v[0], v[1], v[2]}, normalised({v[3], v[4], v[5], v[6]})};
    return across({{pair.body[1], pair.body[0]}, {}}, {});  // as the file puts them
  }

  /// Whether the second body stands so in the first at the start: that is what `weld` holds.
  bool starts_so(const Pair& pair, const Quaternion& turn) {
    const Pose& first = scene_.bodies.all[pair.body[0]].world;
    const Pose& second = scene_.bodies.all[pair.body[1]].world;
    const Quaternion d = inverse(turn) * inverse(first.turn) * second.turn;
    constexpr double rounding = 1e-14;  // of products of some ten rotations
    return scene_.context.options.key.empty() && length({d.x, d.y, d.z}) < rounding;
  }

  /// Three right angles between the axes of the first body, and what they are in the second.
  void align(Constraint& constraint, const Pair& pair, const Quaternion& turn) {
    const Mat in_second = matrix(turn);  // its rows
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t next = (k + 1) % 3;
      constraint.equations.push_back("dot(" + axis(pair.body[0], k) + ", " +
                                     vector(pair.body[1], in_second[next]) + ") = 0");
    }
  }

  std::string axis(std::size_t body, std::size_t k) {
    if (body == 0) return vector(0, {k == 0 ? 1.0 : 0, k == 1 ? 1.0 : 0, k == 2 ? 1.0 : 0});
    return scene_.bodies.all[body].name + ".axis(" + "xyz"[k] + ")";
  }

  std::string vector(std::size_t body, const Vec& v) {
    const Components c = components(tidied(v, 1));
    const std::string numbers = c[0].text + ", " + c[1].text + ", " + c[2].text;
    if (body == 0) return "[" + numbers + "]";
    return scene_.bodies.all[body].name + ".vector(" + numbers + ")";
  }

  /// A joint with one coordinate; complains if it is another.
  const MjcfJoint* read_coordinate(const Element& equality, std::string_view attribute) {
    const MjcfJoint* joint = scene_.joints.need(equality, attribute, "joint");
    if (!joint || !joint->coordinate.empty()) return joint;
    equality.complain(code::unknown, attribute, "this joint has more than one coordinate");
    return nullptr;
  }

  /// Their polynomial is of what the coordinates are more than their reference: of ours.
  void read_joint(const Element& equality) {
    const MjcfJoint* first = read_coordinate(equality, "joint1");
    const MjcfJoint* second = nullptr;
    if (equality.has("joint2")) second = read_coordinate(equality, "joint2");
    if (!first || (equality.has("joint2") && !second)) return;
    const std::string right = polynomial(equality, second ? second->coordinate : "");
    add(equality, "coupling").equations = {first->coordinate + " = " + right};
  }

  /// The polynomial of an equality in this; empty: its constant.
  static std::string polynomial(const Element& equality, const std::string& of) {
    std::vector<double> factors{0, 1, 0, 0, 0};
    const std::vector<double> given = equality.numbers("polycoef", 1, 5);
    std::copy(given.begin(), given.end(), factors.begin());
    Sum sum;
    sum.add(factors[0], "");
    for (std::size_t k = 1; !of.empty() && k < factors.size(); ++k)
      sum.add(factors[k], of + (k > 1 ? "^" + std::to_string(k) : ""));
    return sum.text();
  }

  /// The same of lengths, where they are sums of coordinates.
  void read_tendon(const Element& equality) {
    const MjcfTendon* first = scene_.tendons.find(equality.need_text("tendon1"));
    const MjcfTendon* second = nullptr;
    if (equality.has("tendon2")) second = scene_.tendons.find(equality.text("tendon2"));
    if (!first || (equality.has("tendon2") && !second))
      return equality.remark(Kind::left_out, shown(equality.node()) +
                                                 ", of a tendon that is not a sum of coordinates");
    std::string of = second ? second->sum().text() : "";
    if (second && !second->sum().is_one_term()) of = "(" + of + ")";
    if (second && second->terms.size() == 1 && second->terms[0].factor != 1) of = "(" + of + ")";
    add(equality, "coupling").equations = {first->sum().text() + " = " + polynomial(equality, of)};
  }

  /// Between the surfaces of two spheres; other shapes touch at points that wander.
  void read_distance(const Element& equality) {
    const MjcfSphere* first = scene_.spheres.find(equality.need_text("geom1"));
    const MjcfSphere* second = scene_.spheres.find(equality.need_text("geom2"));
    if (!first || !second || first->body == second->body)
      return equality.remark(Kind::left_out,
                             shown(equality.node()) + ", which is not between two spheres");
    const double distance = equality.number("distance", 0) + first->radius + second->radius;
    const Pair pair{{first->body, second->body}, {{first->center, {}}, {second->center, {}}}};
    close(equality, pair, Closure::Kind::distance, "distance");
    scene_.context.model.constraints.back().closure->length = distance;
  }

  MjcfScene& scene_;
};

}  // namespace

void read_equalities(MjcfScene& scene, const Node& mujoco) {
  EqualityReader reader(scene);
  for (const Node& section : mujoco.children) {
    if (section.tag != "equality") continue;
    for (const Node& node : section.children) reader.read(Element(node, scene.context.findings));
  }
}

}  // namespace zwang::import
