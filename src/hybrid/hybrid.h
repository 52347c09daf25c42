// SPDX-License-Identifier: Apache-2.0
#pragma once
// What happens where a mode ends: contacts meet, bounce, close and open, friction sticks and slips,
// the user's events act. Decides the next mode, and the rates it begins with.

#include <cstdint>

#include "flow/tolerances.h"
#include "hybrid/hybrid_state.h"

namespace zwang::motion {

enum class Turn : std::uint8_t {
  goes_on,
  stops,          // an event said so
  no_instant,     // status says why
  not_projected,  // no rates, or no positions near by, fit the rows that act now
  endless,        // events follow each other without end
};

/// Decides the mode the motion begins with.
/// `contradictory`: no state satisfies the rows, and none has to.
Turn begin_mode(Hybrid& hybrid, double t, double* y, bool contradictory = false);
/// Whether something happens in the step from t0 to t1.
bool look_for_event(Hybrid& hybrid, double t0, double t1, const Interpolant& states,
                    Crossing& found) noexcept;
/// Deals with what was found, at the state where it was found.
Turn act(Hybrid& hybrid, const Crossing& crossing, double t, double* y);
/// The motion goes on from (t, y) under other forces: decides its mode anew. `stands`: where it has just
/// arrived, so that what was dealt with there is not met again.
Turn go_on_with(Hybrid& hybrid, double t, double* y, bool stands);
/// The step was taken to its end, and nothing happened in it.
void arrive(Hybrid& hybrid, const double* y) noexcept;
/// Slip in space that begins keeps the direction of the mode, until set_least_slip says how long.
void hold_directions(Hybrid& hybrid) noexcept;
/// Slip in space that is too slow to have a direction takes that of the mode. True where some begins.
bool set_least_slip(Hybrid& hybrid, double t, const double* y, Tolerances& allowed) noexcept;
/// Within which such slip is as fast as the least, given the rates of y; infinite where none begins.
double time_to_turn(Hybrid& hybrid, double t, const double* y, const double* rates) noexcept;

void save(const Hybrid& hybrid, EventMemory& memory);
/// The side has its mode again.
void restore(const EventMemory& memory, Hybrid& hybrid);

}  // namespace zwang::motion
