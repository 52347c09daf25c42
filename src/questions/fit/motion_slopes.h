// SPDX-License-Identifier: Apache-2.0
#pragma once
// The motion of a model for values of some of its parameters and of its start, and how every sample of it
// answers to them: through events too.

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "api/run/start_sensitivity.h"
#include "compile/compile.h"
#include "sensitivity/sensitivity.h"

namespace zwang {

struct SlopeSample {
  double t = 0;
  std::vector<double> y, S;  // (q, v); columns (s_q, s_v) in the order of the moves
  instant::Mode mode;
};

struct SlopeAnswer {
  std::string problem;  // why there is none
  State start, end;     // on the constraints
  std::vector<SlopeSample> samples;
  std::vector<double> S_start, S_end;  // columns in the order of the moves
  long events = 0;
};

class MotionSlopes {
 public:
  /// Throws InputError for models whose motions have no derivatives, ModelError for parameters that have none.
  MotionSlopes(const Model& model, std::vector<StartMove> moves, double tolerance);

  /// The moves have these values. Samples at these times, ascending, and the end at `until`.
  SlopeAnswer follow(const std::vector<double>& values, const std::vector<double>& times,
                     double until);
  /// Asked after every step from now on; false ends the motion, whose answer then has a problem.
  void ask(std::function<bool()> goes_on) { goes_on_ = std::move(goes_on); }
  /// The model at the values of the last call.
  const Model& model() const { return at_; }
  const std::vector<StartMove>& moves() const { return moves_; }

 private:
  void lower();
  void set_values(const std::vector<double>& values);
  bool assemble(motion::RightSide& side, std::vector<double>& q, std::vector<double>& v);
  bool find_start(motion::RightSide& side, SlopeAnswer& answer);
  std::vector<double> start_slope(std::size_t move);
  std::vector<double> given_start(std::size_t move, double h, std::vector<double>& parameters);
  std::vector<motion::NearEquations> near();
  std::size_t column_of(std::size_t move) const;

  Model model_, at_;
  std::vector<StartMove> moves_;
  double tolerance_;
  motion::RunOptions plan_;
  std::function<bool()> goes_on_;
  std::vector<double> values_;
  compile::Compiled compiled_;
  std::vector<Model> near_;
  bool rests_ = false,
       given_ = true;  // the start is an equilibrium; is on the constraints as it is
};

/// The step of a difference by a value.
double small_step(double value);

}  // namespace zwang
