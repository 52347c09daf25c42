// SPDX-License-Identifier: Apache-2.0
#pragma once
// The states next to a state that keep the constraints, and how they move. A neighbour is
//   (δq, δv) = T s,   T = (Z_q  0; Y  Z_v),   s = (s_q, s_v):
// Z_q spans the null space of the rows of positions, Z_v that of all rows that bind rates, and
//   A δv + (∂φ̇/∂q) δq = 0,   so that Y = −K₁ (∂φ̇/∂q) Z_q
// turns the rates with the rows where the state moves. Both bases are orthonormal in the metric of M where
// that is definite along them. Redundant rows change nothing: the rank rule of least/ decides.

#include <vector>

#include "flow/right_side.h"
#include "instant/changes.h"
#include "instant/dense_task.h"
#include "least/derivative.h"
#include "linear/frame.h"
#include "linear/matrix.h"

namespace zwang::linear {

struct TangentSpace {
  int order = 2;
  double t = 0;
  Vector q, v, a;  // a: ẍ there; of a first-order system ẋ
  Vector lambda;   // m
  Vector forces;   // n: M⁻¹Q, or ẍ where M is singular: what accelerations are compared with
  Matrix M;
  Frame frame;
  Matrix Z_q, Z_v, Y;
  Matrix by_state;  // n × (columns of T): δẍ; of a first-order system δẋ
  Matrix by_input;  // n × parameters of the equations' slopes: δẍ
  Matrix multipliers_by_state, multipliers_by_input;  // m rows: δλ
  Vector input_moves;          // by parameter: how much it moves rows that bind the state itself
  Status status = Status::ok;  // of the instant
  double least_pivot = 1;      // of the rows
  bool metric = true;          // the bases are orthonormal by M

  Index positions() const { return Z_q.cols(); }
  Index rates() const { return Z_v.cols(); }
  Index states() const { return positions() + rates(); }
};

class Surroundings {
 public:
  /// The equations of the side must have their tangent; their parameters of slopes are inputs.
  explicit Surroundings(motion::RightSide& side);

  /// At a state on the constraints. False where ẍ has no answer or no derivative.
  bool form(double t, const Vector& q, const Vector& v, TangentSpace& space);

  /// Moves a state along the motion for a while: a few steps, short beside `dt`.
  bool follow(double& t, Vector& q, Vector& v, double dt);

  /// Rows that bind coordinates, and rows that bind rates.
  const std::vector<unsigned char>& position_rows() const { return position_rows_; }
  const std::vector<unsigned char>& rate_rows() const { return rate_rows_; }

 private:
  void fill_mass(TangentSpace& space);
  void fill_forces(TangentSpace& space);
  void fill_answers(TangentSpace& space);
  void fill_multipliers(TangentSpace& space);
  void fill_bases(TangentSpace& space);
  Matrix turn_of_rows(const TangentSpace& space);
  void add_velocity_rows(const TangentSpace& space, Matrix& turn);
  Matrix slope_of_rate(const TangentSpace& space);

  motion::RightSide& side_;
  const equations::Equations& equations_;
  Index n_, m_, inputs_;
  std::vector<unsigned char> position_rows_, rate_rows_;
  instant::DenseTask task_;
  instant::Changes changes_;
  least::Derivative all_, of_positions_, of_rates_;
  Matrix A_, G_, H_, dx_;
};

}  // namespace zwang::linear
