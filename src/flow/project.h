// SPDX-License-Identifier: Apache-2.0
#pragma once
// Back onto the constraints: Gauss's principle for positions and for rates. The change is the least
// in the metric of M, so that redundant rows need no special case and the order of an integrator
// is kept.

#include <algorithm>
#include <vector>

#include "flow/right_side.h"
#include "ode/controller.h"

namespace zwang::motion {

/// How far a state is from the constraints: |φ_i|/‖A_i‖ and |φ̇_i|/‖A_i‖, the largest of each.
struct Residuals {
  double position = 0, velocity = 0;

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("residuals", 1, x.position, x.velocity);
  }
};

struct Projection {
  bool converged = true;  // no change brings the state nearer to the constraints
  bool feasible = true;   // and it is on them, to rounding
  double moved = 0;       // largest change of a coordinate
  double rate_moved = 0;  // largest change of a rate
  Residuals left;
};

class Projector {
 public:
  explicit Projector(RightSide& side);

  /// Keeps to the rows that act in the mode of the side, from now on.
  void follow_mode() noexcept;

  /// From now on these rows are kept (m flags), whatever they say about drift, and no others.
  void keep(const std::vector<unsigned char>& rows) noexcept;

  /// What coordinates and rates are compared with where they are smaller themselves: a contact that
  /// comes to rest has rates that are nothing but rounding.
  void set_sizes(double length, double speed) noexcept {
    least_length_ = std::max(length, natural_);
    least_speed_ = speed;
  }

  /// Coordinates and rates have no common unit: each is as large as this part of the largest (n each, to stay there, in
  /// (0, 1]), and residuals are rounding by that. Null: all are alike.
  void set_parts(const double* coordinates, const double* rates) noexcept {
    coordinate_parts_ = coordinates;
    rate_parts_ = rates;
  }

  /// Rows are measured by these sizes from now on (m, to stay there), not by what they are: where their
  /// rank is kept, one that vanishes for a moment must not look far away. Null: by what they are.
  void measure_by(const double* sizes) noexcept { sizes_ = sizes; }

  /// Moves q, then v.
  Projection project(double t, double* q, double* v) noexcept;
  /// The same from a rough guess: steps are shortened until they bring the state nearer, so that it
  /// stays on the branch it began on.
  Projection assemble(double t, double* q, double* v) noexcept;

  /// What projection leaves of an error (q, then v, …) of the state (t, q, v) that it has just
  /// moved: the difference that two neighbouring states would have after it, to first order.
  /// prepare_errors comes first, once for the state; false: nothing is projected, or cannot be.
  bool prepare_errors() noexcept;
  void project_error(double t, const double* q, const double* v, double* error) noexcept;
  /// How large an error is across the constraints: the most that a row sees of it, in units of what
  /// the row would see if all components were as wrong as they may be.
  double across(const double* error, const double* y, const ode::Tolerances& tolerances) noexcept;

  /// How far the last independent row stood out from the others where the state was moved last, from
  /// 1 down to 0; 0 where that is not known.
  double independence() const noexcept {
    return factored_ ? side_.kernel().least_pivot(rate_set()) : 0;
  }

  /// The same however near to dependence, for the state that errors were prepared for last; and for
  /// any state, which forgets what was prepared.
  double least_pivot() const noexcept {
    return side_.kernel().least_pivot(any_rate_ ? rate_set() : instant::Kernel::Set::positions);
  }
  double least_pivot_at(double t, const double* q, const double* v) noexcept {
    evaluate(t, q, v);
    factored_ = false;
    return prepare_errors() ? least_pivot() : 1;
  }

  Residuals residuals(double t, const double* q, const double* v) noexcept;

  /// Which rows are kept by moving positions, and which by moving rates.
  const std::vector<unsigned char>& positions() const { return positions_; }
  const std::vector<unsigned char>& rates() const { return rates_; }

 private:
  static constexpr double independent = 1e-2;  // a row that stands out from the others by this is

  struct Part;
  double measure(const double* residual, const std::vector<unsigned char>& takes_part) noexcept;
  double size_of_row(std::size_t row, const double* parts) noexcept;
  const double* residual_of(const Part& part) noexcept;
  const double* change(const Part& part) noexcept;
  bool correct(const Part& part, double t, double* q, double* v) noexcept;
  bool move_a_little(const Part& position, const Part& rate, double t, double* q,
                     double* v) noexcept;
  bool move(const Part& part, double t, double* q, double* v, Projection& projection) noexcept;
  bool approach(const Part& part, double t, double* q, double* v) noexcept;
  double size_of(const double* x, bool rate) const noexcept;
  double merit(const Part& part) noexcept;
  void keep_row_sizes() noexcept;
  Projection project(double t, double* q, double* v, bool careful) noexcept;
  Projection project_all(double t, double* q, double* v) noexcept;
  double normalise(double* q, double* v) const noexcept;
  void evaluate(double t, const double* q, const double* v) noexcept;
  instant::Kernel::Set rate_set() const noexcept;
  void demand_of(const double* x, const std::vector<unsigned char>& takes_part) noexcept;

  RightSide& side_;
  std::vector<unsigned char> keeps_positions_, keeps_rates_;  // whatever the mode
  std::vector<unsigned char> positions_, rates_;
  bool any_position_ = false, any_rate_ = false;
  const double* sizes_ = nullptr;  // of rows
  const double *coordinate_parts_ = nullptr, *rate_parts_ = nullptr;
  double natural_ = 0;  // natural_size.h
  double least_length_ = 0, least_speed_ = 0;
  double whole_ = 0;       // a size that coordinates do not fall below when they are compared
  bool factored_ = false;  // the rows at the state that was moved last
  AlignedArray wanted_, before_, rate_, start_;
  std::vector<double> row_size_;
  std::vector<Index> bound_;  // coordinates that some row contains
};

}  // namespace zwang::motion
