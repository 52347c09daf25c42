// SPDX-License-Identifier: Apache-2.0
#include "import/weightless.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>

#include "import/findings.h"

namespace zwang::import {

namespace {

bool weighs(const Body& body) { return body.mass.text != "0" || !body.inertia.empty(); }

class Holder {
 public:
  explicit Holder(Robot& robot) : robot_(robot), bodies_(robot.model.bodies) {
    heavy_.resize(bodies_.size());
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      numbers_.emplace(bodies_[i].name.text, i);
      heavy_[i] = weighs(bodies_[i]);
    }
    carry_up();
    for (const Force& force : robot.model.forces) needs(force.on.text + " " + force.potential.text);
    needs(robot.model.free.kinetic.text);
    carry_up();
  }

  void hold() {
    share();
    std::string names;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (heavy_[i] || bodies_[i].joint.text == "fixed") continue;
      names += (names.empty() ? "" : ", ") + in_quotes(bodies_[i].name.text);
      fix(bodies_[i]);
    }
    if (names.empty()) return;
    robot_.remarks.push_back(
        {Remark::Kind::noted,
         "joints that move nothing with mass are held still: those of " + names,
         robot_.model.source, 0});
    std::erase_if(robot_.model.constraints, [&](const Constraint& constraint) {
      const std::vector<std::size_t> all = named(constraint);
      return !all.empty() &&
             std::all_of(all.begin(), all.end(), [&](std::size_t body) { return !heavy_[body]; });
    });
  }

 private:
  /// Children stand behind their parents.
  void carry_up() {
    for (std::size_t i = bodies_.size(); i-- > 0;) {
      const auto parent = numbers_.find(bodies_[i].parent.text);
      if (heavy_[i] && parent != numbers_.end()) heavy_[parent->second] = 1;
    }
  }

  /// Whatever these formulas name counts as heavy.
  void needs(const std::string& text) {
    for (const std::size_t body : named(text)) heavy_[body] = 1;
  }

  /// What a constraint binds to something heavy is carried along by it.
  void share() {
    for (bool more = true; more;) {
      more = false;
      for (const Constraint& constraint : robot_.model.constraints) {
        const std::vector<std::size_t> all = named(constraint);
        const auto is_heavy = [&](std::size_t body) { return heavy_[body] != 0; };
        if (std::none_of(all.begin(), all.end(), is_heavy)) continue;
        for (const std::size_t body : all) {
          more = more || !heavy_[body];
          heavy_[body] = 1;
        }
      }
      carry_up();
    }
  }

  std::vector<std::size_t> named(const Constraint& constraint) const {
    std::string text;
    for (const Expression& equation : constraint.equations) text += equation.text + " ";
    if (constraint.closure)
      text += constraint.closure->first.text + " " + constraint.closure->second.text;
    return named(text);
  }

  /// The bodies in "2*ur5.elbow.angle": what stands before the last point of a name.
  std::vector<std::size_t> named(const std::string& text) const {
    std::vector<std::size_t> all;
    const auto is_part = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
    };
    for (std::size_t i = 0; i < text.size();) {
      const std::size_t begin = i;
      while (i < text.size() && is_part(text[i])) ++i;
      const std::string_view word = std::string_view(text).substr(begin, i - begin);
      for (std::size_t end = word.find_last_of('.'); end != std::string_view::npos && end > 0;
           end = word.find_last_of('.', end - 1)) {
        const auto found = numbers_.find(word.substr(0, end));
        if (found != numbers_.end()) all.push_back(found->second);
      }
      if (i == begin) ++i;
    }
    return all;
  }

  static void fix(Body& body) {
    body.joint = "fixed";
    body.axis = body.axis2 = {};
    body.start.clear();
    body.limits.clear();
    body.damping = body.friction = body.restitution = {};
  }

  Robot& robot_;
  std::vector<Body>& bodies_;
  std::vector<char> heavy_;  // the body, or what hangs on it
  std::unordered_map<std::string_view, std::size_t> numbers_;
};

}  // namespace

void hold_weightless(Robot& robot) { Holder(robot).hold(); }

}  // namespace zwang::import
