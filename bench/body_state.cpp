// SPDX-License-Identifier: Apache-2.0
#include "body_state.h"

#include <cmath>

#include "random.h"

namespace bench {
namespace {

constexpr double pi = 3.14159265358979323846;

Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vector3 plus(const Vector3& a, const Vector3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Vector3 minus(const Vector3& a, const Vector3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Matrix3 product(const Matrix3& A, const Matrix3& B) {
  Matrix3 C{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) C[i][j] += A[i][k] * B[k][j];
  return C;
}

struct Place {
  Matrix3 R{};
  Vector3 origin{};
};

std::vector<Place> places_of(const BodySystem& system, const BodyState& state) {
  std::vector<Place> places;
  std::size_t hinge = 0;
  for (const BodySpec& body : system.bodies) {
    Place seat{matrix_of({1, 0, 0, 0}), {}};
    if (body.parent >= 0) seat = places[static_cast<std::size_t>(body.parent)];
    std::array<double, 4> turn = state.turn;
    if (!body.free) {
      const double half = state.angles[hinge++] / 2, s = std::sin(half);
      turn = {std::cos(half), s * body.axis[0], s * body.axis[1], s * body.axis[2]};
    }
    places.push_back(
        {product(seat.R, matrix_of(turn)), plus(seat.origin, turned(seat.R, body.at.data()))});
  }
  return places;
}

using Rows = std::vector<std::vector<double>>;

/// One entry in each of a closure's rows, for a rate that turns about `axis` through `center`, or
/// moves along it.
void put_column(const BodyClosure& closure, const Vector3& point, const Vector3& axis,
                const Vector3* center, std::size_t column, std::vector<double>* rows) {
  const Vector3 along = center ? cross(axis, minus(point, *center)) : axis;
  const int points = closure.hold == Hold::plane ? 2 : 3;
  for (int i = 0; i < closure.rows(); ++i) {
    const auto k = static_cast<std::size_t>(i % 3);
    rows[i][column] = i < points ? along[k] : center ? axis[k] : 0;
  }
}

/// The velocities of what is held still are rows · rates.
Rows held_rows(const BodySystem& system, const BodyState& state) {
  const std::vector<Place> places = places_of(system, state);
  Rows rows(static_cast<std::size_t>(system.rows()),
            std::vector<double>(static_cast<std::size_t>(system.rates())));
  std::vector<double>* first = rows.data();
  const std::size_t shift = system.floats() ? 5 : 0;  // from a body's number to its rate's
  for (const BodyClosure& closure : system.closures) {
    const Place& held = places[static_cast<std::size_t>(closure.body)];
    const Vector3 point = plus(held.origin, turned(held.R, closure.at.data()));
    for (int body = closure.body; body >= 0;) {
      const auto b = static_cast<std::size_t>(body);
      const BodySpec& spec = system.bodies[b];
      for (std::size_t k = 0; spec.free && k < 6; ++k) {
        Vector3 unit{};
        unit[k % 3] = 1;
        put_column(closure, point, unit, k < 3 ? nullptr : &places[b].origin, k, first);
      }
      const Vector3 axis = turned(places[b].R, spec.axis.data());
      if (!spec.free) put_column(closure, point, axis, &places[b].origin, b + shift, first);
      body = spec.parent;
    }
    first += closure.rows();
  }
  return rows;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// The nearest rates with rows · rates = 0, by orthogonal rows; twice, for the sake of the last digits.
void hold_still(Rows rows, std::vector<double>& rates) {
  const auto remove = [](std::vector<double>& from, const std::vector<double>& unit) {
    const double part = dot(from, unit);
    for (std::size_t i = 0; i < from.size(); ++i) from[i] -= part * unit[i];
  };
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (int again = 0; again < 2; ++again)
      for (std::size_t s = 0; s < r; ++s) remove(rows[r], rows[s]);
    const double length = std::sqrt(dot(rows[r], rows[r]));
    for (double& x : rows[r]) x /= length;
  }
  for (int again = 0; again < 2; ++again)
    for (const std::vector<double>& row : rows) remove(rates, row);
}

/// With the crank at `crank`, coupler and rocker above the line to the rocker's end at (3, 0).
std::vector<double> four_bar_angles(double crank) {
  const double x = std::cos(crank), y = std::sin(crank), dx = 3 - x, dy = -y;
  const double way = std::hypot(dx, dy), part = (9 - 4 + way * way) / (2 * way);
  const double height = std::sqrt(9 - part * part);
  const double px = x + (part * dx - height * dy) / way, py = y + (part * dy + height * dx) / way;
  const double coupler = std::atan2(py - y, px - x), rocker = std::atan2(-py, 3 - px);
  return {crank, coupler - crank, rocker - coupler};
}

BodyState random_state(const BodySystem& system, Motion motion, double part, Random& random) {
  BodyState state;
  const auto hinges = static_cast<std::size_t>(system.hinges());
  for (std::size_t i = 0; i < hinges; ++i) {
    const double mean = system.planar ? (i == 0 ? -1.2 : 0) : (i % 6 == 3 ? 0.7 : 0.2);
    state.angles.push_back(mean + (system.planar ? 0.4 : 0.3) * random.signed_unit());
  }
  if (system.name == "four-bar") state.angles = four_bar_angles(0.3 + 2 * pi * part);
  if (system.floats()) {
    double square = 0;
    for (double& x : state.turn) {
      x = random.signed_unit();
      square += x * x;
    }
    for (double& x : state.turn) x /= std::sqrt(square);
  }
  const auto n = static_cast<std::size_t>(system.rates());
  for (std::size_t i = 0; i < n; ++i) {
    state.rates.push_back(random.signed_unit());
    const double torque = 0.3 * random.signed_unit();
    state.torques.push_back(i < n - hinges ? 0 : torque);
  }
  hold_still(held_rows(system, state), state.rates);
  if (motion == Motion::still) state.rates.assign(n, 0);
  return state;
}

}  // namespace

Matrix3 matrix_of(const std::array<double, 4>& turn) {
  const double w = turn[0], x = turn[1], y = turn[2], z = turn[3];
  return {{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
           {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
           {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

Vector3 turned(const Matrix3& R, const double* x) {
  Vector3 y{};
  for (std::size_t i = 0; i < 3; ++i) y[i] = R[i][0] * x[0] + R[i][1] * x[1] + R[i][2] * x[2];
  return y;
}

Vector3 turned_back(const Matrix3& R, const double* x) {
  Vector3 y{};
  for (std::size_t i = 0; i < 3; ++i) y[i] = R[0][i] * x[0] + R[1][i] * x[1] + R[2][i] * x[2];
  return y;
}

std::vector<BodyState> body_states(const BodySystem& system, Motion motion) {
  const int count = system.size() > 1000 ? 8 : 16;
  Random random(11);
  std::vector<BodyState> states;
  for (int k = 0; k < count; ++k)
    states.push_back(random_state(system, motion, static_cast<double>(k) / count, random));
  return states;
}

}  // namespace bench
