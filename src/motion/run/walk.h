// SPDX-License-Identifier: Apache-2.0
#pragma once
// A motion whose clock belongs to somebody else: it goes where it is asked to, as often as it is asked, and
// may be changed in between. Copies go on with the same bits.

#include <memory>
#include <vector>

#include "flow/run_plan.h"
#include "motion/run/paused_run.h"
#include "motion/run/run_result.h"

namespace zwang::motion {

/// One per thread. The end of the plan is no end but the scale of the motion; where it is reached, as much
/// is added.
class Walk {
 public:
  /// The side and what it refers to must live as long as this.
  Walk(RightSide& side, RunOptions plan, Listener listener = {});
  /// Where the other is, on a side of its own, which has the forces that the other's motion has.
  Walk(RightSide& side, const Walk& other, Listener listener = {});
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;

  /// False: it ended there, and the ending says why.
  bool begin();
  /// To t, not before where it is. Where the ending is another than `done` afterwards, it came less far.
  void go_to(double t);
  /// Forces from outside are others from now on; `laws`: their laws too, not only their numbers.
  void change_forces(bool laws);
  /// From another state, or under other parameters, which the side has already; `energy`: before that.
  void begin_at(StartState state, double energy);
  /// What an earlier walk did, which had this energy when this one began instead, counts as its own.
  void inherit(Walk& earlier, double energy);

  double t() const { return t_; }
  const double* y() const { return y_.data(); }  // of StateLayout, at t
  Ending ending() const { return result_.ending; }
  double energy();  // at t
  const RunOptions& plan() const { return plan_; }
  /// What has happened since the last call of forget_happenings.
  const std::vector<Happening>& happenings() const { return result_.happenings; }
  void forget_happenings() { result_.happenings.clear(); }
  /// All that a run tells, as if it had ended here.
  RunResult result();

 private:
  bool open(Stepper stepper, const Snapshot* resume);
  void reopen();
  void extend();
  void arrive();
  bool may_go_on();
  void carry(const RunResult& until, double energy);

  RightSide& side_;
  RunOptions plan_;
  double duration_;
  Listener listener_;
  RunResult result_;
  std::unique_ptr<PausedRun> run_;
  double t_ = 0, asked_ = 0;  // where it is, and where it was asked to go last
  /// Who changes something will do so again: the next stop is the end of a step, so that nothing is
  /// computed in vain.
  double land_;
  bool changed_ = false;  // since the last stop
  std::vector<double> y_;
  Tally before_;       // of what was before the state was set
  long happened_ = 0;  // the same
};

}  // namespace zwang::motion
