// SPDX-License-Identifier: Apache-2.0
#pragma once
// How the instant of solids changes with the state: G = ∂(Q − M q̈ + Aᵀλ) and H = ∂(b − A q̈) over the
// true coordinates and their rates, from those over (q, X), by the chain rule. With R the rest
// Q − M ẍ + Aᵀλ over (q, X), at given q̈ and λ:
//   G = ∂R_q + Jᵀ∂R_x + ∂(JᵀR_x − H q̈ − h),   ∂X = J,  ∂Ẋ and ∂Ẍ along the motion of the bodies.
// The terms of the bodies come from the derivatives of their recursions.

#include <memory>
#include <vector>

#include "bodies/derivative/derivative.h"
#include "bodies/derivative/frame_derivative.h"
#include "equations/solids/moving_solids.h"
#include "equations/solids/solids_by_parameter.h"

namespace zwang::equations {

class SolidsTangent {
 public:
  SolidsTangent(const Equations& equations, MovingSolids& solids);

  /// Programs have filled in the written Q, M, A, G, H at the state of `solids`; fills in G and H.
  void form(double* numbers, const double* acceleration, const double* multipliers) noexcept;

  /// Null where no slopes by parameters were compiled.
  SolidsByParameter* by_parameter() { return by_parameter_.get(); }

 private:
  /// A frame whose body a coordinate moves, and how it changes then.
  struct Seen {
    Index frame;
    bodies::JetChange by_position, by_rate;
  };

  void list_frames();
  void fill_tree(const double* acceleration) noexcept;
  void look_at_frames() noexcept;
  void add_column(double* numbers, Index coordinate, bool rate) noexcept;
  void add_written(const double* numbers, Index column, double change) noexcept;

  const Equations& equations_;
  MovingSolids& moving_;
  const Solids& solids_;
  Index n_;
  ColumnMap G_written_, H_written_;
  bodies::Changes changes_;
  bodies::Derivative tree_;
  std::vector<bodies::Action> actions_;
  std::vector<Seen> seen_;  // by coordinate of the tree, each frame that it moves
  std::vector<Index> seen_begin_;
  std::vector<Index> seen_next_;  // scratch
  AlignedArray rest_;             // R along X
  AlignedArray turned_;           // ∂Ẍ
  AlignedArray dR_, dr_, db_;
  std::unique_ptr<SolidsByParameter> by_parameter_;
};

}  // namespace zwang::equations
