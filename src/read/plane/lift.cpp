// SPDX-License-Identifier: Apache-2.0
#include "read/plane/lift.h"

#include <algorithm>

#include "read/code.h"
#include "read/value.h"

namespace zwang::read {

namespace {

Value* find(Value& table, std::string_view key) {
  if (table.kind != Kind::table) return nullptr;
  const auto at = std::find_if(table.keys.begin(), table.keys.end(),
                               [&](const Key& one) { return one.text == key; });
  return at == table.keys.end() ? nullptr
                                : &table.items[static_cast<std::size_t>(at - table.keys.begin())];
}

bool is_formula(const Value& value) {
  return value.kind == Kind::number || value.kind == Kind::text;
}

// A number that nobody wrote, where something else was written.
Value number(double x, const Value& where) {
  Value value;
  value.kind = Kind::number;
  value.place = where.place;
  value.at = where.at;
  value.text = std::to_string(static_cast<int>(x));
  value.number = x;
  return value;
}

Value list(std::vector<Value> items, const Value& where) {
  Value value;
  value.kind = Kind::list;
  value.place = where.place;
  value.at = where.at;
  value.items = std::move(items);
  return value;
}

void put(Value& table, const char* key, Value value) {
  table.keys.push_back({key, value.place, value.at});
  table.items.push_back(std::move(value));
}

void take_away(Value& table, std::string_view key) {
  for (std::size_t k = table.keys.size(); k-- > 0;) {
    if (table.keys[k].text != key) continue;
    table.keys.erase(table.keys.begin() + static_cast<std::ptrdiff_t>(k));
    table.items.erase(table.items.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

class Lift {
 public:
  explicit Lift(Complaints& complaints) : complaints_(complaints) {}

  void model(Value& root) {
    each(root, "bodies", [&](Value& body) { lift_body(body); });
    if (Value* const ground = find(root, "ground")) {
      named(*ground, "points");
      shapes(*ground, "shapes");
    }
    if (Value* const free = find(root, "free")) vector(*free, "gravity");
    for (const char* const section : {"forces", "nonideal"}) {
      each(root, section, [&](Value& force) {
        vector(force, "force");
        torque(force);
        if (Value* const friction = find(force, "friction")) vector(*friction, "velocity");
      });
    }
    each(root, "constraints", [&](Value& constraint) { lift_closure(constraint); });
    if (Value* const draw = find(root, "draw")) named(*draw, "points");
    each(root, "particles", [&](Value& particle) { stay(particle, "position"); });
  }

 private:
  void say(const Value& at, std::string what, std::string hint = {}) {
    complaints_.add(code::range, at.place, std::move(what), std::move(hint));
  }

  template <class Change>
  void each(Value& table, std::string_view key, const Change& change) {
    Value* const all = find(table, key);
    if (!all || all->kind != Kind::list) return;
    for (Value& one : all->items)
      if (one.kind == Kind::table) change(one);
  }

  // x, y and nothing across.
  void vector(Value& value, const std::string& name) {
    if (value.kind != Kind::list) return;
    if (value.items.size() != 2)
      say(value, "'" + name + "' has 2 components in the plane, not " +
                     std::to_string(value.items.size()));
    while (value.items.size() < 3) value.items.push_back(number(0, value));
    value.items.resize(3);
  }
  void vector(Value& table, const char* key) {
    if (Value* const value = find(table, key)) vector(*value, std::string(key));
  }
  // Of a particle, which has two coordinates here.
  void stay(const Value& table, const char* key) {
    const auto at = std::find_if(table.keys.begin(), table.keys.end(),
                                 [&](const Key& one) { return one.text == key; });
    if (at == table.keys.end()) return;
    const Value& value = table.items[static_cast<std::size_t>(at - table.keys.begin())];
    if (value.kind == Kind::list && value.items.size() != 2)
      say(value, "'" + std::string(key) + "' has 2 components in the plane, not " +
                     std::to_string(value.items.size()));
  }
  void named(Value& table, std::string_view key) {
    Value* const all = find(table, key);
    if (!all || all->kind != Kind::table) return;
    for (std::size_t k = 0; k < all->items.size(); ++k) vector(all->items[k], all->keys[k].text);
  }

  void rotation(Value& table) {
    Value* const value = find(table, "rotation");
    if (!value) return;
    if (!is_formula(*value))
      return say(*value, "in the plane 'rotation' is an angle", "rotation = \"pi/3\"");
    Value turn;
    turn.place = value->place;
    turn.at = value->at;
    put(turn, "axis", list({number(0, *value), number(0, *value), number(1, *value)}, *value));
    put(turn, "angle", *value);
    *value = std::move(turn);
  }

  // The moment about z. Of a thin plate the other two add up to it; they are never felt.
  void inertia(Value& body) {
    Value* const value = find(body, "inertia");
    if (!value) return;
    if (!is_formula(*value)) return say(*value, "in the plane 'inertia' is one number");
    if (value->kind == Kind::number && !(value->number >= 0)) return;  // refused as it is
    Value half = *value;
    half.kind = Kind::text;
    half.text = "(" + value->text + ")/2";
    *value = list({half, half, *value}, *value);
  }

  void torque(Value& force) {
    Value* const value = find(force, "torque");
    if (!value) return;
    if (!is_formula(*value)) return say(*value, "in the plane a torque is one number");
    *value = list({number(0, *value), number(0, *value), *value}, *value);
  }

  void shape(Value& one) {
    if (one.kind != Kind::table) return;
    vector(one, "at");
    vector(one, "plane");
    rotation(one);
    Value* const hull = find(one, "hull");
    if (!hull || hull->kind != Kind::list) return;
    for (Value& corner : hull->items)
      if (corner.kind == Kind::list && corner.items.size() != 3)
        say(corner, "the corners of a hull have 3 components, also in the plane");
  }
  void shapes(Value& table, std::string_view key) {
    Value* const value = find(table, key);
    if (!value) return;
    if (value->kind == Kind::list)
      for (Value& one : value->items) shape(one);
    shape(*value);
  }

  void lift_body(Value& body) {
    vector(body, "at");
    vector(body, "center");
    named(body, "points");
    rotation(body);
    inertia(body);
    shapes(body, "shape");
    Value* const joint = find(body, "joint");
    if (!joint || joint->kind != Kind::text) return;
    if (joint->text == "free") joint->text = "planar";
    if (joint->text == "slider") return direction(body, *joint);
    for (const char* const other : {"ball", "universal", "cylinder", "screw"})
      if (joint->text == other)
        say(*joint, "the joint '" + joint->text + "' leaves the plane",
            "in the plane there are hinge, slider, planar and fixed");
    if (Value* const axis = find(body, "axis")) {
      say(*axis, "in the plane hinges turn about z", "leave 'axis' out");
      take_away(body, "axis");
    }
  }

  // Of a slider; by default x.
  void direction(Value& table, const Value& where) {
    if (!find(table, "axis")) put(table, "axis", list({number(1, where), number(0, where)}, where));
    vector(table, "axis");
  }

  void lift_closure(Value& constraint) {
    if (Value* const hinge = find(constraint, "hinge"); hinge && hinge->kind == Kind::table) {
      if (const Value* const axis = find(*hinge, "axis"))
        say(*axis, "in the plane hinges turn about z", "leave 'axis' out");
      take_away(*hinge, "axis");
      take_away(*hinge, "axis2");
      put(*hinge, "axis", list({number(0, *hinge), number(0, *hinge), number(1, *hinge)}, *hinge));
    }
    if (Value* const slider = find(constraint, "slider"); slider && slider->kind == Kind::table)
      direction(*slider, *slider);
    if (Value* const roll = find(constraint, "roll"); roll && roll->kind == Kind::table) {
      if (const Value* const axis = find(*roll, "axis"))
        say(*axis, "in the plane wheels turn about z", "leave 'axis' out");
      take_away(*roll, "axis");
      put(*roll, "axis", list({number(0, *roll), number(0, *roll), number(1, *roll)}, *roll));
    }
    if (const Value* const closure = find(constraint, "universal"))
      say(*closure, "there is no 'universal' in the plane");
  }

  Complaints& complaints_;
};

}  // namespace

void lift_plane(Value& root, Complaints& complaints) {
  if (find(root, "plane") && find(root, "bodies")) Lift(complaints).model(root);
}

}  // namespace zwang::read
