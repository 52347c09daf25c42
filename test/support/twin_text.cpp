// SPDX-License-Identifier: Apache-2.0
// Planar twins as texts, and as they look from elsewhere.

#include <algorithm>
#include <cmath>
#include <sstream>

#include "support/planar_twin.h"

namespace zwang::test {

namespace {

std::string number(double x) {
  std::ostringstream text;
  text.precision(17);
  text << "(" << x << ")";
  return text.str();
}

/// Where a body is, in words: x, y, cos, sin, and their rates.
struct Words {
  std::string x = "0", y = "0", c = "1", s = "0", dx = "0", dy = "0", w = "0";
};
Words words_of(const TwinModel& model, Index k) {
  if (k < 0) return {};
  const std::string i = std::to_string(k);
  Words words{"x" + i, "y" + i, "1", "0", "x" + i + "'", "y" + i + "'", "0"};
  if (!model.bodies[static_cast<std::size_t>(k)].turns) return words;
  words.c = "cos(th" + i + ")";
  words.s = "sin(th" + i + ")";
  words.w = "th" + i + "'";
  return words;
}

struct Pair {
  std::string x, y;
};
Pair turned(const Words& by, double x, double y) {
  return {"(" + by.c + "*" + number(x) + " - " + by.s + "*" + number(y) + ")",
          "(" + by.s + "*" + number(x) + " + " + by.c + "*" + number(y) + ")"};
}

std::string contact_text(const TwinModel& model, std::size_t k) {
  const TwinContact& contact = model.contacts[k];
  const Words a = words_of(model, contact.body), b = words_of(model, contact.on);
  const Pair r = turned(a, contact.at[0], contact.at[1]),
             n = turned(b, contact.normal[0], contact.normal[1]),
             s = turned(b, contact.foot[0], contact.foot[1]);
  const std::string R = number(contact.radius);
  const std::string arm_x = "(" + r.x + " - " + R + "*" + n.x + ")",
                    arm_y = "(" + r.y + " - " + R + "*" + n.y + ")";
  const std::string far_x = "(" + a.x + " + " + arm_x + " - " + b.x + ")",
                    far_y = "(" + a.y + " + " + arm_y + " - " + b.y + ")";
  const std::string wx = "(" + a.dx + " - " + arm_y + "*" + a.w + " - " + b.dx + " + " + far_y +
                         "*" + b.w + ")",
                    wy = "(" + a.dy + " + " + arm_x + "*" + a.w + " - " + b.dy + " - " + far_x +
                         "*" + b.w + ")";
  static const char* const laws[] = {"newton", "poisson", "stronge"};
  std::ostringstream text;
  text.precision(17);
  text << "[[constraints]]\nname = \"c" << k << "\"\nequation = \"" << n.x << "*(" << a.x << " + "
       << r.x << " - " << b.x << " - " << s.x << ") + " << n.y << "*(" << a.y << " + " << r.y
       << " - " << b.y << " - " << s.y << ") >= " << R << "\"\nrestitution = " << contact.eps
       << "\nrestitution_law = \"" << laws[static_cast<int>(contact.law)] << "\"\n";
  if (contact.mu > 0) {
    text << "[[nonideal]]\nfriction = { constraint = \"c" << k << "\", coefficient = \""
         << number(contact.mu) << "\", sliding = \"" << n.y << "*" << wx << " - " << n.x << "*"
         << wy << "\" }\n";
  }
  return text.str();
}

}  // namespace

std::vector<Index> places_of(const TwinModel& model) {
  std::vector<Index> places;
  Index next = 0;
  for (const TwinBody& body : model.bodies)
    for (int i = 0; i < 3; ++i) places.push_back(i < 2 || body.turns ? next++ : -1);
  return places;
}

std::string text_of(const TwinModel& model, double duration, double tolerance) {
  std::ostringstream text, lagrangian;
  text.precision(17);
  static const char* const names[] = {"x", "y", "th"};
  text << "[coordinates]\n";
  for (std::size_t k = 0; k < model.bodies.size(); ++k) {
    const TwinBody& body = model.bodies[k];
    for (int i = 0; i < (body.turns ? 3 : 2); ++i) {
      const std::string name = names[i] + std::to_string(k);
      text << name << " = { start = \"" << number(body.q[i]) << "\", rate = \"" << number(body.v[i])
           << "\" }\n";
      lagrangian << (k + static_cast<std::size_t>(i) ? " + " : "") << "0.5*"
                 << number(i < 2 ? body.mass : body.inertia) << "*" << name << "'^2";
      if (body.force[i] != 0 || body.growing[i] != 0)
        lagrangian << " + (" << number(body.force[i]) << " + " << number(body.growing[i]) << "*t)*"
                   << name;
    }
  }
  text << "[free]\nlagrangian = \"" << lagrangian.str() << "\"\n";
  for (std::size_t k = 0; k < model.contacts.size(); ++k) text << contact_text(model, k);
  text << "[simulate]\nduration = " << duration << "\ntolerance = " << tolerance << "\n";
  return text.str();
}

TwinModel seen_from(const TwinModel& model, const TwinWorld& world) {
  TwinModel other = model;
  const double c = std::cos(world.angle), s = std::sin(world.angle), l = world.length,
               speed = l / world.time, force = world.mass * l / (world.time * world.time);
  const auto turn = [&](double(&x)[2], double size) {
    const double a = x[0], b = x[1];
    x[0] = size * (c * a - s * b);
    x[1] = size * (s * a + c * b);
  };
  for (TwinBody& body : other.bodies) {
    body.mass *= world.mass;
    body.inertia *= world.mass * l * l;
    const auto turn3 = [&](double(&x)[3], double size, double size_of_angle) {
      double two[2] = {x[0], x[1]};
      turn(two, size);
      x[0] = two[0], x[1] = two[1], x[2] *= size_of_angle;
    };
    turn3(body.q, l, 1);
    body.q[0] += world.x;
    body.q[1] += world.y;
    if (body.turns) body.q[2] += world.angle;
    turn3(body.v, speed, 1 / world.time);
    turn3(body.force, force, force * l);
    turn3(body.growing, force / world.time, force * l / world.time);
  }
  for (TwinContact& contact : other.contacts) {
    contact.radius *= l;
    const auto turns = [&](Index k) {
      return k >= 0 && model.bodies[static_cast<std::size_t>(k)].turns;
    };
    const auto place = [&](Index k, double(&x)[2]) {
      if (turns(k))
        x[0] *= l, x[1] *= l;
      else
        turn(x, l);
      if (k < 0) x[0] += world.x, x[1] += world.y;
    };
    place(contact.body, contact.at);
    place(contact.on, contact.foot);
    if (!turns(contact.on)) turn(contact.normal, 1);
  }
  const auto middle =
      other.contacts.begin() +
      world.shift % static_cast<Index>(std::max<std::size_t>(1, other.contacts.size()));
  std::rotate(other.contacts.begin(), middle, other.contacts.end());
  other.duration *= world.time;
  return other;
}

std::vector<double> seen_back(const TwinModel& model, const TwinWorld& world,
                              std::vector<double> state) {
  const double c = std::cos(world.angle), s = std::sin(world.angle);
  const std::size_t n = 3 * model.bodies.size();
  for (std::size_t k = 0; k < 2 * n; k += 3) {
    const bool rates = k >= n;
    const double x = state[k] - (rates ? 0 : world.x), y = state[k + 1] - (rates ? 0 : world.y);
    const double unit = rates ? world.time / world.length : 1 / world.length;
    state[k] = unit * (c * x + s * y);
    state[k + 1] = unit * (c * y - s * x);
    const bool turns = model.bodies[k % n / 3].turns;
    state[k + 2] = !turns  ? state[k + 2]
                   : rates ? state[k + 2] * world.time
                           : state[k + 2] - world.angle;
  }
  return state;
}

}  // namespace zwang::test
