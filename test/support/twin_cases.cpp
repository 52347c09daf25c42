// SPDX-License-Identifier: Apache-2.0
#include "support/twin_cases.h"

#include <cmath>

namespace zwang::test {

namespace {

constexpr double gravity = 9.81;

TwinBody body_of(double mass, double inertia) {
  TwinBody body;
  body.mass = mass;
  body.inertia = inertia;
  body.force[1] = -gravity * mass;
  return body;
}

TwinBody box_of(double mass, double a, double h) {
  return body_of(mass, mass * (a * a + h * h) / 3);
}

struct Skin {
  double mu = 0, eps = 0;
  TwinLaw law = TwinLaw::stronge;
};
Skin draw_skin(Random& random, bool bounces) {
  Skin skin;
  skin.mu = random.chance(0.15) ? 0 : random.uniform(0.05, 1.2);
  skin.eps = !bounces || random.chance(0.3) ? 0 : random.uniform(0.1, 0.9);
  skin.law = static_cast<TwinLaw>(random.integer(0, 2));
  return skin;
}

TwinContact point(Index body, double x, double y, const Skin& skin) {
  TwinContact contact;
  contact.body = body;
  contact.at[0] = x;
  contact.at[1] = y;
  contact.mu = skin.mu;
  contact.eps = skin.eps;
  contact.law = skin.law;
  return contact;
}

void put(TwinContact& contact, Index on, double x, double y, double nx, double ny) {
  contact.on = on;
  contact.foot[0] = x;
  contact.foot[1] = y;
  contact.normal[0] = nx;
  contact.normal[1] = ny;
}

/// A push that may begin small and grow.
void push(Random& random, TwinBody& body, double most) {
  if (random.chance(0.5))
    body.force[0] += random.uniform(-most, most);
  else
    body.growing[0] += random.uniform(-2 * most, 2 * most);
}

TwinModel slid_box(Random& random) {
  TwinModel model;
  const double a = random.uniform(0.1, 1), h = random.uniform(0.1, 1.5), m = random.uniform(0.5, 3);
  TwinBody box = box_of(m, a, h);
  box.q[1] = h;
  if (random.chance(0.7)) box.v[0] = random.uniform(-4, 4);
  if (random.chance(0.6)) push(random, box, 10 * m);
  if (random.chance(0.4)) box.force[2] = random.uniform(-1, 1) * m * gravity * a;
  model.bodies = {box};
  const Skin left = draw_skin(random, false),
             right = random.chance(0.7) ? left : draw_skin(random, false);
  model.contacts = {point(0, -a, -h, left), point(0, a, -h, right)};
  return model;
}

TwinModel dropped_box(Random& random, bool nook) {
  TwinModel model;
  const double a = random.uniform(0.1, 0.6), h = random.uniform(0.1, 0.6);
  TwinBody box = box_of(random.uniform(0.5, 3), a, h);
  box.q[1] = random.uniform(0.9, 1.3);
  box.q[2] = random.uniform(-1.5, 1.5);
  for (double& v : box.v) v = random.uniform(-3, 3);
  if (nook) box.q[0] = random.uniform(0.9, 1.5), box.v[0] = random.uniform(-4, 0);
  model.bodies = {box};
  const Skin skin = draw_skin(random, true), other = draw_skin(random, true);
  for (const double x : {-a, a})
    for (const double y : {-h, h}) {
      model.contacts.push_back(point(0, x, y, skin));
      if (!nook) continue;
      TwinContact wall = point(0, x, y, other);
      put(wall, -1, 0, 0, 1, 0);
      model.contacts.push_back(wall);
    }
  return model;
}

TwinModel rod(Random& random) {
  TwinModel model;
  TwinBody body = body_of(1, random.uniform(0.05, 1));
  body.q[2] = random.uniform(0.05, 1.5) * (random.chance(0.5) ? 1 : -1);
  const bool lies = random.chance(0.5);
  body.q[1] = std::sin(std::abs(body.q[2])) + (lies ? 0 : random.uniform(0, 0.3));
  for (double& v : body.v) v = random.uniform(-3, 3);
  if (lies) body.v[1] = (body.q[2] > 0 ? 1 : -1) * std::cos(body.q[2]) * body.v[2];
  if (random.chance(0.3)) push(random, body, 10);
  model.bodies = {body};
  const Skin skin = draw_skin(random, true);
  model.contacts = {point(0, -1, 0, skin), point(0, 1, 0, skin)};
  return model;
}

TwinModel blocks(Random& random) {
  TwinModel model;
  const Index count = random.integer(2, 4);
  for (Index k = 0; k < count; ++k) {
    TwinBody block = body_of(random.uniform(0.3, 3), 1);
    block.turns = false;
    block.q[1] = static_cast<double>(k);
    if (random.chance(0.6)) block.v[0] = random.uniform(-2, 2);
    if (random.chance(0.7)) push(random, block, 10);
    model.bodies.push_back(block);
    TwinContact contact = point(k, 0, 0, draw_skin(random, false));
    if (k > 0) put(contact, k - 1, 0, 1, 0, 1);
    model.contacts.push_back(contact);
  }
  return model;
}

TwinModel boxes(Random& random) {
  TwinModel model;
  double high = 0, wide = 1.5;
  for (Index k = 0; k < 2; ++k) {
    const double a = random.uniform(0.3, 1) * wide, h = random.uniform(0.1, 0.8);
    TwinBody box = box_of(random.uniform(0.5, 3), a, h);
    box.q[0] = k == 0 ? 0 : random.uniform(-0.3, 0.3);
    box.q[1] = high + h;
    if (random.chance(0.4)) box.v[0] = random.uniform(-1.5, 1.5);
    if (random.chance(0.6)) push(random, box, 8 * box.mass);
    model.bodies.push_back(box);
    const Skin skin = draw_skin(random, false);
    for (const double x : {-a, a}) {
      TwinContact contact = point(k, x, -h, skin);
      if (k > 0) put(contact, 0, 0, high / 2, 0, 1);
      model.contacts.push_back(contact);
    }
    high += 2 * h;
    wide = a;
  }
  model.duration = 0.6;
  return model;
}

TwinModel ladder(Random& random) {
  TwinModel model;
  TwinBody body = body_of(random.uniform(0.5, 2), random.uniform(0.1, 0.6));
  const double angle = random.uniform(0.3, 1.4);
  body.q[0] = std::cos(angle);
  body.q[1] = std::sin(angle);
  body.q[2] = -angle;  // its head is at (−1, 0)
  if (random.chance(0.5)) {
    const double w = random.uniform(-1, 1);
    body.v[2] = w;
    body.v[0] = std::sin(angle) * w;
    body.v[1] = -std::cos(angle) * w;
  }
  if (random.chance(0.4)) push(random, body, 10);
  model.bodies = {body};
  TwinContact wall = point(0, -1, 0, draw_skin(random, true));
  put(wall, -1, 0, 0, 1, 0);
  const Skin floor = draw_skin(random, true);
  model.contacts = {point(0, 1, 0, floor), wall, point(0, -1, 0, floor)};
  model.duration = 0.7;
  return model;
}

TwinModel plank(Random& random) {
  TwinModel model;
  const double h = random.uniform(0.02, 0.3), left = random.uniform(-1, 0.2),
               right = random.uniform(left + 0.2, left + 1.5);
  TwinBody body = body_of(random.uniform(0.5, 2), random.uniform(0.2, 1));
  body.q[1] = h + (random.chance(0.5) ? 0 : random.uniform(0, 0.2));
  if (random.chance(0.4)) body.v[0] = random.uniform(-2, 2);
  if (random.chance(0.3)) push(random, body, 10);
  if (random.chance(0.3) && body.q[1] > h) body.q[2] = random.uniform(-0.05, 0.05);
  model.bodies = {body};
  const bool bounces = random.chance(0.5);
  for (const double x : {left, right}) {
    TwinContact contact = point(-1, x, 0, draw_skin(random, bounces));
    put(contact, 0, 0, -h, 0, -1);
    model.contacts.push_back(contact);
  }
  model.duration = 0.7;
  return model;
}

TwinModel row(Random& random) {
  TwinModel model;
  const Index count = random.integer(2, 3);
  for (Index k = 0; k < count; ++k) {
    TwinBody block = body_of(random.uniform(0.3, 3), 1);
    block.turns = false;
    const bool apart = random.chance(0.3);
    block.q[0] = k == 0 ? 0 : model.bodies.back().q[0] + 1 + (apart ? random.uniform(0, 0.4) : 0);
    if (random.chance(0.5)) block.v[0] = random.uniform(-2, 2);
    if (random.chance(0.6)) push(random, block, 15);
    if (random.chance(0.4)) block.force[1] += random.uniform(0, 14) * block.mass;
    model.bodies.push_back(block);
    model.contacts.push_back(point(k, 0, 0, draw_skin(random, false)));
    if (k == 0) continue;
    TwinContact side = point(k, 0, 0, draw_skin(random, true));
    put(side, k - 1, 1, 0, 1, 0);
    model.contacts.push_back(side);
  }
  return model;
}

TwinModel disk(Random& random) {
  TwinModel model;
  const double r = random.uniform(0.1, 0.5), tilt = random.uniform(-0.7, 0.7);
  TwinBody body = body_of(random.uniform(0.5, 2), 0.5 * r * r);
  body.inertia *= body.mass;
  const double high = r + (random.chance(0.4) ? 0 : random.uniform(0, 0.5));
  body.q[0] = -std::sin(tilt) * high;
  body.q[1] = std::cos(tilt) * high;
  body.v[2] = random.uniform(-10, 10);
  const double forth = random.uniform(-3, 3);
  body.v[0] = std::cos(tilt) * forth;
  body.v[1] = std::sin(tilt) * forth;
  model.bodies = {body};
  TwinContact floor = point(0, 0, 0, draw_skin(random, true));
  floor.radius = r;
  put(floor, -1, 0, 0, -std::sin(tilt), std::cos(tilt));
  model.contacts = {floor};
  if (random.chance(0.4)) {
    TwinContact wall = point(0, 0, 0, draw_skin(random, true));
    wall.radius = r;
    put(wall, -1, -1.5, 0, 1, 0);
    model.contacts.push_back(wall);
  }
  return model;
}

}  // namespace

TwinModel draw_twin(Random& random, TwinFamily family) {
  switch (family) {
    case TwinFamily::slid_box:
      return slid_box(random);
    case TwinFamily::dropped_box:
      return dropped_box(random, false);
    case TwinFamily::nook:
      return dropped_box(random, true);
    case TwinFamily::rod:
      return rod(random);
    case TwinFamily::blocks:
      return blocks(random);
    case TwinFamily::boxes:
      return boxes(random);
    case TwinFamily::ladder:
      return ladder(random);
    case TwinFamily::plank:
      return plank(random);
    case TwinFamily::row:
      return row(random);
    case TwinFamily::disk:
      return disk(random);
  }
  return {};
}

TwinWorld draw_world(Random& random) {
  TwinWorld world;
  const Index kind = random.integer(0, 3);
  if (kind == 0) return world;
  world.angle = random.uniform(-3, 3);
  world.shift = random.integer(0, 3);
  if (kind == 1) world.x = random.uniform(-3, 3), world.y = random.uniform(-3, 3);
  if (kind < 2) return world;
  const auto unit = [&] { return std::pow(10, random.uniform(-9, 9)); };
  world.length = unit();
  if (kind == 3) world.time = std::pow(10, random.uniform(-6, 6)), world.mass = unit();
  return world;
}

}  // namespace zwang::test
