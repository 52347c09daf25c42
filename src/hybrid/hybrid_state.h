// SPDX-License-Identifier: Apache-2.0
#pragma once
// What dealing with events reads and writes.

#include <memory>
#include <vector>

#include "flow/project.h"
#include "flow/run_plan.h"
#include "hybrid/contact_rows.h"
#include "hybrid/event_state.h"
#include "hybrid/force_sizes.h"
#include "hybrid/happening.h"
#include "hybrid/locate.h"
#include "hybrid/row_sizes.h"
#include "hybrid/touched_blow.h"
#include "laws/impact.h"
#include "laws/unilateral.h"

namespace zwang::motion {

/// What the happening at hand says.
struct Present {
  explicit Present(const equations::Equations& equations);

  std::vector<unsigned char> bounced, forced;  // rows that got a blow, must open
  std::vector<unsigned char> put_down;         // rows whose last flight is over
  std::vector<unsigned char> slips;            // sliding contacts that must slip
  std::vector<unsigned char> events;           // that are due
  std::vector<double> values;                  // of these
  std::vector<double> rest_time;     // by row: when bounces that were not followed would have ended
  std::vector<unsigned char> turns;  // switches that are due
  std::vector<unsigned char> at_zero;  // switches whose side was decided: σ begins at zero
  bool undecided = false;              // no way along surfaces where formulas jump verifies itself
  bool jumped = false;                 // an event changed the state
};

/// Which of the resting contacts bear.
struct Bearing {
  explicit Bearing(const equations::Equations& equations);

  least::Unilateral unilateral;                   // of all rows, or, by parts, of none
  std::unique_ptr<instant::TouchedTask> touched;  // where parts are solved apart
  std::vector<unsigned char> kind, binds;         // m
};

/// Which contacts bear, stick and slide, as one problem.
struct Deciding {
  explicit Deciding(const equations::Equations& equations);

  ContactRows rows;
  std::vector<unsigned char> candidates;  // m: contacts that may bear
  std::vector<unsigned char> broken;      // sliding contacts that hold no better than they slide
};

/// On which side of their surfaces switches are, or along them.
struct Switching {
  explicit Switching(const equations::Equations& equations);

  std::vector<double> sigma, noise, rate;  // by switch; the rate: its derivative of its degree
  std::vector<unsigned char> open;         // whose side is not known
  std::vector<double> plus, minus, moved;  // accelerations on both sides; a state
};

/// A blow, and what it is told: m rows, and the tangential ones of contacts that are hit.
struct Blow {
  explicit Blow(const equations::Equations& equations);

  least::Impact impact;                  // of all rows, or, by parts, of none
  std::unique_ptr<TouchedBlow> touched;  // where parts are solved apart
  std::vector<unsigned char> kind, law;
  std::vector<double> restitution, phi_t, friction;
  std::vector<double> W, w_t;
  std::vector<Index> tangent_of;
};

/// One for each run. `state` is what the next event depends on; all else is room, or is filled in
/// while an event is dealt with.
struct Hybrid {
  Hybrid(RightSide& side, Projector& projector, const RunOptions& options, double span,
         std::vector<Happening>& happenings);

  RightSide& side;
  Projector& projector;
  ImpactRule impact_rule;
  double span;  // of the run
  double tolerance;
  std::vector<Happening>& happenings;  // what was told
  Watch watch;
  Locator locator;
  EventState state;
  Present present;
  Bearing bearing;
  Deciding deciding;
  Switching switching;
  Blow blow;
  RowSizes row_sizes;               // when contacts were looked at last
  ForceSizes force_sizes;           // when a mode was settled last
  std::vector<double> room, whole;  // n; a state and its rate
  Status status = Status::ok;       // of the instant that went bad
};

}  // namespace zwang::motion
