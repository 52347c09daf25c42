// SPDX-License-Identifier: Apache-2.0
#pragma once
// A motion whose clock is yours: a controller, a game loop, a co-simulation says how far it goes, and may
// change forces, parameters and the state in between.

#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zwang/run.h"

namespace zwang {

/// What is asked for between steps is interpolated, so that asking changes nothing: the motion has the same
/// bits however often one stops. It is that of one run of the same duration, and its states are samples of
/// it, to the bit, or to rounding where constraints are redundant. Where something is changed, the
/// motion goes on from the state that was told. Copies are checkpoints: a copy goes on with the same bits.
/// One thread at a time; copies and the model may be used by others.
class Simulation {
 public:
  /// The model at its start, moved onto the constraints; look at ending(). Of the options all that is about
  /// samples, files and sensitivities is refused. `duration`, else that of the model, else 10, is no end but
  /// the scale by which first steps are guessed. Throws as run() does.
  explicit Simulation(const Model& model, const RunOptions& options = {});
  Simulation(const Simulation& other);
  Simulation& operator=(const Simulation& other);
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;
  ~Simulation();

  const Model& model() const;  // with the parameters as they are now
  const State& state() const;
  double t() const { return state().t; }
  double energy() const;
  /// `done`: all is well. An event with the action "stop", and `goes_on`, stop short of the time that was
  /// asked for, and the next call goes on; whatever else ends a run ends this too, until set_state.
  Ending ending() const;
  std::string message() const;  // how it went, in sentences; takes longer than a step
  Summary summary() const;      // the same
  /// What came to pass in the last call of advance or advance_to.
  const std::vector<RunEvent>& events() const;

  /// Goes on; how it ended. InputError where a time is not ahead; what a ForceLaw throws.
  Ending advance(double dt);
  Ending advance_to(double t);

  /// From another state, moved onto the constraints; contacts are decided anew.
  void set_state(const State& state);
  /// Parameters have other values from now on. Where the constraints are others then, the state is moved
  /// onto them. Throws as Model::with.
  void set(const Settings& settings);
  void set(const std::string& parameter, double value) { set(Settings{{parameter, value}}); }

  /// A force besides those of the model acts from now on, until another one on the same does. On a particle
  /// (its components), a coordinate (one), a body (at its center of mass, in the axes of the world; three, or
  /// six with the torque). InputError names what cannot be.
  void apply(const std::string& on, std::span<const double> force);
  void apply(const std::string& on, std::initializer_list<double> force) {
    apply(on, std::span<const double>(force.begin(), force.size()));
  }
  void apply(const std::string& on, double force) { apply(on, {&force, 1}); }
  /// The same by a law of the state; of bodies it fills in six.
  void apply(const std::string& on, ForceLaw law);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace zwang
