// SPDX-License-Identifier: Apache-2.0
#pragma once
// The linear equations of small motions near a state, along the constraints:
//   x' = A x + B u,   y = C x + D u,
// with their modes, stability, transmission zeros and frequency response.

#include <complex>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "zwang/model.h"

namespace zwang {

/// What is not given here is as the model's [linear] says.
struct LinearOptions {
  std::optional<std::string> at;                    // "start", "equilibrium"
  std::optional<double> t;                          // or where the motion is at this time
  std::optional<State> state;                       // or near this state
  std::optional<std::vector<std::string>> inputs;   // parameters
  std::optional<std::vector<std::string>> outputs;  // coordinates, rates, observables
  /// Angular frequencies of the response, evenly spaced in their logarithm; not given: a decade more
  /// than the modes span.
  std::optional<double> from, to;
  std::size_t frequencies = 200;
  std::function<bool()> goes_on;  // asked while the motion goes to `t`; false ends it, as a problem
};

/// What the state is for the motion.
enum class LinearKind {
  equilibrium,
  steady,   // only cyclic coordinates move, at constant rates
  passing,  // the motion leaves the state: the equations hold for this moment
};

enum class Stability {
  asymptotic,  // small motions die out
  neutral,     // some neither grow nor die out to first order, which decides nothing
  unstable,    // some grow
  undecided,   // the state is left, or eigenvalues are nearer to zero than their error
};

std::string_view name(LinearKind kind) noexcept;      // "equilibrium", "steady motion", …
std::string_view name(Stability stability) noexcept;  // "asymptotically stable", …

/// A real eigenvalue λ, or a pair of which this is the one with the positive imaginary part.
struct LinearMode {
  std::complex<double> eigenvalue;
  double error = 0;                         // of the eigenvalue: rounding times its condition
  double frequency = 0;                     // |Im λ|/2π, per unit of time
  double damping = 0;                       // −Re λ/|λ|, from −1 to 1
  std::vector<std::complex<double>> shape;  // by coordinate; the largest is 1
};

struct LinearResponse {
  std::vector<double> frequency;            // angular
  std::vector<std::complex<double>> value;  // by frequency, output, input
};

struct LinearModel {
  std::string problem;  // why there is no answer; empty: there is one
  State state;
  LinearKind kind = LinearKind::passing;
  Stability stability = Stability::undecided;
  std::string text;         // about stability, a sentence or two
  double growth = 0;        // the largest real part of an eigenvalue
  std::size_t freedom = 0;  // of rates
  std::size_t positions =
      0;  // freedom of coordinates: more than that where constraints are nonholonomic
  std::size_t zeros_at_zero = 0;    // eigenvalues that are zero
  std::vector<std::string> cyclic;  // coordinates that move in the motions of zero eigenvalues
  std::vector<std::string> nonholonomic;  // constraints that bind rates and no coordinates
  std::vector<std::string> states, inputs, outputs;
  std::vector<std::string> coordinates;  // of shapes; an orientation is "top.rotation.x", …
  std::vector<double> A, B, C, D;        // row-major
  std::vector<LinearMode> modes;         // slowest first, without the zero eigenvalues
  std::vector<std::complex<double>>
      zeros;  // transmission zeros, where there are inputs and outputs
  LinearResponse response;
  std::vector<std::string> notes;  // sentences about what limits the answer
};

/// Throws InputError for names that are not there and states of another size, ModelError where the model
/// asks for them, and both for models whose motion has no linear equations, such as those with contacts.
LinearModel linearise(const Model& model, const LinearOptions& options = {});

std::string to_json(const LinearModel& linear, const Model& model);

/// The bytes of a MAT-file (level 5), which MATLAB, Octave and scipy.io.loadmat read: A, B, C, D, eigenvalues,
/// transmission_zeros, angular_frequency, response (output × input × frequency), and the names.
std::string to_mat(const LinearModel& linear);

}  // namespace zwang
