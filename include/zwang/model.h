// SPDX-License-Identifier: Apache-2.0
#pragma once
// A model, compiled: read from a file or described in code.

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "zwang/certificate.h"
#include "zwang/description.h"
#include "zwang/instant.h"

namespace zwang {

/// One thing that is wrong with a model.
struct Complaint {
  std::string code;  // "E204"; keeps its meaning once released
  Location at;       // line 0: nowhere in the text
  std::string what;  // what is wrong, in the reader's words
  std::string hint;  // what to do about it; may be empty
  std::string text;  // all of it as a person reads it: file:line:column, the line with carets
};

/// Thrown for a model that cannot be: everything that is wrong with it, at once.
class ModelError : public std::runtime_error {
 public:
  explicit ModelError(std::vector<Complaint> complaints);
  const std::vector<Complaint>& complaints() const noexcept { return complaints_; }

 private:
  std::vector<Complaint> complaints_;
};

/// Thrown for a file that cannot be read or written.
class FileTrouble : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown where results could not be written: a full disk, a folder that is gone.
class WriteTrouble : public FileTrouble {
 public:
  using FileTrouble::FileTrouble;
};

/// Values of parameters that replace those in the model.
using Settings = std::map<std::string, double>;

/// A state: coordinates and their rates in the order of Model::coordinates(). An orientation is four
/// coordinates, a quaternion w, x, y, z.
struct State {
  double t = 0;
  std::vector<double> q, v;
};

/// A constraint by name and its rows among those of A.
struct ConstraintRows {
  std::string name;
  Location at;
  std::size_t first = 0, count = 0;
};

/// A compiled model. Immutable and cheap to copy; any number of threads may run it at once.
class Model {
 public:
  const Description& description() const;
  const Settings& settings() const;
  const std::vector<std::string>& coordinates() const;  // "theta", "bob.x", "p[3].y"
  /// What results call the rates: "theta'", "bob.x'". Of ball and free joints "top.joint_omega.x", …
  /// and "top.joint_velocity.x", …, so that there is one less than coordinates for each of them.
  const std::vector<std::string>& rates() const;
  /// What forces act along: "theta", "bob.x", "top.joint_torque.x"; as many as rates.
  const std::vector<std::string>& forces() const;
  const std::vector<std::string>& bodies() const;  // parents first
  const std::vector<std::string>& parameters() const;
  const std::vector<double>& parameter_values() const;
  const std::vector<ConstraintRows>& constraints() const;
  const std::vector<std::string>& observables() const;
  const std::vector<std::string>& controls() const;
  const std::vector<std::string>& events() const;
  const State& start() const;  // as given, not yet moved onto the constraints

  /// The same model with other values of parameters, besides those that were set before: bit for bit
  /// the model that was loaded with them, but only numbers are computed, in microseconds. Where a value
  /// decides what the model is made of (how many there are of something, which faces meet), it is
  /// compiled anew. Throws ModelError. Any number of threads may ask.
  Model with(const Settings& settings) const;
  /// A sentence with the parameters for which with() had to compile; else empty.
  const std::string& compiled_for() const;

  struct Parts;
  explicit Model(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}
  const Parts& parts() const { return *parts_; }  // for the library itself

 private:
  std::shared_ptr<const Parts> parts_;
};

/// The numbers of Model::rates() at a state.
std::vector<double> rates_at(const Model& model, const State& state);
/// Accelerations of coordinates, and forces along them, as results show them: as many as rates.
std::vector<double> accelerations_at(const Model& model, const State& state,
                                     const std::vector<double>& acceleration);
std::vector<double> forces_at(const Model& model, const State& state,
                              const std::vector<double>& force);
/// Gives a coordinate, or one of Model::rates(), a value; false if the model has none of this name.
bool assign(const Model& model, std::string_view name, double value, State& state);

/// All three throw ModelError; load_model throws FileTrouble too.
Model load_model(const std::string& path, const Settings& settings = {});
Model read_model(std::string_view text, const std::string& source, const Settings& settings = {});
Model compile_model(Description description, const Settings& settings = {});

/// One instant of a model: the numbers and what Gauss's principle makes of them.
/// What a contact, or a joint that rubs, does at an instant.
struct ContactForce {
  std::string name;   // of what presses: constraints; or of the body whose joint rubs
  std::string state;  // "open", "presses" (without friction), "sticks", "slides"
  double normal = 0;  // of one unilateral row: its multiplier
  double friction = 0, limit = 0;
  double margin =
      0;  // to slip, of what sticks: the part of the coefficient of sticking that it does not need
  bool shared =
      false;  // redundant contacts share a load: the margin is that of all of them together
};

struct ModelInstant {
  State state;
  std::vector<double> mass_matrix;        // M  n·n, row-major; empty beyond 4e6 numbers in M and A
  std::vector<double> applied_force;      // Q  n
  std::vector<double> constraint_matrix;  // A  m·n
  std::vector<double> constraint_rhs;     // b  m
  std::vector<double> observables;
  double energy = 0;
  double position_residual = 0, velocity_residual = 0;  // largest, as distances
  std::vector<unsigned char> acts;     // m: rows that bind at this state; the others are zero in A
  std::vector<double> nonideal_force;  // C  n, or empty
  std::vector<double> controls;        // u; what they exert is part of applied_force
  std::vector<double> control_force;   // n, or empty
  double servo_residual = 0;           // largest of what is wanted and cannot be done
  /// What ideal constraints would do where controls serve: nature's own choice, Δa = K₁e.
  std::vector<double> nature_force, nature_acceleration;
  std::vector<ContactForce> contacts;
  /// How far they are from the laws, in units of their forces and accelerations.
  double pull_residual = 0, sink_residual = 0, cone_residual = 0, slip_residual = 0;
  Instant instant;
};

/// At any state of the right size (InputError if not); the model's own start by default.
ModelInstant solve_instant(const Model& model, const State& state, const Options& options = {});
ModelInstant solve_instant(const Model& model, const Options& options = {});

/// The papers' identities on an instant of the model.
Certificate certify(const Model& model, const ModelInstant& instant);

/// K1, n·m row-major: the deviation that one unit of each misfit asks for. K = M K1 is the force.
std::vector<double> deviation_per_misfit(const Model& model, const ModelInstant& instant);

/// With `full` the matrices too: M, Q, A, b, K and K1.
std::string to_json(const ModelInstant& instant, const Model& model, bool full = false);

/// A sentence about a model, with what it is about.
struct Finding {
  std::string code;      // "redundant", "contradictory", "vanished", "start-moved", …
  std::string severity;  // "note", "warning", "error"
  std::vector<std::string> constraints;
  std::vector<int> lines;
  std::string text, hint;
};

struct Diagnosis {
  std::size_t freedom = 0, rows = 0, rank = 0;
  std::vector<Finding> findings;
  bool ok() const;  // no finding is an error
};

/// Freedom, redundant and contradictory rows, reactions that are not unique, and the start data.
Diagnosis check(const Model& model);
/// The warnings and errors among them; of large models only what can be seen in passing.
std::vector<Finding> findings_for_run(const Model& model);
std::string to_json(const Diagnosis& diagnosis);

/// The same of one instant; at the model's own start also what is wrong with that.
std::vector<Finding> findings_at(const Model& model, const ModelInstant& instant);
/// Whether one of them is an error: then rows are not met, or nothing decides the motion.
bool has_error(const std::vector<Finding>& findings);

/// The explicit equations of motion as text, or as LaTeX. Throws ModelError.
std::string derive(const Description& description, bool latex = false);

}  // namespace zwang
