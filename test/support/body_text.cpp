// SPDX-License-Identifier: Apache-2.0
#include "support/body_text.h"

#include <cmath>
#include <cstdio>

namespace zwang::test {

using bodies::Joint;

namespace {

const char* const joint_words[] = {"fixed",     "hinge", "slider", "cylinder", "screw",
                                   "universal", "ball",  "planar", "free"};

/// The numbers of `start`, in the words of each joint.
std::string start_words(const BodyText& b) {
  const double *q = b.q.data(), *v = b.v.data();
  const std::string one = ", rate = " + (b.v.empty() ? "0" : digits(v[0]));
  const auto rates = [&] { return ", rates = " + digits(v, static_cast<int>(b.v.size())); };
  switch (b.joint) {
    case Joint::hinge:
    case Joint::screw:
      return "angle = " + digits(q[0]) + one;
    case Joint::slider:
      return "position = " + digits(q[0]) + one;
    case Joint::cylinder:
      return "angle = " + digits(q[0]) + ", position = " + digits(q[1]) + rates();
    case Joint::universal:
      return "angles = " + digits(q, 2) + rates();
    case Joint::planar:
      return "x = " + digits(q[0]) + ", y = " + digits(q[1]) + ", angle = " + digits(q[2]) +
             rates();
    case Joint::ball:
      return "orientation = " + digits(q, 4) + ", omega = " + digits(v, 3);
    case Joint::free:
      return "position = " + digits(q, 3) + ", orientation = " + digits(q + 3, 4) +
             ", velocity = " + digits(v, 3) + ", omega = " + digits(v + 3, 3);
    default:
      return "";
  }
}

std::string point_words(const std::vector<double>& numbers) {
  std::string text;
  for (std::size_t k = 0; k < numbers.size(); k += 3) {
    text += (k > 0 ? ", p" : "p") + std::to_string(k / 3) + " = " + digits(numbers.data() + k, 3);
  }
  return "{ " + text + " }";
}

std::string body_words(const BodyText& b, Index number, const std::vector<double>& points) {
  const double* I = b.inertia;
  const double rows[3][3] = {{I[0], I[3], I[4]}, {I[3], I[1], I[5]}, {I[4], I[5], I[2]}};
  std::string text =
      "[[bodies]]\nname = 'b" + std::to_string(number) + "'\nparent = '" +
      (b.parent == bodies::ground ? "ground" : "b" + std::to_string(b.parent)) + "'\njoint = '" +
      joint_words[static_cast<int>(b.joint)] + "'\nat = " + digits(b.at, 3) +
      "\nrotation = { quaternion = " + digits(b.turn, 4) + " }\nmass = " + digits(b.mass) +
      "\ncenter = " + digits(b.center, 3) + "\ninertia = [" + digits(rows[0], 3) + ", " +
      digits(rows[1], 3) + ", " + digits(rows[2], 3) + "]\npoints = " + point_words(points) + "\n";
  if (b.joint != Joint::fixed) text += "start = { " + start_words(b) + " }\n";
  if (b.joint == Joint::screw) text += "pitch = " + digits(b.pitch) + "\n";
  if (b.joint == Joint::universal) text += "axis2 = " + digits(b.axis2, 3) + "\n";
  const bool turns = b.joint != Joint::fixed && b.joint != Joint::ball &&
                     b.joint != Joint::planar && b.joint != Joint::free;
  return turns ? text + "axis = " + digits(b.axis, 3) + "\n" : text;
}

/// Of three bars of this mass along axes turned at random: a body can have it.
void set_bar_inertia(Random& random, BodyText& b) {
  double axes[3][3], own[3];
  random_direction(random, axes[0]);
  random_direction(random, axes[1]);
  double along = 0, length = 0;
  for (int k = 0; k < 3; ++k) along += axes[0][k] * axes[1][k];
  for (int k = 0; k < 3; ++k) axes[1][k] -= along * axes[0][k];
  for (int k = 0; k < 3; ++k) length = std::hypot(length, axes[1][k]);
  for (int k = 0; k < 3; ++k) axes[1][k] /= length;
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    axes[2][k] = axes[0][i] * axes[1][j] - axes[0][j] * axes[1][i];
  }
  for (double& x : own) x = b.mass * random.uniform(0.05, 0.4);
  const int row[] = {0, 1, 2, 0, 0, 1}, column[] = {0, 1, 2, 1, 2, 2};
  for (int n = 0; n < 6; ++n) {
    b.inertia[n] = 0;
    for (int k = 0; k < 3; ++k) {
      const double about = own[(k + 1) % 3] + own[(k + 2) % 3];
      b.inertia[n] += about * axes[k][row[n]] * axes[k][column[n]];
    }
  }
}

}  // namespace

std::string digits(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

std::string digits(const double* x, int count) {
  std::string text = "[";
  for (int k = 0; k < count; ++k) text += (k > 0 ? ", " : "") + digits(x[k]);
  return text + "]";
}

void random_direction(Random& random, double* axis) {
  double square = 0;
  while (square < 0.1) {
    square = 0;
    for (int k = 0; k < 3; ++k) {
      axis[k] = random.uniform(-1, 1);
      square += axis[k] * axis[k];
    }
  }
  for (int k = 0; k < 3; ++k) axis[k] /= std::sqrt(square);
}

BodyText random_body(Random& random, Index parent, Joint joint, double spread) {
  BodyText b;
  b.parent = parent;
  b.joint = joint;
  double square = 0;
  for (double& x : b.turn) {
    x = random.normal();
    square += x * x;
  }
  for (double& x : b.turn) x /= std::sqrt(square);
  for (double& x : b.at) x = random.uniform(-1, 1);
  random_direction(random, b.axis);
  double between = 1;
  while (std::abs(between) > 0.9) {
    random_direction(random, b.axis2);
    between = b.axis[0] * b.axis2[0] + b.axis[1] * b.axis2[1] + b.axis[2] * b.axis2[2];
  }
  b.pitch = random.uniform(0.3, 2);
  b.mass = std::pow(10.0, random.uniform(-spread, spread));
  for (double& x : b.center) x = random.uniform(-0.5, 0.5);
  set_bar_inertia(random, b);
  b.q.resize(static_cast<std::size_t>(coordinates(joint)));
  b.v.resize(static_cast<std::size_t>(rates(joint)));
  for (double& x : b.q) x = random.uniform(-1.5, 1.5);
  for (double& x : b.v) x = random.normal();
  return b;
}

MechanismText random_mechanism(Random& random, Index count, const std::vector<Joint>& joints,
                               double spread) {
  MechanismText m;
  for (double& x : m.gravity) x = random.uniform(-10, 10);
  const double chain = random.uniform();
  for (Index k = 0; k < count; ++k) {
    const Index parent = random.chance(chain) ? k - 1 : random.integer(-1, k - 1);
    const auto last = static_cast<Index>(joints.size()) - 1;
    const Joint joint = joints[static_cast<std::size_t>(random.integer(0, last))];
    m.bodies.push_back(random_body(random, parent, joint, spread));
  }
  m.points.resize(m.bodies.size());
  return m;
}

std::string MechanismText::add_point(Index body, const double* local) {
  std::vector<double>& list =
      body == bodies::ground ? ground : points[static_cast<std::size_t>(body)];
  list.insert(list.end(), local, local + 3);
  const std::string name = body == bodies::ground ? "ground" : "b" + std::to_string(body);
  return name + ".p" + std::to_string(list.size() / 3 - 1);
}

std::string MechanismText::text() const {
  std::string text = "[free]\ngravity = " + digits(gravity, 3) + "\n";
  if (!ground.empty()) text += "[ground]\npoints = " + point_words(ground) + "\n";
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    text += body_words(bodies[k], static_cast<Index>(k), points[k]);
  }
  return text + closures;
}

}  // namespace zwang::test
