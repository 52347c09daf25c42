// SPDX-License-Identifier: Apache-2.0
#include "linear/outputs.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "instant/joint_reader.h"
#include "instant/laws/reaction_value.h"
#include "linear/differences.h"

namespace zwang::linear {

namespace {

/// All that observables read.
struct Neighbour {
  Vector q, v, a, lambda;

  Neighbour moved(const Neighbour& by, double h) const {
    return {q + h * by.q, v + h * by.v, a + h * by.a, lambda + h * by.lambda};
  }
};

/// How many times over h = 1 moves a number by itself, or by a tenth of the largest.
double pace(const Vector& x, const Vector& by) {
  if (x.size() == 0) return 0;
  const double most = x.cwiseAbs().maxCoeff();
  const double least = most > 0 ? 0.1 * most : 1.0;
  return (by.cwiseAbs().array() / (x.cwiseAbs().array() + least)).maxCoeff();
}

class Observer {
 public:
  Observer(motion::RightSide& side, const TangentSpace& space, Index observables)
      : side_(side), space_(space), count_(observables) {
    const equations::Equations& equations = side.equations();
    const Index size = equations.solids ? equations.solids->n_written() : equations.n;
    room_.resize(at(size));
    if (instant::JointReader::is_wanted(equations)) joints_.emplace(equations);
  }

  /// Along a direction. Accelerations and multipliers come in once more for themselves: where they move
  /// much faster than the state, one step would not suit both.
  Vector slope(const Neighbour& by) {
    const Neighbour here{space_.q, space_.v, space_.a, space_.lambda};
    Neighbour state = by, answer = by;
    state.a.setZero(), state.lambda.setZero();
    answer.q.setZero(), answer.v.setZero();
    return slope(here, state) + slope(here, answer);
  }

 private:
  Vector slope(const Neighbour& here, const Neighbour& by) {
    const double rate = std::max(
        {pace(here.q, by.q), pace(here.v, by.v), pace(here.a, by.a), pace(here.lambda, by.lambda)});
    if (!(rate > 0)) return Vector::Zero(count_);
    return slope_along([&](double h) { return observed(here.moved(by, h)); }, 1 / rate);
  }

  Vector observed(const Neighbour& x) {
    equations::Workspace& numbers = side_.numbers();
    const equations::Equations& equations = side_.equations();
    if (!equations.reactions.empty()) {
      numbers.evaluate(equations::Stage::dynamics, space_.t, x.q.data(), x.v.data());
      for (const equations::Reaction& reaction : equations.reactions) {
        numbers.set(reaction.slot,
                    instant::value_of(equations, numbers, reaction, x.lambda.data(), room_.data()));
      }
      if (joints_) joints_->read(numbers, x.a.data(), x.lambda.data(), nullptr);
    }
    numbers.set_accelerations(x.a.data());
    numbers.evaluate(equations::Stage::observe, space_.t, x.q.data(), x.v.data());
    return Eigen::Map<const Vector>(numbers.observables(), count_);
  }

  motion::RightSide& side_;
  const TangentSpace& space_;
  Index count_;
  std::vector<double> room_;
  std::optional<instant::JointReader> joints_;
};

}  // namespace

OutputSlopes slopes_of_outputs(motion::RightSide& side, const TangentSpace& space,
                               const std::vector<Output>& outputs) {
  using enum Output::Kind;
  const Index n = space.q.size(), f_q = space.positions(), f_v = space.rates();
  const Index s = space.states(), inputs = space.by_input.cols();
  Index observables = 0;
  for (const Output& output : outputs) {
    if (output.kind == observable) observables = std::max(observables, output.number + 1);
  }
  Matrix of_states = Matrix::Zero(observables, s), of_inputs = Matrix::Zero(observables, inputs);
  if (observables > 0) {
    Observer observer(side, space, observables);
    const Vector none = Vector::Zero(n);
    for (Index j = 0; j < s; ++j) {
      const bool moves = j < f_q;
      of_states.col(j) = observer.slope({moves ? Vector(space.Z_q.col(j)) : none,
                                         moves ? space.Y.col(j) : space.Z_v.col(j - f_q),
                                         space.by_state.col(j), space.multipliers_by_state.col(j)});
    }
    for (Index j = 0; j < inputs; ++j) {
      of_inputs.col(j) =
          observer.slope({none, none, space.by_input.col(j), space.multipliers_by_input.col(j)});
    }
  }
  const auto p = static_cast<Index>(outputs.size());
  OutputSlopes result{Matrix::Zero(p, s), Matrix::Zero(p, inputs)};
  for (Index k = 0; k < p; ++k) {
    const Output& output = outputs[at(k)];
    if (output.kind == observable) {
      result.C.row(k) = of_states.row(output.number);
      result.D.row(k) = of_inputs.row(output.number);
    } else if (output.kind == coordinate) {
      result.C.row(k).head(f_q) = space.Z_q.row(output.number);
    } else if (output.kind == position) {
      result.C.row(k).head(f_q) = space.frame.q.row(output.number) * space.Z_q;
    } else {
      result.C.row(k).head(f_q) = space.frame.v.row(output.number) * space.Y +
                                  space.frame.vq.row(output.number) * space.Z_q;
      result.C.row(k).tail(f_v) = space.frame.v.row(output.number) * space.Z_v;
    }
  }
  return result;
}

}  // namespace zwang::linear
