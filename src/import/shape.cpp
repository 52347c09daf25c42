// SPDX-License-Identifier: Apache-2.0
#include "import/shape.h"

#include <numbers>

namespace zwang::import {

namespace {

constexpr double pi = std::numbers::pi;

Mat round(double across, double along) noexcept { return diagonal(across, across, along); }

/// A cylinder between two half balls, whose centres of mass are 3/8 of the radius off its ends.
Mat capsule_inertia(double radius, double half, double mass) noexcept {
  const double l = 2 * half, r = radius;
  const double balls = mass * 4 * r / (4 * r + 3 * l), middle = mass - balls;
  const double along = middle * r * r / 2 + balls * 2 * r * r / 5;
  const double across =
      middle * (r * r / 4 + l * l / 12) + balls * (2 * r * r / 5 + l * l / 4 + 3 * l * r / 8);
  return round(across, along);
}

}  // namespace

double volume(Shape shape, const Sizes& sizes) noexcept {
  const auto [a, b, c] = sizes;
  switch (shape) {
    case Shape::sphere:
      return 4 * pi / 3 * a * a * a;
    case Shape::capsule:
      return pi * a * a * (2 * b + 4 * a / 3);
    case Shape::cylinder:
      return pi * a * a * 2 * b;
    case Shape::box:
      return 8 * a * b * c;
    case Shape::ellipsoid:
      return 4 * pi / 3 * a * b * c;
  }
  return 0;
}

Mat inertia(Shape shape, const Sizes& sizes, double mass) noexcept {
  const double a = sizes.a, b = sizes.b, c = sizes.c;
  const auto three = [&](double part) {
    return diagonal(mass * part * (b * b + c * c), mass * part * (a * a + c * c),
                    mass * part * (a * a + b * b));
  };
  switch (shape) {
    case Shape::sphere:
      return round(mass * 2 * a * a / 5, mass * 2 * a * a / 5);
    case Shape::capsule:
      return capsule_inertia(a, b, mass);
    case Shape::cylinder:
      return round(mass * (a * a / 4 + b * b / 3), mass * a * a / 2);
    case Shape::box:
      return three(1.0 / 3);
    case Shape::ellipsoid:
      return three(1.0 / 5);
  }
  return {};
}

}  // namespace zwang::import
