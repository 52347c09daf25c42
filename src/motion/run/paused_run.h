// SPDX-License-Identifier: Apache-2.0
#pragma once
// A run that goes as far as it is asked to, and waits. Its steps are those of a run that is not asked: one
// that leads beyond a time that is asked for waits to be taken, and states within it are interpolated.

#include "motion/run/snapshot.h"

namespace zwang::motion {

class PausedRun {
 public:
  virtual ~PausedRun() = default;

  /// From the start, or from a snapshot. False: it ended there.
  virtual bool open(const Snapshot* resume) = 0;
  /// Until t lies within the step at hand, or is reached, or the run ends or hands over. No step leads
  /// beyond `land`, if that lies ahead. A time that is reached has been dealt with: what happens at t has
  /// happened. The result's snapshot is where it can be resumed, before t or at it.
  virtual void go_to(double t, double land) = 0;
  /// y ← the state at t, which go_to has been asked for last.
  virtual void state_at(double t, double* y) = 0;
  /// Goes on from (t, y), a state of the motion, where forces from outside are others now: the step at hand
  /// is forgotten. False: it ended there.
  virtual bool restart(double t, const double* y) = 0;
  /// Where it stands, at the beginning of the step at hand. The result's snapshot is of here from now on.
  virtual void keep() = 0;
  virtual double time() const = 0;
  /// Fills in what the result says of the end, where the run stands.
  virtual void conclude() = 0;
};

}  // namespace zwang::motion
