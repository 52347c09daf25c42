// SPDX-License-Identifier: Apache-2.0
#pragma once
// Some or all of an island's modes chosen, and the linear rows in r that they leave.

#include <vector>

#include "laws/friction/island.h"
#include "laws/friction/nearest_point.h"

namespace zwang::least {

struct Choices {
  enum class Side : unsigned char { undecided, open, closed, negative };
  enum class Hold : unsigned char { undecided, slides, sticks, starts };
  std::vector<Side> side;  // by normal
  std::vector<Hold> hold;  // by rubbing
  /// Of what starts to slide: in the plane its sign in `from`; in space the sector of angles that it
  /// starts within.
  std::vector<double> from, to;

  bool operator==(const Choices&) const = default;
};

/// Nothing chosen but what the state says: what slides does.
Choices nothing_chosen(const Island& island);
/// Everything closed; what does not slide sticks.
Choices all_hold(const Island& island);
/// The choices that a point makes by itself: those of the law's fixed point.
Choices choices_at(const Island& island, const double* r);
/// The last mode where it says something of the island.
Choices choices_of(const Island& island, const ContactMode& mode);

/// Nothing presses on it, so that no law binds it.
bool is_off(const Choices& choices, const IslandRubbing& x);
/// All of the choices are made.
bool complete(const Island& island, const Choices& choices);

/// A tangent of a round cone: L ≥ f·e.
struct Cut {
  std::size_t rubbing;
  double e[3];
};

/// The rows that every answer of these choices satisfies: exactly where they are made, N ≥ 0, a ≥ 0,
/// |f| ≤ L where they are not. With apart > 0 modes exclude each other: what opens has a ≥ apart, what
/// starts too.
void fill_rows(const Island& island, const Choices& choices, double apart,
               const std::vector<Cut>& cuts, PointRows& rows);

}  // namespace zwang::least
