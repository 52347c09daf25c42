// SPDX-License-Identifier: Apache-2.0
#include "assemble/touch/expand.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "assemble/named.h"
#include "assemble/touch/meeting.h"
#include "base/words/joints.h"
#include "scope/code.h"

namespace zwang::compile {

namespace {

using Side = Touch::Side;

// Rows of all contacts: more are not solved in any bearable time.
constexpr std::size_t most_rows = 4000;

class LimitWriter {
 public:
  explicit LimitWriter(Expanded& to) : to_(to) {}

  void write() {
    for (const Body& body : to_.description.bodies) {
      const auto joint = words::joints.find(body.joint.text);
      if (!joint) continue;
      for (const JointLimits& limits : body.limits) write(body, words::facts(*joint), limits);
    }
    auto& all = to_.description.constraints;
    all.insert(all.end(), rows_.begin(), rows_.end());
  }

 private:
  void write(const Body& body, const words::JointFacts& facts, const JointLimits& limits) {
    const bool one = limits.coordinate.text.empty();
    const std::string_view known = one && facts.limited.size() == 1
                                       ? facts.limited.front()
                                       : std::string_view(limits.coordinate.text);
    if (std::find(facts.limited.begin(), facts.limited.end(), known) == facts.limited.end()) {
      to_.problems.push_back({code::limits, one ? body.name : limits.coordinate,
                              std::string(facts.article) + " has no coordinate '" +
                                  limits.coordinate.text + "' with limits",
                              ""});
      return;
    }
    if (limits.range.size() != 2) {
      to_.problems.push_back({code::limits, body.name, "limits are two: from, to", ""});
      return;
    }
    const std::string coordinate = body.name.text + "." + std::string(known);
    const std::string whose = facts.limited.size() == 1 ? body.name.text : coordinate;
    for (const bool upper : {false, true}) {
      const Expression& bound = limits.range[upper];
      if (!bound.given()) continue;
      Constraint row;
      row.name = Name(whose + (upper ? ": upper limit" : ": lower limit"), bound.at);
      row.equations = {Expression(coordinate + (upper ? " <= " : " >= ") + bound.text, bound.at)};
      row.restitution = body.restitution;
      Touch touch;
      touch.kind = upper ? Touch::Kind::upper : Touch::Kind::lower;
      touch.coordinate = coordinate;
      touch.bound = bound;
      row.touch = touch;
      rows_.push_back(std::move(row));
    }
  }

  Expanded& to_;
  std::vector<Constraint> rows_;
};

/// What one name of `between` stands for.
struct Group {
  Name name;
  std::vector<Side> shapes;
};

class ContactWriter {
 public:
  explicit ContactWriter(Expanded& to) : to_(to), d_(to.description) {}

  void write() {
    for (const Contact& contact : d_.contacts) write(contact);
    d_.constraints.insert(d_.constraints.end(), rows_.begin(), rows_.end());
  }

 private:
  void say(const Name& at, std::string what, std::string hint = {}) {
    to_.problems.push_back({code::touch, at, std::move(what), std::move(hint)});
  }

  const std::vector<Shape>& shapes_of(int body) const {
    return body < 0 ? d_.ground_shapes : d_.bodies[static_cast<std::size_t>(body)].shapes;
  }
  const Shape& shape(const Side& side) const {
    return shapes_of(side.body)[static_cast<std::size_t>(side.shape)];
  }

  Group whole(int body, Name name) const {
    Group group{std::move(name), {}};
    for (int k = 0; k < static_cast<int>(shapes_of(body).size()); ++k)
      group.shapes.push_back({body, k, 0});
    return group;
  }

  std::vector<Group> everything(const Name& at) {
    std::vector<Group> groups;
    for (int b = 0; b < static_cast<int>(d_.bodies.size()); ++b)
      groups.push_back(whole(b, Name(d_.bodies[static_cast<std::size_t>(b)].name.text, at.at)));
    groups.push_back(whole(-1, Name("ground", at.at)));
    std::erase_if(groups, [](const Group& group) { return group.shapes.empty(); });
    if (groups.size() < 2) say(at, "there are no two things with shapes that could touch");
    return groups;
  }

  std::vector<Group> chosen(const std::vector<Name>& names) {
    std::vector<Group> groups;
    for (const Name& name : names) {
      Group group = find(name);
      if (!group.shapes.empty()) groups.push_back(std::move(group));
    }
    return groups;
  }

  Group find(const Name& name) {
    std::vector<std::string> known{"ground"};
    for (int b = -1; b < static_cast<int>(d_.bodies.size()); ++b) {
      if (b >= 0) known.push_back(d_.bodies[static_cast<std::size_t>(b)].name.text);
      if (known.back() == name.text) {
        Group group = whole(b, name);
        if (group.shapes.empty())
          say(name, "'" + name.text + "' has no shape to touch with",
              b < 0 ? "[ground] shapes = [{ plane = [0, 0, 1] }]" : "shape = { sphere = 0.1 }");
        return group;
      }
    }
    if (Group members = family(name); !members.shapes.empty()) return members;
    for (int b = -1; b < static_cast<int>(d_.bodies.size()); ++b) {
      for (int k = 0; k < static_cast<int>(shapes_of(b).size()); ++k) {
        const Side side{b, k, 0};
        if (shape(side).name.text.empty()) continue;
        known.push_back(shape(side).name.text);
        if (known.back() == name.text) return {name, {side}};
      }
    }
    const std::string_view near = nearest(name.text, known);
    say(name, "'" + name.text + "' is neither a body nor a shape",
        near.empty() ? "" : "did you mean '" + std::string(near) + "'?");
    return {};
  }

  // A family of bodies: all of its members.
  Group family(const Name& name) const {
    Group group{name, {}};
    for (int b = 0; b < static_cast<int>(d_.bodies.size()); ++b) {
      if (!d_.bodies[static_cast<std::size_t>(b)].name.text.starts_with(name.text + "[")) continue;
      const Group member = whole(b, name);
      group.shapes.insert(group.shapes.end(), member.shapes.begin(), member.shapes.end());
    }
    return group;
  }

  // A body and what it hangs on touch in their joint already; what is fixed never moves against it.
  bool are_joined(int a, int b) const {
    const auto hangs_on = [&](int child, int parent) {
      if (child < 0) return false;
      const Body& body = d_.bodies[static_cast<std::size_t>(child)];
      const std::string& name = parent < 0 ? std::string("ground")
                                           : d_.bodies[static_cast<std::size_t>(parent)].name.text;
      if (body.parent.text != name) return false;
      return body.joint.text == "fixed" || (parent >= 0 && body.joint.text != "free");
    };
    return hangs_on(a, b) || hangs_on(b, a);
  }

  void write(const Contact& contact) {
    const bool all = contact.between.size() == 1 && contact.between.front().text == "all";
    if (!all && contact.between.size() < 2) {
      return say(contact.name, "a contact is between two or more things, or \"all\"",
                 "between = [\"ball\", \"ground\"]");
    }
    const std::vector<Group> groups =
        all ? everything(contact.between.front()) : chosen(contact.between);
    std::vector<Touch> touches;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      for (std::size_t j = i + 1; j < groups.size(); ++j)
        pair_up(groups[i], groups[j], all, touches, names);
    }
    if (rows_.size() + touches.size() > most_rows) {
      return say(contact.between.front(),
                 "these contacts have more than " + std::to_string(most_rows) + " rows",
                 "name the pairs that can meet");
    }
    for (std::size_t k = 0; k < touches.size(); ++k) {
      Constraint row;
      const std::string& own = contact.name.text;
      const std::string name = own.empty()           ? names[k]
                               : touches.size() == 1 ? own
                                                     : own + ": " + names[k];
      row.name = Name(name, contact.at);
      row.touch = touches[k];
      row.restitution = contact.restitution;
      row.friction = contact.friction;
      row.static_friction = contact.static_friction;
      rows_.push_back(std::move(row));
    }
  }

  void pair_up(const Group& one, const Group& other, bool all, std::vector<Touch>& touches,
               std::vector<std::string>& names) {
    bool same = false;
    for (const Side& a : one.shapes) {
      for (const Side& b : other.shapes) {
        same = same || a.body == b.body;
        if (a.body == b.body || (all && are_joined(a.body, b.body))) continue;
        const MeetingKind kind = meeting_kind(shape(a), shape(b));
        if (kind.features == 0) {
          say(all ? one.name : other.name,
              "'" + name_of(a) + "' and '" + name_of(b) + "': " + kind.why,
              all ? "name the pairs that touch, in contacts of their own"
                  : "other shapes may do: spheres touch everything, corners touch planes");
          continue;
        }
        const Side &first = kind.swap ? b : a, &second = kind.swap ? a : b;
        if (!seen_.insert({first.body, first.shape, second.body, second.shape}).second) {
          say(one.name, "'" + name_of(a) + "' and '" + name_of(b) + "' are in two contacts",
              "one of them is enough");
          continue;
        }
        add(first, second, kind, touches, names);
      }
    }
    if (same && !all) {
      say(other.name,
          "'" + one.name.text + "' and '" + other.name.text +
              (one.shapes.front().body < 0 ? "' are both fixed" : "' belong to one body"));
    }
  }

  void add(Side first, Side second, const MeetingKind& kind, std::vector<Touch>& touches,
           std::vector<std::string>& names) {
    const std::string noun = kind.noun;
    for (int k = 1; k <= kind.features; ++k) {
      Touch touch;
      touch.first = first;
      touch.second = second;
      std::string name = name_of(first);
      if (!noun.empty()) {
        touch.first.feature = k;
        name += " " + noun + (kind.features > 1 ? " " + std::to_string(k) : "");
      }
      touches.push_back(touch);
      names.push_back(name + " on " + name_of(second));
    }
  }

  std::string name_of(const Side& side) const {
    if (!shape(side).name.text.empty()) return shape(side).name.text;
    const std::string whose =
        side.body < 0 ? "ground" : d_.bodies[static_cast<std::size_t>(side.body)].name.text;
    if (shapes_of(side.body).size() == 1) return whose;
    return whose + " shape " + std::to_string(side.shape + 1);
  }

  Expanded& to_;
  Description& d_;
  std::vector<Constraint> rows_;
  std::set<std::tuple<int, int, int, int>> seen_;
};

}  // namespace

Expanded expand_contacts(Description description) {
  Expanded expanded{std::move(description), {}};
  // A description that comes from a compiled model has them already.
  std::erase_if(expanded.description.constraints,
                [](const Constraint& constraint) { return constraint.touch.has_value(); });
  LimitWriter(expanded).write();
  ContactWriter(expanded).write();
  return expanded;
}

std::string name_in_formulas(std::string_view name) {
  std::string result;
  for (const char c : name) {
    if (c == ':') continue;
    result += c == ' ' || c == '.' ? '_' : c;
  }
  return result;
}

}  // namespace zwang::compile
