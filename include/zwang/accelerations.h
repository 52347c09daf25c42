// SPDX-License-Identifier: Apache-2.0
#pragma once
// ẍ as a function of the state, for those with an integrator, a filter or an optimiser of their own: at one
// state, at many side by side, and with its derivatives.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "zwang/model.h"

namespace zwang {

/// Structure of arrays: coordinate k of state s stands at [k·count + s], as in BatchProblem.
struct StateBatch {
  std::size_t count = 0;
  std::span<const double> t;     // count, or 1 for all of them
  std::span<const double> q, v;  // n·count
};

/// n = Model::coordinates().size(). Of a system of first order the answer is ẋ, and v is not looked at. Where
/// constraints contradict each other the least-squares answer is given, and Status says so. Nothing moves states onto the
/// constraints. All that takes spans throws InputError where a size does not fit. One thread at a time.
class Accelerations {
 public:
  /// `by`: parameters that derivatives are asked for. InputError names one that is not there.
  explicit Accelerations(const Model& model, const std::vector<std::string>& by = {});
  ~Accelerations();
  Accelerations(Accelerations&&) noexcept;
  Accelerations& operator=(Accelerations&&) noexcept;

  const Model& model() const;

  /// acceleration: n. Contacts and friction act as at the state alone.
  Status solve(double t, std::span<const double> q, std::span<const double> v,
               std::span<double> acceleration);

  /// acceleration: n·count, status: count. Small instants, and trees of bodies without ball and free joints, are
  /// solved eight at a time; a state's answer has the same bits wherever it stands. Returns how many were
  /// solved one by one.
  std::size_t solve(const StateBatch& states, std::span<double> acceleration,
                    std::span<Status> status);

  /// Goes to a state, where the rest can then be asked for. InputError for models whose ẍ has no derivative
  /// that is known: contacts, friction, non-ideal forces, servo constraints, sign and if, more than 300
  /// coordinates. A status other than ok and contradictory: it has none at this state, and neither
  /// has the rest. Of contradictory constraints the derivative leaves out how their residual answers.
  Status differentiate(double t, std::span<const double> q, std::span<const double> v);
  const std::vector<double>& acceleration() const;  // there

  /// Row-major, a row for each acceleration: ∂ẍ/∂q and ∂ẍ/∂v, n·n; ∂ẍ/∂p, n times as many as `by`, or empty: not asked for. Where the rows
  /// are held: what leaves the constraints counts too.
  void tangent(std::span<double> by_coordinate, std::span<double> by_rate,
               std::span<double> by_parameter);
  /// (∂ẍ/∂q) dq + (∂ẍ/∂v) dv + (∂ẍ/∂p) dp, for the cost of one more instant; an empty one is zero.
  void forward(std::span<const double> dq, std::span<const double> dv, std::span<const double> dp,
               std::span<double> change);
  /// wᵀ∂ẍ/∂q, wᵀ∂ẍ/∂v, wᵀ∂ẍ/∂p for the same; an empty one is not asked for.
  void reverse(std::span<const double> w, std::span<double> by_coordinate,
               std::span<double> by_rate, std::span<double> by_parameter);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace zwang
