// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the parts of hybrid.h offer each other, and what counts as touching, as rest, as too often.

#include <algorithm>

#include "hybrid/hybrid_state.h"
#include "instant/usable.h"

namespace zwang::motion {

inline constexpr double touching = 1e-10;  // of what its row has seen so far (row_sizes.h)
inline constexpr double at_rest = 1e-12;   // of the rates it has seen
inline constexpr double slow = 1e-9;       // the same, of sliding: then it may stick
inline constexpr double short_flight =
    1e-12;  // of the whole run: bounces within it are not followed
// Flights no higher than so many roundings of their gap are not followed either: the rounding of where
// one begins is the speed of the next, and keeps a block rocking at about a hundred.
inline constexpr double hardly_up = 4096;
// Of the terms of its gap: so high a flight is followed even where tolerances are looser.
inline constexpr double loosest = 1e-6;
inline constexpr double without_sign = 64;  // roundings of a gap: so small, it has no sign
inline constexpr double barely = 1e-10;   // of the forces there are: such a contact does not press
inline constexpr double close_by = 1e-7;  // of the whole run: so near, events gather
inline constexpr long most_gathered = 5000;
inline constexpr long most_at_once = 200;  // events at one time
inline constexpr long many_blows = 200;    // within a short flight: then contacts bounce no more

inline constexpr double edge_of_share = 1e-9;  // of u, which is at most 1 along a surface

/// Slip below this much of the rates that were seen may stick. Of a body that turns slowly, some contacts are below and
/// some above: those below begin to slide as forces say, against the way they do move, and are back at once. Where
/// events follow each other at one time it takes in more of them, up to what no run tells from rest.
inline double slow_now(const Hybrid& hybrid) noexcept {
  const long again = hybrid.state.pace.at_once - 2;
  return again > 0 ? slow * static_cast<double>(1L << std::min(again, 10L)) : slow;
}

/// The instant of the mode, in full; false where it has no answer, and status says why.
bool solve(Hybrid& hybrid, double t, const double* y) noexcept;

// hybrid_contacts.cpp

/// Gaps and speeds; the side's numbers then hold M, A, φ, φ̇ of all rows.
void look_at_contacts(Hybrid& hybrid, double t, const double* y) noexcept;
/// Contacts that touch and neither part nor bounce for long; false: none.
bool find_resting(Hybrid& hybrid, double t, double* y);
/// Decides which of them bear; false where the numbers go bad.
bool close_contacts(Hybrid& hybrid, double t, double* y);

// hybrid_mode.cpp

/// Which contacts bear, which stick and which slide, at once; `last`: the mode so far, where the motion
/// goes on in it. False where there is no answer, more than one, or the numbers go bad: status says it.
bool decide_mode(Hybrid& hybrid, double t, double* y, bool rests, const instant::Mode* last);

// hybrid_slip.cpp

/// Contacts that move slide the way they move; the others try to stick.
void set_slip_by_rates(Hybrid& hybrid, double t, const double* y) noexcept;
/// Which of those stick; false where the numbers go bad.
bool decide_slip(Hybrid& hybrid, double t, const double* y) noexcept;
/// Whether a contact that gave way does begin to slide. It may be that all else holds it.
bool speeds_up(Hybrid& hybrid, Index number, double t, const double* y) noexcept;
/// The direction that a contact in space slides in turns with it.
void turn_directions(Hybrid& hybrid) noexcept;

// hybrid_switch.cpp

/// On which side of its surface each switch is, where formulas jump, or along it; then the state is put onto it.
/// False where no choice verifies itself, or there are too many.
bool decide_switches(Hybrid& hybrid, double t, double* y);

// hybrid_impact.cpp

/// What the impact is told; `event` strikes its constraints instead of the contacts. False: nothing
/// approaches.
bool fill_impact(Hybrid& hybrid, double t, const double* y, const equations::Event* event) noexcept;
/// One impact; false where its numbers go bad.
bool strike(Hybrid& hybrid, double t, double* y, const equations::Event* event);
/// What comes to rest returns from its last flight, with the accelerations of hybrid.room, and one blow
/// without restitution stops all that touches. False: nothing approaches then, or numbers go bad.
bool put_down(Hybrid& hybrid, double t, double* y, double flight);

// hybrid_fresh.cpp

/// What is at zero because it was just dealt with, and the sign it leaves zero by.
void mark_fresh(Hybrid& hybrid, double t, const double* y, double after) noexcept;

// hybrid_tell.cpp

Happening& tell(Hybrid& hybrid, What what, std::uint32_t number, double t, const double* y);
/// What is told of an event is the state after it.
void tell_jump(Hybrid& hybrid, std::size_t number, const double* y);
/// Contacts that came to rest or opened, and that began to stick or slip, since that mode.
void tell_changes(Hybrid& hybrid, const instant::Mode& before, double t, const double* y);

}  // namespace zwang::motion
