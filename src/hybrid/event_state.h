// SPDX-License-Identifier: Apache-2.0
#pragma once
// What events leave behind for the steps that follow: plain values, each with the list of its fields
// that a checkpoint is written from.

#include <vector>

#include "base/index.h"

namespace zwang::motion {

/// How large the motion has been so far: by these, what touches and rests is told.
struct Sizes {
  double length = 0, speed = 0;
  double way = 0, moving = 0;       // of what does not turn, and its rates
  double angle = 0, turning = 0;    // of what does
  std::vector<double> ways, paces;  // by coordinate
  std::vector<double> roots;        // √M_jj where contacts were looked at last; 0: not known

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("sizes", 4, x.length, x.speed, x.way, x.moving, x.angle, x.turning, x.ways, x.paces,
          x.roots);
  }
};

/// How events follow each other.
struct Pace {
  double last = 0;       // when the last one was
  double mark = 0;       // since when blows are counted
  long since_mark = 0;   // these
  long at_once = 0;      // events at one time
  long gathered = 0;     // events that follow each other closely
  bool plastic = false;  // so many blows that contacts bounce no more

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("pace", 1, x.last, x.mark, x.since_mark, x.at_once, x.gathered, x.plastic);
  }
};

/// A unilateral row that is switched on, where it was looked at last.
struct Contact {
  Index row = 0;
  double gap = 0, speed = 0, size = 0;  // φ, φ̇, and the largest entry of the row
  double rounding = 0;                  // of φ
  bool touches = false, rests = false;

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("contact", 1, x.row, x.gap, x.speed, x.size, x.rounding, x.touches, x.rests);
  }
};

/// By watched number: where it begins, and whether it has yet to leave zero.
struct Marks {
  std::vector<double> start;           // g at the beginning of the mode, or of the step
  std::vector<double> expected;        // the sign it leaves zero with; 0: not known
  std::vector<unsigned char> fresh;    // it is at zero because it was just dealt with
  std::vector<unsigned char> insists;  // it must leave zero that way
  std::vector<double> rounding;        // of a gap: below it, it has no sign

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("marks", 2, x.start, x.expected, x.fresh, x.insists, x.rounding);
  }
};

struct EventState {
  Sizes sizes;
  Pace pace;
  std::vector<Contact> contacts;
  std::vector<double>
      departures;              // by row: the speed of its last blow; by switch: of passing; or 0
  double jumps = 0;            // energy that happenings gave so far
  long count = 0;              // of happenings
  bool contradictory = false;  // no state satisfies the rows, and none has to

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("events", 2, x.sizes, x.pace, x.contacts, x.departures, x.jumps, x.count,
          x.contradictory);
  }
};

/// All that a run with events needs to go on, besides its mode and what it has told.
struct EventMemory {
  EventState state;
  std::vector<double> slack;  // by watched number
  Marks marks;

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("event memory", 1, x.state, x.slack, x.marks);
  }
};

}  // namespace zwang::motion
