// SPDX-License-Identifier: Apache-2.0
#pragma once
// Forces from outside a model, by the names of what they act on.

#include <exception>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "equations/outer_force.h"
#include "zwang/run.h"

namespace zwang {

/// Refuses numbers that are none; the error names the argument.
void check_finite(std::string_view argument, std::span<const double> numbers);
/// "there is none called 'bbo'; did you mean 'bob'?"
std::string none_called(std::string_view name, const std::vector<std::string>& known);

class OuterForces;
/// RATTLE kicks without knowing rates, and nobody knows what a law reads: InputError.
void check_takes_forces(const std::string& method, const OuterForces& forces);

/// A copy has the same forces. One per thread.
class OuterForces {
 public:
  explicit OuterForces(Model model);

  /// From now on these components act there, instead of what acted before; of a body a force alone, or force
  /// and torque. False: nothing changes by it. InputError names what cannot be.
  bool hold(const std::string& name, std::span<const double> force);
  /// From now on this law does; none: nothing.
  void follow(const std::string& name, ForceLaw law);

  bool has_law() const { return !laws_.empty(); }
  bool any() const { return has_law() || used_; }
  /// What the number half reads; it asks the laws of this, which must stay where it is.
  equations::OuterForce& numbers();
  /// What a law has thrown since the last call, if anything: it is not asked again until then.
  std::exception_ptr take_wrong() { return std::exchange(wrong_, nullptr); }

 private:
  /// Numbers of OuterForce::along, or of on_bodies.
  struct Target {
    bool is_body = false;
    std::vector<std::size_t> at;
  };
  struct Law {
    Target target;
    ForceLaw fill;
    std::vector<double> force;
  };
  Target target(const std::string& name) const;
  void make_room(const Target& target);
  static double& number(const Target& target, std::size_t k, equations::OuterForce& of);
  void ask(double t, const double* q, const double* v, equations::OuterForce& out) noexcept;

  Model model_;
  equations::OuterForce held_, acting_;
  std::map<std::string, Law> laws_;
  std::exception_ptr wrong_;
  bool used_ = false;
};

}  // namespace zwang
