// SPDX-License-Identifier: Apache-2.0
#pragma once
// What became of a two-ended question: the extremals, each with its verdict, or why there is none.

#include <cmath>
#include <cstdint>
#include <vector>

#include "bvp/curve.h"

namespace zwang::extremal {

enum class Verdict : std::uint8_t {
  minimum,     // weak: index 0, Legendre positive, the end is not conjugate
  maximum,     // the same of −F
  saddle,      // index > 0 (of −F too, where Legendre is negative)
  degenerate,  // index 0, but neighbours are as good, to second order: the end is conjugate
  stationary,  // Legendre indefinite, or the index is not known: no more can be said
  solution,    // of a system without a functional
};

/// One extremal.
struct Found {
  bvp::Curve curve;       // on 0 ≤ τ ≤ 1, rates by τ
  double t0 = 0, t1 = 1;  // t = t0 + τ (t1 − t0)
  std::vector<double> unknowns;
  std::vector<double> mu;  // multipliers of the integrals
  bool has_action = false;
  double action = 0;

  Verdict verdict = Verdict::stationary;
  int legendre = 0;            // of ZᵀF_vvZ: 1 positive, −1 negative, 0 indefinite or singular
  Index index_by_fields = -1;  // −1: not known
  Index index_by_second_variation = -1;
  Index nullity = -1;  // directions in which the action does not change, to second order; or −1
  std::vector<double> conjugate_times;  // repeated as often as fields vanish there
  bool end_conjugate = false;
  std::vector<Index> vanished;  // rows whose gradients vanish all along: no fields can be followed

  struct {
    double position = 0, velocity = 0;  // largest, as distances, at the mesh
    double dense = 0;                   // of positions, between its points
  } residual;
  double error = 0;  // estimated, relative
  long iterations = 0;
  double seconds = 0;

  struct {
    bool checked = false;   // the multiplier route met the same curve
    double difference = 0;  // largest difference of x and v, relative
    double seconds = 0;
  } cross;
};

enum class Failure : std::uint8_t {
  none,
  counts,           // given conditions do not fit the unknowns
  natural_unknown,  // an unknown that only a further condition could determine
  infeasible_end,   // an end that constraints exclude
  bad_mass,         // ZᵀF_vvZ is singular: no unique extremal
  degree_one,       // the same, because F does not know the speed along the path
  not_finite,       // the formulas gave no number along the guess
  fold,             // no extremal beyond a place where the branch turns back
  conjugate_end,    // Newton's matrix is singular because the end is conjugate to the start
  not_found,        // Newton's iteration does not converge from any guess tried
  too_fine,         // the tolerance needs more intervals than allowed
  interrupted,
};

/// An end row that is missed.
struct Missed {
  int end = 0;
  Index row = 0;  // of TwoEnds::rows[end]
  double by = 0;
};

/// A place at which a curve misses its equations between the points of its mesh, by more than the tolerance
/// allows.
struct Unseen {
  Index argument = -1;  // of Equations::arguments; −1: a balance tells, and not why
  double tau = 0, width = 0;
  double range = 0;  // of the argument, all along the curve
};

/// Conditions that say something twice, or what cannot be: no isolated extremal satisfies them.
struct Dependent {
  std::vector<Index> integrals;    // those that depend on each other; one: the ends determine it
  std::vector<Index> rows;         // of each other; or they determine the integrals; or, with the
  std::vector<Index> coordinates;  // start, a combination of these where the curve ends
  bool contradicts = false;
  double by = 0;  // then
  bool any() const { return !integrals.empty() || !rows.empty(); }
};

/// A velocity row whose gradient by the rates vanishes at an end with the rates that it allows there.
struct Stalled {
  Index row = -1;  // none
  int end = 0;
};

/// An integral that cannot be what it is asked to be.
struct OutOfRange {
  Index integral = -1;   // none
  double limit = 0;      // its least value between these ends, or its largest
  bool is_least = true;  // which of them
};

/// What a systematic search between fixed ends looked at.
struct Scan {
  bool done = false;
  Index freedom = 0;
  double fastest = 0;  // rates that extremals set out with, up to this, by t
  long shots = 0;
  long unresolved = 0;             // places that are finer than the scan
  long lost = 0;                   // where shots end nowhere
  bool trusted = true;             // shots tell the ends of neighbours apart
  double steepest = 0;             // how far the end of a shot moves with its rate, at the most
  double nearest_fold = INFINITY;  // how far from the end two extremals meet and vanish
};

/// The alternating sum of the indices, class by class: curves that can be moved into each other.
struct Count {
  Index classes = 0;  // of which it is known; 0: nothing is
  Index missing = 0;  // extremals at the least
  bool agrees() const { return classes > 0 && missing == 0; }
};

struct Answer {
  Failure failure = Failure::none;
  std::vector<Found> found;  // least action first
  bool more = false;         // all = k found k: there may be more
  Scan scan;
  Count count;

  // What the words of a failure need.
  std::vector<Missed> missed;
  struct {
    Index given = 0, wanted = 0;  // conditions
  } counts;
  Index unknown = 0;                   // for natural_unknown
  std::vector<double> null_direction;  // n, for bad_mass
  double t = 0;                        // bad_mass, not_finite, jumps: where
  bool only_at_end = false;            // bad_mass: at an end, not all along
  struct {
    double t = 0;          // the last end time with an extremal
    bool in_time = false;  // else in a followed parameter, at this value
    Index parameter = 0;
    double value = 0;
  } fold;
  bool rests = false;       // conjugate_end: nothing but rounding tells when the curve leaves
  bool loose = false;       // conjugate_end: of ends that are not fixed
  Dependent dependent;      // not_found: perhaps because of this
  OutOfRange out_of_range;  // or because of this
  bool jumps = false;       // or because F jumps near t
  Stalled stalled;          // or because of this
  // Or because of this: ZᵀF_vvZ has both signs where a curve begins, or ends; if not at both, then
  // it is singular in between.
  struct {
    bool start = false, end = false;
  } indefinite;

  // A periodic motion that may begin anywhere along itself.
  struct {
    bool open = false;   // nothing says where it begins
    bool rests = false;  // what was found (or guessed) is rest
    Index times = 1;     // what was found is run through so often
  } phase;
  std::vector<Unseen> unseen;  // of curves that were left out for such a layer; of all for too_fine
  double length = 1;           // of the way, in t
  double steepest =
      0;  // too_fine, not_found: the range of the argument whose layer may be the reason

  Index intervals = 0;  // of the last mesh
  long iterations = 0, evaluations = 0;
};

}  // namespace zwang::extremal
