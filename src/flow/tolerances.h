// SPDX-License-Identifier: Apache-2.0
#pragma once
// How large an error of each component may be, learned from the motion itself.

#include <cstdint>
#include <vector>

#include "base/aligned.h"
#include "equations/equations.h"
#include "instant/state.h"
#include "ode/controller.h"

namespace zwang::motion {

/// What rounding makes of each coordinate and rate (2n), and of how fast each changes.
struct Noise {
  std::vector<double> state, rate;

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("noise", 1, x.state, x.rate);
  }
};

/// What a motion has shown of itself so far.
struct Magnitudes {
  std::vector<double> largest;  // of each coordinate and rate, and of each acceleration
  Noise noise, noise_before;    // of the last look at it, and of the one before
  std::uint64_t looks = 0;
  bool blind = true;  // there was none, or the last told nothing

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("magnitudes", 2, x.largest, x.noise, x.noise_before, x.looks, x.blind);
  }
};

/// The absolute part of what an error may be follows the largest magnitude that the component itself
/// has had so far, 1e-3·relative of it, and no other's: coordinates may have any units beside each
/// other. A component that is nothing but rounding has a magnitude that says nothing; there is a floor
/// below, what rounding was measured to make of it (motion/sizes/noise.h). The four numbers of a
/// quaternion are of one size. The books of work do not steer the step.
class Tolerances {
 public:
  Tolerances(const equations::Equations& equations, double relative, double absolute);

  /// A state of the motion and its rate.
  void see(const double* y, const double* dydt) noexcept;
  /// Where a trial ended, and about how wrong each component is there: those that are wrong by less
  /// than half of what they are have shown a size.
  void learn(const double* y, const double* error) noexcept;
  /// Whether this component has shown no size yet.
  bool is_unknown(Index i) const noexcept { return !given_ && seen_.largest[at(i)] == 0; }
  /// What rounding of this component is in proportion to, where it is x: it may pass through zero, but is
  /// computed from what does not.
  double size_now(Index i, double x) const noexcept;
  bool are_given() const noexcept { return given_; }
  /// Takes what the next look has seen, of each coordinate and rate. A look may have hit a singular
  /// pose, or a formula that jumps: the lesser of two counts.
  void hear(const double* state, const double* rate) noexcept;
  /// The look told nothing, or not all: until the next, rounding is taken to be no less than that of the largest
  /// of those that it is joined to, coordinates and rates apart.
  void hear_nothing() noexcept { seen_.blind = true; }

  /// For a step of length dt. Live until the next call, as the rounding that is part of them.
  ode::Tolerances view(double dt) noexcept;
  const double* rounding() const noexcept { return rounding_.data(); }
  /// For a method that need not follow what decays: there rounding of rates is no measure, since what
  /// decays forgets it. It is not more than that of the largest component.
  ode::Tolerances view_of_implicit(double dt, const double* y, const double* f) noexcept;

  const Magnitudes& magnitudes() const { return seen_; }
  void restore(const Magnitudes& magnitudes) noexcept;

 private:
  void share_sizes() noexcept;
  void assume_rounding() noexcept;
  void find_rounding(double dt) noexcept;
  ode::Tolerances allow() noexcept;

  instant::StateLayout at_;
  double relative_;
  bool given_;  // by the user, the same for all
  std::vector<double> natural_;
  std::vector<Index> groups_, quaternions_;
  Magnitudes seen_;
  AlignedArray absolute_, rounding_;
  AlignedArray largest_of_group_;  // coordinates, then rates, then accelerations
};

}  // namespace zwang::motion
