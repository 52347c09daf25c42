// SPDX-License-Identifier: Apache-2.0
#pragma once
// Poses where rows become dependent, found inside steps: a step may jump over a pose that is
// singular for an instant only, and neither of its ends would tell.
//
// The measure is σ, the r-th singular value of the acting rows in the metric of M, each row in units
// of its own length, r their rank elsewhere along the motion. It is blind to the units of rows and
// coordinates, and rows that are redundant all along do not hide a change. Rows that change by less
// than themselves cannot become dependent (row_spectrum.h); only other steps are looked into.

#include <span>
#include <vector>

#include "base/aligned.h"
#include "equations/evaluate.h"
#include "flow/interpolant.h"
#include "instant/row_spectrum.h"
#include "motion/rank/circuit.h"
#include "motion/rank/rank_memory.h"

namespace zwang::motion {

/// A pose with fewer independent rows than its neighbours.
struct RankFall {
  double t = 0;
  double nearness = 0;  // σ there: what is left of it
  Index rank_before = 0, rank_at = 0;
  Index drop = -1;            // the row to leave out: the last of the combination
  std::span<const double> w;  // m: wᵀA = 0 in the rows as written, its first entry 1
  std::span<const unsigned char> dependent;  // m: rows that follow from others only there
};

/// One for each run. Nothing allocates after construction.
class RankWatch {
 public:
  /// `numbers` is written to. `tolerance` is that of the run, relative: states within a step are no
  /// better than that, and a σ below ten times that counts as zero.
  RankWatch(const equations::Equations& equations, equations::Workspace& numbers, double tolerance);

  /// Large systems are not watched: there look() says no, and costs nothing.
  bool watches() const { return watches_; }

  /// Which rows act (m); at first all that are equalities. Copied.
  void set_active(const unsigned char* active) noexcept;
  /// The motion was changed from outside, by a blow or a switch: nothing is known of the rank.
  void forget() noexcept;

  /// After an accepted step. True: the first fall of rank in it; what `found` points to lives until
  /// the next call. Ask again from found.t for the rest of the step, or go on with the next step. A
  /// pose that comes at the very end of a step is told with the next one, unless this is the last.
  /// A pose that the motion rests in is told once.
  bool look(double t0, double t1, const Interpolant& at, RankFall& found,
            bool last = false) noexcept;

  const RankMemory& memory() const { return memory_; }
  void restore(const RankMemory& memory) noexcept;

 private:
  // The rows at an end of a step.
  struct End {
    double t = 0;
    bool good = false;
    Index rank = 0;
    double change = 0;  // of the rows since the other end, in units of themselves
    double least = 0;   // σ of the rows that the rank rule selects, rows of length 1: not above σ
    AlignedArray D, size;  // m × n, m
  };
  // σ and its singular vectors at a time, in the rows of length 1.
  struct Sample {
    double t = 0, sigma = 0;
    AlignedArray u, z;  // m: left; n: σ times the right one
  };

  bool evaluate(double t, const Interpolant& at) noexcept;
  void take_end(double t, const Interpolant& at, End& end) noexcept;
  void take_sample(double t, const Interpolant& at, Sample& sample) noexcept;
  void set_units() noexcept;
  Index count(const End& end) noexcept;
  bool raise_rank() noexcept;
  double lower_bound(const End& end) const noexcept;
  bool may_hide() noexcept;
  bool search(const Interpolant& at, bool armed, bool last, double& t) noexcept;
  double seen_from(const Sample& origin, const Sample& sample) const noexcept;
  bool between(const Interpolant& at, double& t) noexcept;
  bool cross(const Interpolant& at, double& t) noexcept;
  bool touch(const Interpolant& at, double a, double b, double& t) noexcept;
  void note_independent() noexcept;
  void tell(double t, const Interpolant& at, RankFall& found) noexcept;

  const equations::Equations& equations_;
  equations::Workspace& numbers_;
  double reach_, release_;  // σ at most reach_: singular; above release_: so no longer
  bool watches_;
  Index n_, m_;  // 0 where nothing is watched
  instant::RowSpectrum spectrum_;
  Circuit circuit_;
  End begin_, end_;
  bool known_ = false;  // begin_ is filled in
  struct {
    Sample before, previous, now, probe;
  } seen_;
  AlignedArray y_, w_;
  std::vector<unsigned char> active_, dependent_;
  RankMemory memory_;
};

}  // namespace zwang::motion
