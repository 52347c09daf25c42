// SPDX-License-Identifier: Apache-2.0
// An actuator pulls with (g₀ + g₁l + g₂l')u + b₀ + b₁l + b₂l', where u is its control, l the length
// of what it pulls and g, b its gain and its bias; for a joint, l is the coordinate times the gear.

#include "import/mjcf/scene.h"

#include <algorithm>

namespace zwang::import {

namespace {

using Kind = Remark::Kind;

struct Law {
  Vec gain{1, 0, 0}, bias{};
};

/// Three numbers at the most, zeros behind those that are given; more than three are for muscles.
Vec read_three(const Element& actuator, std::string_view name, const Vec& fallback) {
  const std::vector<double> given = actuator.numbers(name, 1, 10);
  if (given.empty()) return fallback;
  Vec result{};
  for (std::size_t k = 0; k < std::min<std::size_t>(3, given.size()); ++k) result[k] = given[k];
  return result;
}

/// Nothing, and a remark, where it has a state of its own or a law that is not ours.
std::optional<Law> read_general(const Element& actuator) {
  const auto is = [&](std::string_view name, std::initializer_list<std::string_view> words) {
    const std::string_view given = actuator.text(name);
    return given.empty() || std::find(words.begin(), words.end(), given) != words.end();
  };
  if (!is("dyntype", {"none"}) || !is("gaintype", {"fixed", "affine"}) ||
      !is("biastype", {"none", "affine"})) {
    actuator.remark(Kind::left_out,
                    shown(actuator.node()) + ", whose dynamics, gain or bias are not supported");
    return std::nullopt;
  }
  Law law;
  law.gain = read_three(actuator, "gainprm", {1, 0, 0});
  if (actuator.text("gaintype") != "affine") law.gain = {law.gain[0], 0, 0};
  if (actuator.text("biastype") == "affine") law.bias = read_three(actuator, "biasprm", {});
  return law;
}

std::optional<Law> read_law(const Element& actuator) {
  const std::string& tag = actuator.node().tag;
  if (tag == "motor") return Law{};
  if (tag == "position") {
    const double kp = actuator.number("kp", 1), kv = actuator.number("kv", 0);
    return Law{{kp, 0, 0}, {0, -kp, -kv}};
  }
  const double kv = actuator.number("kv", 1);
  if (tag == "velocity") return Law{{kv, 0, 0}, {0, 0, -kv}};
  if (tag == "damper") return Law{{0, 0, -kv}, {}};
  if (tag == "general") return read_general(actuator);
  return std::nullopt;  // remarked with all that is not read
}

class ActuatorReader {
 public:
  explicit ActuatorReader(MjcfScene& scene) : scene_(scene) {}

  void read(const Element& actuator) {
    scene_.controls.emplace_back();
    const std::optional<Law> law = read_law(actuator);
    if (!law) return;
    std::vector<double> gear = actuator.numbers("gear", 1, 6);
    if (gear.empty()) gear = {1};
    gear.resize(6);
    const std::string_view how = actuator.first_given(
        {"joint", "jointinparent", "tendon", "cranksite", "slidersite", "site", "body"});
    if (how == "joint")
      pull_joint(actuator, *law, gear[0]);
    else if (how == "tendon" && scene_.tendons.find(actuator.text("tendon")))
      pull_tendon(actuator, *law, gear[0]);
    else if (how == "site" && !actuator.has("refsite"))
      pull_site(actuator, *law, gear);
    else if (how.empty())
      actuator.complain(code::missing, {}, shown(actuator.node()) + " acts on nothing",
                        "it needs joint=\"…\" or site=\"…\"");
    else
      actuator.remark(Kind::left_out,
                      shown(actuator.node()) + ", which acts on a " + std::string(how));
  }

 private:
  /// A parameter that is the control; returns its name.
  std::string add_control(const Element& actuator) {
    const std::string name = scene_.context.names.take(
        Names::What::parameter, actuator.text("name"), actuator.node().tag, actuator.node());
    scene_.controls.back() = scene_.context.model.parameters.size();
    scene_.context.model.parameters.push_back({name, 0.0});
    return name;
  }

  Force& add_force(const std::string& on) {
    scene_.context.model.forces.emplace_back();
    scene_.context.model.forces.back().on = on;
    return scene_.context.model.forces.back();
  }

  void pull_joint(const Element& actuator, const Law& law, double gear) {
    const MjcfJoint* joint = scene_.joints.need(actuator, "joint", "joint");
    if (!joint) return;
    const std::string& q = joint->coordinate;
    if (q.empty())
      return actuator.remark(Kind::left_out,
                             shown(actuator.node()) + ", which acts on a ball or free joint");
    const MjcfTendon one{{{1, q}}, joint->ref};
    pull(one, law, gear, add_control(actuator));
  }

  /// Every coordinate of the sum feels the force by its own factor.
  void pull_tendon(const Element& actuator, const Law& law, double gear) {
    pull(*scene_.tendons.find(actuator.text("tendon")), law, gear, add_control(actuator));
  }

  void pull(const MjcfTendon& tendon, const Law& law, double gear, const std::string& u) {
    const auto& [g, b] = law;
    const double square = gear * gear;  // the gear makes the length, and the force
    for (const MjcfTendon::Term& on : tendon.terms) {
      const double k = on.factor;
      Sum force;
      force.add(k * (gear * g[0] + square * g[1] * tendon.ref), u);
      for (const auto& [factor, q] : tendon.terms)
        force.add(k * square * g[1] * factor, u + "*" + q)
            .add(k * square * g[2] * factor, u + "*" + q + "'");
      force.add(k * (gear * b[0] + square * b[1] * tendon.ref), "");
      for (const auto& [factor, q] : tendon.terms)
        force.add(k * square * b[1] * factor, q).add(k * square * b[2] * factor, q + "'");
      add_force(on.coordinate).force = {force.text()};
    }
  }

  /// A force and a torque at a site, along the axes of the site.
  void pull_site(const Element& actuator, const Law& law, const std::vector<double>& gear) {
    const MjcfSite* site = scene_.sites.need(actuator, "site", "site");
    if (!site) return;
    const Vec &g = law.gain, &b = law.bias;
    const bool plain = g[1] == 0 && g[2] == 0 && b[1] == 0 && b[2] == 0;
    if (!plain || site->body == 0)
      return actuator.remark(
          Kind::left_out,
          shown(actuator.node()) + ", which acts on a site by its length or in world axes");
    const std::string u = add_control(actuator);
    const auto along = [&](std::size_t first) {
      const Vec given{gear[first], gear[first + 1], gear[first + 2]};
      const Vec v = tidied(turned(site->pose.turn, given), length(given));
      Components parts;
      for (const double x : v) parts.push_back(Sum().add(x * g[0], u).add(x * b[0], "").text());
      return v == Vec{} ? Components() : parts;
    };
    const auto add = [&](const std::string& on, Components Force::*part, Components numbers) {
      if (numbers.empty()) return;
      Force& force = add_force(on);
      force.body_frame = true;
      force.*part = std::move(numbers);
    };
    add(site->point, &Force::force, along(0));
    add(scene_.bodies.all[site->body].name, &Force::torque, along(3));
  }

  MjcfScene& scene_;
};

}  // namespace

void read_actuators(MjcfScene& scene, const Node& mujoco) {
  ActuatorReader reader(scene);
  for (const Node& section : mujoco.children) {
    if (section.tag != "actuator") continue;
    for (const Node& node : section.children) reader.read(scene.element(node));
  }
}

}  // namespace zwang::import
