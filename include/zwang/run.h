// SPDX-License-Identifier: Apache-2.0
#pragma once
// A motion of a model: from its start to a trajectory of named columns, with the truth about it.

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zwang/error.h"
#include "zwang/model.h"
#include "zwang/samples.h"

namespace zwang {

/// What a run reports while it goes on.
struct Progress {
  double t = 0, from = 0, until = 0;
  long steps = 0;
};

/// A force from outside, asked for at every stage of every step: fills in its components at the state. It
/// may depend on nothing else, for steps are tried, rejected and repeated. What it throws ends the run, and
/// is thrown by it.
using ForceLaw = std::function<void(double t, std::span<const double> q, std::span<const double> v,
                                    std::span<double> force)>;

/// What is not given here is as the model's [simulate] says.
struct RunOptions {
  std::optional<double> duration, tolerance, absolute, step;
  std::optional<std::string> method, kernel;
  std::optional<long> samples;  // evenly spaced, both ends included
  std::optional<double> every;  // or so far apart
  std::optional<bool> every_step;
  std::optional<State> start;  // another start than the model's
  Settings settings;           // other values of parameters, as Model::with

  /// The columns that are kept, by name; not given: all. With none there are no samples either: the run
  /// costs its steps, and all that is told is the summary. Neither `keep` nor write_hdf5 takes a choice.
  std::optional<std::vector<std::string>> columns;

  /// Forces besides those of the model, by what they act on: a particle (its components), a coordinate (one),
  /// a body (the force at its center of mass and the torque, in the axes of the world: six).
  std::map<std::string, ForceLaw> forces;

  /// What the end is to be differentiated by: parameters "l", and of the start "bob.x", "bob.x'".
  std::vector<std::string> sensitivity;

  /// Whether the error of the end is estimated, by a second run: all of it costs about 2.4 times as much then. The
  /// run itself is the same, bit by bit. The command line asks for it; programs that run many times need not.
  bool error = false;

  /// Called from time to time between steps; false stops the run, which can then be resumed.
  std::function<bool(const Progress&)> goes_on;

  /// Where the run is kept while it goes on: KEEP.part and KEEP.checkpoint; empty: in memory only.
  /// Of a long run (more than 128 MiB of samples) the trajectory reads KEEP.part, which must stay.
  std::string keep;
  bool resume = false;  // go on with what is kept there; FileTrouble if it is another run
};

enum class Ending {
  done,
  interrupted,       // by goes_on; `keep` can be resumed
  step_too_small,    // the tolerance cannot be met
  not_finite,        // a NaN or an infinity
  not_converged,     // the equations of an implicit step
  not_projected,     // a step could not be brought back onto the constraints
  no_instant,        // an instant has no answer
  rank_changed,      // and rank_change = "stop"
  start_is_off,      // start = "strict"
  start_impossible,  // no state near the start satisfies the constraints
  no_equilibrium,    // start = "equilibrium"
  event,             // an event with the action "stop"
  endless_events,    // events follow each other without end at one time
  energy,            // far more of it came or went than the tolerances of the steps explain
  contradiction,     // constraints that were met cannot be met any longer
};

std::string_view name(Ending ending) noexcept;  // "ok", "interrupted", "step_too_small", …

/// The books: end − start − the works is the drift. A first-order system has no energy: all NaN.
struct EnergyBooks {
  double start = 0, end = 0;
  double kinetic = 0, potential = 0;  // at the end
  double work_applied = 0;            // of what the energy does not contain
  double work_constraints = 0;
  double work_nonideal = 0;           // of F^C
  double jumps = 0;                   // what impacts and other events gave; negative: took
  double drift = 0, worst_drift = 0;  // at the end; the largest along the way
};

/// What acts on a body: a force, and a torque about the body's origin.
struct BodyForce {
  std::string body;
  std::array<double, 3> force{}, torque{};                  // in the axes of the world
  std::array<double, 3> force_in_body{}, torque_in_body{};  // the same in those of the body
  /// By component: whether it has only this value. Redundant rows share a load in more than one way,
  /// but of a plane linkage only what points out of its plane.
  struct Unique {
    std::array<bool, 3> force{true, true, true}, torque{true, true, true};
  };
  Unique unique_parts, unique_parts_in_body;
};

/// What passes through the joint of a body at the end of a run, as it acts on the body; the opposite
/// acts on the parent.
struct JointForce : BodyForce {
  std::string parent;
  double power = 0;    // of drives, damping and friction in it
  bool unique = true;  // false: redundant rows share the load in more than one way
};

/// The force of a constraint at the end of a run.
struct ConstraintForce {
  std::string name;
  std::vector<std::pair<std::string, double>> force;  // by coordinate, in their order
  std::vector<double> multipliers;
  bool unique = true;  // false: redundant rows share the load in more than one way
  double power = 0;
  std::vector<BodyForce> bodies;  // those that it touches
};

struct RankEvent {
  double t = 0;
  std::size_t from = 0, to = 0;
  std::string text;  // a sentence with the rows that became dependent
};

/// Something that came to pass along a run.
struct RunEvent {
  std::string what;  // a word, as "event" or "slip": doc/guide/reading-the-output.md
  std::string name;  // of the event, or of the constraint
  State state;       // after it
  std::vector<double> rates_before;              // where rates jumped, else empty
  double kinetic_before = 0, kinetic_after = 0;  // of an impact
  double carnot = 0;                             // what it should have lost, by Carnot's theorem
  std::size_t blows = 0;                         // of an impact in sequence
  std::string text;                              // a sentence
};

/// How the end of a run answers to a parameter, or to a coordinate or rate of the start.
struct Sensitivity {
  std::string by;            // "l", "bob.x", "bob.x'"
  std::vector<double> q, v;  // ∂ of the end
  std::vector<std::pair<std::string, double>> numbers =
      {};  // ∂ of each Reduction; NaN: it has a kink
};

/// A number of the whole run that [[observe]] asks for, as "max(f)" or "first(touch)" do; of the motion
/// between samples too. NaN: there is none.
struct Reduction {
  std::string name;
  double value = 0;
  double t = 0;  // when, of max and min; else NaN
};

/// How far something went along a run, and when it was there.
struct Peak {
  std::string
      name;  // of a coordinate or an observable; "force(rod)", "joint(crank)": the size of a force
  std::string kind;  // "coordinate", "observable", "force", "joint"
  double least = 0, least_t = 0, most = 0, most_t = 0;
};

/// The truth about a run.
struct Summary {
  std::string model, title;
  Ending ending = Ending::done;
  std::string message;  // a sentence; with a remedy where something went wrong
  /// At a contradiction: the constraints of which one would have to open, by name.
  std::vector<std::string> parting;
  /// The mechanism was driven to the end of its reach: rates, forces, energies and works grow without bound
  /// towards it, and are NaN at the end; peaks on the way there are infinite.
  bool unbounded = false;
  std::size_t freedom = 0, rows = 0, rank = 0;
  std::vector<std::string> redundant, contradictory, undetermined;  // constraints by name
  /// What the samples do not show: the coordinate that leaves the curve through them by the largest share
  /// of its range, and that share. Empty: none.
  std::string least_sampled;
  double lost_between_samples = 0;
  std::string sharing;  // a line on which forces in loops are unique; empty: nothing to say
  std::string method, method_reference, why_method, kernel;
  double tolerance = 0, step = 0;
  long steps = 0, rejected = 0, evaluations = 0;
  double seconds = 0;
  double max_position_residual = 0, max_velocity_residual = 0;
  double start_moved = 0, start_rate_moved = 0;
  std::size_t least_rank = 0, most_rank = 0, rank_changes = 0, near_singular_steps = 0;
  std::vector<RankEvent> rank_events;
  EnergyBooks energy;
  State start, end;
  std::vector<RunEvent> events;  // the first of them, at most 100000
  std::size_t events_in_all = 0;
  double virtual_work = 0;       // worst of vᵀ(F^L + F^C) − vᵀC for virtual v, relative
  std::vector<double> controls;  // at the end
  double servo_residual = 0;     // at the end: what the controls cannot do
  std::vector<Sensitivity> sensitivities;
  double gauss = 0;  // G at the end
  std::vector<ConstraintForce> forces;
  std::vector<JointForce> joints;   // of all bodies
  std::vector<double> observables;  // at the end
  std::optional<RunError> error;    // of all these, where it was asked for
  std::vector<Reduction> reductions;
  /// Of the motion between samples too, to about 1e-4 of its range; a run with chosen columns has
  /// none.
  std::vector<Peak> peaks;
};

/// The samples of a run, and its summary. Columns are
/// "t", "bob.x", "bob.x'", "bob.x''", "force(rod).bob.x", "multiplier(rod)" or "multiplier(rod,2)",
/// "power(rod)", "energy", "kinetic", "potential", "work_applied", "work_constraints",
/// "work_nonideal", "gauss", "rank", "force(nonideal).bob.x", controls, "servo_residual",
/// observables. Beyond 2000 columns those of accelerations and of single constraints are
/// left out. A name of ours that the model gave to something else gets "run." before it. There are
/// three more that only records show: "residual.position" and "residual.velocity", where there are
/// constraints, and "step".
class Trajectory : public Samples {
 public:
  const Summary& summary() const;
  const Model& model() const;

  struct Parts;
  explicit Trajectory(std::shared_ptr<const Parts> parts);
  const Parts& parts() const { return *parts_; }  // for the library itself

 private:
  std::shared_ptr<const Parts> parts_;
};

/// Runs. Throws InputError for options that cannot be, ModelError for a model without [simulate] and
/// without a duration, FileTrouble where `keep` cannot be written; never for numbers: those are told
/// by the summary, with all that was computed before.
Trajectory run(const Model& model, const RunOptions& options = {});

/// What a reader of the results must know: warnings and errors about the model, as findings_for_run has
/// them, and how the run ended if not well.
std::vector<Finding> findings(const Trajectory& trajectory);

/// A record, which read_record and a page read. Replaces what was there only when it is complete. Throws
/// FileTrouble.
void write_hdf5(const Trajectory& trajectory, const std::string& path);

/// The summary as JSON; `files` become its "files": csv, record, … → path.
std::string to_json(const Trajectory& trajectory,
                    const std::map<std::string, std::string>& files = {});

}  // namespace zwang
