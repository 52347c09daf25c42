// SPDX-License-Identifier: Apache-2.0
#pragma once
// What each contact does at an instant, how far it is from slipping, and how far all of them are from the
// laws.

#include <cstdint>
#include <vector>

#include "hybrid/hybrid_state.h"

namespace zwang::motion {

struct ContactFinding {
  enum class State : std::uint8_t { open, presses, sticks, slides };
  Index row = -1;      // of the contact; −1: of what rubs and is no contact, or has several
  Index sliding = -1;  // number of what rubs; −1: nothing does
  State state = State::open;
  double normal = 0, friction = 0, limit = 0;  // limit: of sticking while it sticks
  double needed = 0;                           // part of its coefficient; 1: it slips
  bool shared = false;                         // `needed` is of all that share a load
};

struct ContactFindings {
  std::vector<ContactFinding> contacts;
  double pulls = 0, sinks = 0, cone = 0, opposes = 0;  // residuals, as in ContactResiduals
};

/// Of the mode that was decided, at a state. The side has its full instant afterwards.
ContactFindings find_contacts(Hybrid& hybrid, double t, const double* y);

}  // namespace zwang::motion
