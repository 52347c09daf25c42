// SPDX-License-Identifier: Apache-2.0
#pragma once
// What results show of rates, accelerations and forces. Of a ball or free joint they show its angular
// velocity ω, its derivative, and a torque, in the axes of the joint frame, in place of the four
// rates of its quaternion e: ω = 2 vec(ė ē)/|e|².

#include <span>
#include <string>
#include <vector>

#include "equations/equations.h"
#include "scope/names.h"

namespace zwang {

class ShownRates {
 public:
  ShownRates() = default;
  ShownRates(const compile::Names& names, const equations::Equations& equations);

  /// bob.x', top.joint_velocity.x, top.joint_omega.x
  const std::vector<std::string>& rates() const { return rates_; }
  /// bob.x'', top.joint_velocity.x', top.joint_omega.x'
  const std::vector<std::string>& accelerations() const { return accelerations_; }
  /// bob.x, top.position.x, top.joint_torque.x: what forces act along
  const std::vector<std::string>& forces() const { return forces_; }
  /// The same for some coordinates, ascending.
  std::vector<std::string> forces(std::span<const Index> coordinates) const;

  /// As many as there are quaternions; each takes one from the number of what is shown.
  std::size_t quaternions() const { return quaternions_.size(); }
  std::size_t size() const { return rates_.size(); }

  /// Numbers of all of them, from those of all coordinates.
  void rates(const double* q, const double* v, double* shown) const noexcept;
  void accelerations(const double* q, const double* v, const double* a,
                     double* shown) const noexcept;
  void forces(const double* q, const double* F, double* shown) const noexcept;
  /// Along some coordinates; returns how many there are.
  std::size_t forces(std::span<const Index> coordinates, const double* q, const double* F,
                     double* shown) const noexcept;

  /// Sets one of the rates, the others kept.
  void set_rate(std::size_t number, double value, const double* q, double* v) const noexcept;

 private:
  /// The first coordinate of the quaternion that coordinate i belongs to, or -1.
  Index quaternion_of(Index i) const noexcept;

  std::vector<std::string> rates_, accelerations_, forces_;
  std::vector<Index> quaternions_;  // their first coordinates, ascending
};

}  // namespace zwang
