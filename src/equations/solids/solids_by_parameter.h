// SPDX-License-Identifier: Apache-2.0
#pragma once
// How the instant of solids changes with parameters that their numbers depend on: lengths, masses,
// inertias, anchors. Along one parameter, at given q, q̇, q̈ and λ, X, Ẋ and Ẍ change too, and with R of
// equations/solids_rest.h
//   ∂(Q − M q̈ + Aᵀλ) = ∂R_q + Jᵀ∂R_x − ∂(H q̈ + h − JᵀR_x),   ∂(b − A q̈) = ∂(b − A ẍ) − A_x ∂Ẍ,
//   ∂φ = ∂φ + A_x ∂X,   ∂φ̇ = ∂φ̇ + A_x ∂Ẋ + (∂φ̇/∂X) ∂X,
// where the first term on each right side is what formulas say, X being their inputs.

#include <vector>

#include "bodies/derivative/parameter_derivative.h"
#include "equations/solids/moving_solids.h"

namespace zwang::equations {

class SolidsByParameter {
 public:
  /// The only call that allocates. The tangent must have been compiled.
  SolidsByParameter(const Equations& equations, MovingSolids& moving);

  Index parameters() const { return parameters_; }

  /// Programs have filled in the written Q, M, A, G, H and the slopes at the state of `moving`, which
  /// knows Ẍ; fills in the reduced slopes of parameter k. What is missing then is (∂f/∂X) ∂X in the
  /// rates of rows of the velocity level, of which G and H know nothing.
  void form(Index k, double* numbers, const double* acceleration,
            const double* multipliers) noexcept;

  // What is missing, by differences along ∂X of the last form().
  bool moves_rates() const { return moves_ && rates_see_; }
  /// Keeps X of the inputs. Returns a step that moves none of its numbers by more than a thousandth of
  /// itself, or of a hundredth of the largest: rounding/1e-3 and a fifth derivative times 1e-12 are left.
  double step(const double* x) noexcept;
  void shift(double step, double* x) const noexcept;  // X as it was, and so far along ∂X
  void add_to_rates(Index k, double weight, double* numbers) const noexcept;

 private:
  void copy_written(Index k, double* numbers) noexcept;
  bool read(Index k, const double* numbers) noexcept;
  void move(const double* acceleration) noexcept;
  bodies::JetChange look(Index frame) noexcept;
  void add_frames(Index k, double* numbers) noexcept;
  void add_rows(Index k, double* numbers) noexcept;
  void add_tree(double* force_slope) noexcept;
  void add_lengths(const double* acceleration, double* force_slope) noexcept;

  const Equations& equations_;
  MovingSolids& moving_;
  const Solids& solids_;
  Index n_, m_, frames_, parameters_ = 0;
  ColumnMap G_, H_;  // of the written ones
  bodies::Solids change_;
  bodies::ParameterDerivative tree_;
  const double* local_change_ = nullptr;  // of the properties
  bool moves_ = false, rates_see_ = false;
  AlignedArray rest_, dR_;
  /// Changes, 3 for each frame; and X itself.
  struct Seen {
    explicit Seen(Index count) : X(count), Xd(count), Xdd(count), kept(count) {}
    AlignedArray X, Xd, Xdd, kept;
  } seen_;
  struct Scratch {
    explicit Scratch(Index count) : udot(count), tau(count), over_q(count) {}
    AlignedArray udot, tau, over_q;
  } scratch_;
};

}  // namespace zwang::equations
