// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a blow stands on its path, in units in which the contact answers with 1 to an impulse: of the
// normal row √G_NN, of the tangential ones √tr G_TT.

#include "base/index.h"
#include "laws/restitution.h"

namespace zwang::least::slip {

inline constexpr double no_slip = 1e-13;  // of the speeds of the blow

/// How the contact answers, and what ends the blow.
struct Contact {
  Index size = 0;               // of the tangential rows
  double c[3] = {}, K[9] = {};  // G_TN, G_TT; G_NN = 1
  double friction = 0, restitution = 0;
  RestitutionLaw law = RestitutionLaw::stronge;
  double approach = 0;  // −u_N⁻
  double speed = 0;     // of the blow
};

struct Compression {
  double P = 0, W = 0;
};

struct State {
  double P = 0, F[3] = {};   // impulses
  double u = 0, w[3] = {};   // normal speed, slip
  double W_n = 0, W_t = 0;   // works
  Compression taken, given;  // while it closed, while it opened; W without sign
  bool closes = true;
};

enum class End : unsigned char { none, turns, stops, done, reduced };

double dot(const double* a, const double* b, Index size) noexcept;

/// What is left of the blow at a state: negative until it is over. Of the law; of energy, beyond
/// which it would grow.
double left_by_law(const Contact& contact, const State& state) noexcept;

/// Where slip does not turn, all is linear in P_N: friction is f per normal impulse. Goes on to the end
/// of the blow, to u_N = 0, or to where the slip stops, whichever is first; false: none ever is.
bool go_straight(const Contact& contact, const double* f, bool slides, State& state,
                 End& end) noexcept;

/// One step of the path where slip turns. False: it stands still.
bool go_curved(const Contact& contact, State& state, End& end) noexcept;

}  // namespace zwang::least::slip
