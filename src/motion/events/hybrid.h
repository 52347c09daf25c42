// SPDX-License-Identifier: Apache-2.0
#pragma once
// What happens where a mode ends: contacts meet, bounce, close and open, friction sticks and slips,
// the user's events act. Decides the next mode, and the rates it begins with.

#include <vector>

#include "least/laws/impact.h"
#include "least/laws/unilateral.h"
#include "motion/events/happening.h"
#include "motion/events/locate.h"
#include "motion/project.h"
#include "motion/run/run_plan.h"

namespace zwang::motion {

enum class Turn : std::uint8_t {
  goes_on,
  stops,          // an event said so
  no_instant,     // status() says why
  not_projected,  // no rates, or no positions near by, fit the rows that act now
  endless,        // events follow each other without end
};

class Hybrid {
 public:
  Hybrid(RightSide& side, Projector& projector, const RunOptions& options, double span,
         std::vector<Happening>& happenings);

  /// Decides the mode the motion begins with.
  /// `contradictory`: no state satisfies the rows, and none has to.
  Turn begin(double t, double* y, bool contradictory = false);
  /// Whether something happens in the step from t0 to t1.
  bool look(double t0, double t1, const Interpolant& states, Crossing& found) noexcept;
  double value(const Crossing& crossing, double t, const double* y) noexcept {
    return locator_.value(crossing.first, t, y);
  }
  /// Deals with what was found, at the state where it was found.
  Turn act(const Crossing& crossing, double t, double* y);
  /// The step was taken to its end, and nothing happened in it.
  void arrive(const double* y) noexcept;

  Status status() const { return status_; }
  double jumps() const { return jumps_; }  // energy that happenings gave so far
  long count() const { return count_; }

  void save(std::vector<double>& memory) const;
  std::size_t restore(const std::vector<double>& memory, std::size_t at);

 private:
  struct Contact {
    Index row;
    double gap, speed, size;  // φ, φ̇, and the largest entry of the row
    double rounding;          // of φ
    bool touches, rests;
  };

  void see(const double* y) noexcept;
  void look_at_contacts(double t, const double* y) noexcept;
  bool act_as_user(const equations::Event& event, double t, double* y);
  bool fill_impact(double t, const double* y, const equations::Event* event) noexcept;
  Index fill_tangents(double t, const double* y) noexcept;
  bool blow(double t, double* y, const equations::Event* event);
  bool find_resting(double t, const double* y);
  bool close_contacts(double t, double* y);
  void set_slip_by_rates(double t, const double* y) noexcept;
  bool decide_slip(double t, const double* y) noexcept;
  void let_slip(Index number) noexcept;
  void set_stick_rows() noexcept;
  bool presses(Index number) const noexcept;
  Turn settle(double t, double* y, bool tells, double after);
  void mark_fresh(double t, const double* y, double after) noexcept;
  double way_of(Index k, double t, const double* y) noexcept;
  bool speeds_up(Index number, double t, const double* y) noexcept;
  double force_size(double t, const double* y) noexcept;
  void set_slack(Index k) noexcept;
  void tell_changes(const instant::Mode& before, double t, const double* y);
  Happening& tell(What what, std::uint32_t number, double t, const double* y);
  void tell_jump(std::size_t number, const double* y);
  double energy(double t, const double* y) noexcept;
  bool solve(double t, const double* y) noexcept;

  RightSide& side_;
  Projector& projector_;
  const RunOptions& options_;
  double span_;
  std::vector<Happening>& happenings_;
  Watch watch_;
  Locator locator_;
  least::Unilateral unilateral_;
  least::Impact impact_;
  std::vector<Contact> contacts_;
  std::vector<unsigned char> kind_, binds_;
  // What the present happening says: rows that got a blow, rows that must open, contacts that must
  // slip, events that are due.
  std::vector<unsigned char> bounced_, forced_, sunk_, slips_, due_events_;
  std::vector<double> rest_time_;  // by row: when bounces that were not followed would have ended
  std::vector<double> restitution_, phi_t_, W_, w_t_, friction_, w_, before_;
  std::vector<Index> tangent_of_;
  double length_ = 0, speed_ = 0, force_ = 0;  // the largest so far
  double mass_ = 1, rate_ = 0;                 // what the last settling went by
  double jumps_ = 0, mark_ = 0, last_ = 0;
  long count_ = 0, at_once_ = 0, since_mark_ = 0, gathered_ = 0;
  bool plastic_ = false, contradictory_ = false, jumped_ = false;
  std::vector<double> due_values_, whole_;
  Status status_ = Status::ok;
};

}  // namespace zwang::motion
