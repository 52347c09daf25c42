// SPDX-License-Identifier: Apache-2.0
#pragma once
// Neighbouring motions through an event. A neighbour meets it by δτ later, where the event's own formula
// is zero for it, and jumps from there. With g the formula, h the jump, f∓ the rates before and after, and
// s = S_k a column,
//   δτ = −(g_x s + g_p) / (g_x f₋ + g_t),
//   s₊ = Dh (s + f₋ δτ, δτ, δp) − f₊ δτ.
// Nothing compiled knows the derivatives of g and h: they are differences of order 4, of the jump alone and not
// of a run. By parameters they are taken between equations at values a little off.

#include <array>
#include <memory>
#include <vector>

#include "hybrid/hybrid.h"

namespace zwang::motion {

/// The equations where one parameter is moved: by step, −step, 2·step, −2·step.
struct NearEquations {
  double step = 0;
  std::array<const equations::Equations*, 4> at = {};
};

/// Why neighbouring motions do not pass an event together.
enum class Parting : std::uint8_t {
  none,
  grazes,     // they meet it or they do not
  at_once,    // several act at the same time, each in its order
  otherwise,  // some go on in another mode, or none at all
  slides,  // along a surface where formulas jump: how it moves there, nothing compiled can differentiate
  ends,       // an event ends the motion
  no_answer,  // the numbers went bad
};

class Saltation {
 public:
  /// Columns as in motion/variation.h; `near` has an entry for each parameter of them.
  Saltation(RightSide& side, Projector& projector, const RunOptions& options, double span,
            const std::vector<NearEquations>& near, Index columns);
  ~Saltation();

  Hybrid& hybrid() { return hybrid_; }

  /// Deals with a crossing at (t, y), where the rates are f₋. What neighbours need is kept until finish.
  Parting meet(const Crossing& crossing, double t, double* y, const double* f, const double* S);
  /// S becomes that after the event, where the rates are f₊.
  void finish(const double* f, double* S) noexcept;

 private:
  struct Side;
  bool acts(const Crossing& crossing) const noexcept;
  void put_back(Hybrid& hybrid);
  double value(Hybrid& hybrid, const double* s, double h, double tau) noexcept;
  void find_rate() noexcept;
  Parting jump(Index column, const double* s);
  Parting jump_once(Index column, const double* s, int step, double h);
  Hybrid& at(Index column, int step);
  double reach(double delay, const double* s) const noexcept;

  RightSide& side_;
  const RunOptions& options_;
  double span_;
  const std::vector<NearEquations>& near_;
  Index columns_, n_;
  std::vector<Happening> happenings_;
  Hybrid hybrid_;
  std::vector<std::unique_ptr<Side>> sides_;  // four for each parameter, when first needed
  EventMemory memory_;
  instant::Mode before_, after_;
  std::vector<unsigned char> due_;
  std::vector<double> y_, moved_, jumped_;  // y before; a neighbour; Dh, 2n for each column
  std::vector<double> delay_;               // δτ by column
  Crossing crossing_;                       // that is dealt with
  const double* f_ = nullptr;               // f₋
  double t_ = 0, rate_ = 0;                 // of the event; g along f₋
  bool met_ = false;
};

}  // namespace zwang::motion
