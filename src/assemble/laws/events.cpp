// SPDX-License-Identifier: Apache-2.0
// Events: what is watched, and what is done when it passes zero.

#include <algorithm>
#include <map>

#include "assemble/bodies/turning.h"
#include "assemble/laws/reactions.h"
#include "assemble/parts.h"
#include "assemble/touch/touch.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::no_node;
using formula::Node;
using formula::Role;

namespace {

class EventWriter {
 public:
  EventWriter(Scope& scope, Assembly& assembly, const Names& names, Reactions& reactions,
              const std::vector<equations::Row>& rows)
      : scope_(scope), assembly_(assembly), names_(names), reactions_(reactions), rows_(rows) {}

  void write(const Event& event) {
    equations::Event result;
    result.direction = static_cast<equations::Event::Direction>(event.direction);
    result.stop = event.action.stop;
    result.first_set = events.sets;
    watch(event, result);
    std::map<Index, Turn> turns;
    for (const auto& [target, value] : event.action.set) {
      const auto turning = find_turning(scope_, target.text);
      turning ? turn(target, value, *turning, turns) : set(target, value, result);
    }
    for (const auto& [body, omega] : turns) set_turning(body, omega, result);
    for (const auto& [name, on] : event.action.switches) {
      if (const auto k = constraint(name)) result.switches.push_back({*k, on});
    }
    for (const auto& [name, restitution] : event.action.impact) blow(name, restitution, result);
    events.sets += static_cast<Index>(result.set.size());
    events.events.push_back(std::move(result));
  }

  void write(const Guard& guard) {
    equations::Event result;
    result.direction = equations::Event::Direction::falling;
    result.stop = true;
    result.first_set = events.sets;
    assembly_.add(assembly_.lone(), {scope_.over_coordinates(guard.above), Array::events,
                                     static_cast<Index>(events.events.size())});
    events.events.push_back(std::move(result));
  }

  Events events;

 private:
  using Turn = std::array<std::optional<Node>, 3>;  // what is set of an angular velocity

  void watch(const Event& event, equations::Event& result) {
    const Node when = read_watched(event.when);
    if (when == no_node) return;
    bool varies = false;
    for (const Node x : scope_.graph().reachable({&when, 1})) {
      if (scope_.graph().op(x) != formula::Op::input) continue;
      const Role role = scope_.symbols().inputs()[scope_.graph().slot(x)].role;
      if (role == Role::parameter) continue;
      varies = true;
      // Where the order is 1 the instant determines the rates.
      const bool is_state = role == Role::time || role == Role::coordinate ||
                            (role == Role::rate && scope_.description().free.order == 2);
      result.needs_instant = result.needs_instant || !is_state;
    }
    if (!varies) {
      scope_.complain(code::event_constant, event.when,
                      "this formula is constant, so it never crosses zero",
                      "an event happens when a formula crosses zero");
    }
    assembly_.add(assembly_.lone(),
                  {when, Array::events, static_cast<Index>(events.events.size())});
  }

  Node read_watched(const Expression& when) {
    const AllowedReactions allowed(reactions_, {equations::Reading::watched});
    return scope_.scalar(when);
  }

  // The coordinate or rate that a target names.
  std::optional<equations::Event::Target> target(const Name& name) {
    const auto value = scope_.value(Expression(name.text, name.at));
    if (!value) return std::nullopt;
    const Node x = value->at[0];
    const bool is_input = value->size == 1 && scope_.graph().op(x) == formula::Op::input;
    if (is_input) {
      const std::uint32_t slot = scope_.graph().slot(x);
      const Role role = scope_.symbols().inputs()[slot].role;
      const bool first = scope_.description().free.order == 1;
      if (!check_settable(name, slot)) return std::nullopt;
      if (role == Role::coordinate) return equations::Event::Target{assembly_.column(slot), false};
      if (role == Role::rate && !first) {
        return equations::Event::Target{assembly_.column(slot - 1), true};
      }
    }
    scope_.complain(code::event_target, name,
                    "only a coordinate or a rate can be set; '" + name.text + "' is neither",
                    value->size > 1 ? "set its components, one by one" : "");
    return std::nullopt;
  }

  // Points of bodies follow their joints; four numbers of length one are not set one by one.
  bool check_settable(const Name& name, std::uint32_t slot) {
    const bool rate = scope_.symbols().inputs()[slot].role == Role::rate;
    if (scope_.frames().of_slot(slot)) {
      scope_.complain(code::event_target, name, "'" + name.text + "' is determined by the joints",
                      "set the coordinates of joints, as in \"crank.angle\"");
      return false;
    }
    if (!scope_.is_quaternion(scope_.graph().input(rate ? slot - 1 : slot))) return true;
    scope_.complain(code::quaternion, name, "an orientation cannot be set",
                    "its angular velocity can, as in \"top.joint_omega.x\"");
    return false;
  }

  // What a target is set to; nothing after a complaint.
  std::optional<Node> new_value(const Expression& formula) {
    const Node value = scope_.scalar(formula);
    if (value == no_node ||
        !check_roles(scope_, {}, {&value, 1}, formula,
                     "the values that an event sets cannot depend on accelerations",
                     "use coordinates, rates and t, which have their values "
                     "before the event")) {
      return std::nullopt;
    }
    return value;
  }

  void complain_twice(const Name& name) {
    scope_.complain(code::event_twice, name, "this event sets '" + name.text + "' twice");
  }

  void add_set(Node value, const equations::Event::Target& target, equations::Event& result) {
    assembly_.add(assembly_.lone(),
                  {value, Array::sets, events.sets + static_cast<Index>(result.set.size())});
    result.set.push_back(target);
  }

  void turn(const Name& name, const Expression& formula, const Turning& turning,
            std::map<Index, Turn>& turns) {
    std::optional<Node>& omega = turns[turning.body][turning.component];
    if (omega) return complain_twice(name);
    omega = new_value(formula);
  }

  // Components that are not set stay as they are.
  void set_turning(Index body, const Turn& set, equations::Event& result) {
    const Solid& solid = scope_.solids()[static_cast<std::size_t>(body)];
    const auto before =
        scope_.value(Expression(solid.name() + ".joint_omega", solid.body->name.at));
    if (!before) return;
    Vector3 omega;
    for (std::size_t k = 0; k < 3; ++k) omega[k] = set[k].value_or(before->at[k]);
    Vector4 e;
    std::copy(solid.q.end() - 4, solid.q.end(), e.begin());
    const Vector4 rates = quaternion_rates(scope_.graph(), e, omega);
    for (std::size_t k = 0; k < 4; ++k) {
      add_set(rates[k], {assembly_.column(scope_.graph().slot(e[k])), true}, result);
    }
  }

  void set(const Name& name, const Expression& formula, equations::Event& result) {
    const auto at = target(name);
    const auto value = new_value(formula);
    if (!at || !value) return;
    const auto is_same = [&](const equations::Event::Target& other) {
      return other.coordinate == at->coordinate && other.rate == at->rate;
    };
    if (std::any_of(result.set.begin(), result.set.end(), is_same)) return complain_twice(name);
    add_set(*value, *at, result);
  }

  std::optional<std::uint32_t> constraint(const Name& name) {
    std::vector<std::string> known;
    for (const NamedRows& rows : names_.constraints) known.push_back(rows.name);
    const auto at = std::find(known.begin(), known.end(), name.text);
    if (at != known.end()) return static_cast<std::uint32_t>(at - known.begin());
    const std::string_view near = nearest(name.text, known);
    scope_.complain(code::event_constraint, name, "'" + name.text + "' is not a constraint",
                    near.empty() ? "" : "did you mean '" + std::string(near) + "'?");
    return std::nullopt;
  }

  void blow(const Name& name, const Expression& formula, equations::Event& result) {
    if (scope_.description().free.order == 1) {
      scope_.complain(code::first_order, name, "a first-order system has no impacts");
      return;
    }
    const auto k = constraint(name);
    const Node restitution = scope_.settled(formula);
    const auto is_share = [](std::span<const double> x) { return x[0] >= 0 && x[0] <= 1 ? 1 : 0; };
    if (!k || restitution == formula::no_node) return;
    if (scope_.decide({restitution}, is_share) == 0) {
      scope_.complain(code::event_blow, formula, "a restitution must be between 0 and 1");
      return;
    }
    const NamedRows& named = names_.constraints[*k];
    for (Index i = named.first; i < named.first + named.count; ++i) {
      const equations::Row& row = rows_[static_cast<std::size_t>(i)];
      const bool servo = row.kind == equations::Kind::servo;
      if (!servo && row.level != equations::Level::acceleration) continue;
      scope_.complain(code::event_blow, name,
                      servo
                          ? "'" + name.text + "' is enforced by controls, which exert no impact"
                          : "'" + name.text + "' constrains accelerations; an impact changes rates",
                      "set the rates themselves: set = { … }");
      return;
    }
    const auto event = static_cast<Index>(events.events.size()),
               number = static_cast<Index>(result.impact.size());
    result.impact.push_back({*k, scope_.keep({Kept::What::blow, event, number, restitution})});
  }

  Scope& scope_;
  Assembly& assembly_;
  const Names& names_;
  Reactions& reactions_;
  const std::vector<equations::Row>& rows_;
};

}  // namespace

Events add_events(Scope& scope, Assembly& assembly, Names& names, Reactions& reactions,
                  const std::vector<equations::Row>& rows) {
  EventWriter writer(scope, assembly, names, reactions, rows);
  for (const Event& event : scope.description().events) {
    names.events.push_back(event.name.text);
    writer.write(event);
  }
  if (!scope.ok()) return std::move(writer.events);
  for (const Guard& guard : touch_guards(scope)) {
    names.events.push_back(guard.name);
    writer.write(guard);
  }
  return std::move(writer.events);
}

}  // namespace zwang::compile
