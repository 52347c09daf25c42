// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a row of A is.

#include <cstdint>

namespace zwang::equations {

enum class Level : std::uint8_t { position, velocity, acceleration };
enum class Drift : std::uint8_t { project, baumgarte, none };

/// unilateral: φ ≥ 0, binds while it touches. servo: met by controls, never by a reaction. stick:
/// holds a sliding contact still while it sticks; such rows stand behind all others and belong to
/// no constraint of the user.
/// norm: a quaternion has length one; behind those of the user, never felt by a force.
/// hidden: what other rows hide (Hidden), filled in by the number half; behind all others too.
enum class Kind : std::uint8_t { equality, unilateral, servo, stick, norm, hidden };

inline constexpr std::uint32_t no_constraint = 0xFFFFFFFFu;

/// What a blow gives back of its compression: ε² of the work, ε of the impulse, ε of the speed.
enum class RestitutionLaw : std::uint8_t { stronge, poisson, newton };

struct Row {
  std::uint32_t constraint;  // number of the constraint it belongs to; of stick rows no_constraint
  Level level;
  Drift drift;
  bool workless = false;  // A v = 0 wherever the row is kept: its force does no work
  Kind kind = Kind::equality;
  double restitution = 0;  // of a unilateral row
  RestitutionLaw law = RestitutionLaw::stronge;
  bool of_time = false;  // its residual contains the time
};

}  // namespace zwang::equations
