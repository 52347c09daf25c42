// SPDX-License-Identifier: Apache-2.0
#pragma once
// The linear equations of a model once more, by differences of its motion in minimal coordinates: states
// next to a state are put onto the constraints by Newton's method with the variables held, and
// accelerations come from whole instants. Uses no derivative of the engine but A.

#include <Eigen/Dense>
#include <algorithm>
#include <string>
#include <vector>

#include "equations/evaluate.h"
#include "linear/frame.h"
#include "model/model_parts.h"
#include "zwang/linear.h"

namespace zwang::test {

class ByDifferences {
 public:
  ByDifferences(const Model& model, const LinearModel& linear)
      : model_(model),
        equations_(model.parts().equations()),
        numbers_(equations_),
        q0_(of(linear.state.q)),
        v0_(of(linear.state.v)),
        t_(linear.state.t),
        frame_(linear::frame_at(equations_, q0_, v0_, acceleration(q0_, v0_))) {
    const auto number = [](const std::vector<std::string>& names, const std::string& name) {
      return static_cast<Index>(std::find(names.begin(), names.end(), name) - names.begin());
    };
    for (std::size_t k = 0; k < linear.states.size(); ++k) {
      if (k < linear.positions) {
        coordinates_.push_back(number(linear.coordinates, linear.states[k]));
      } else {
        rates_.push_back(number(model.rates(), linear.states[k]));
      }
    }
  }

  Eigen::MatrixXd A(double h = 0.01) {
    const Index s = static_cast<Index>(coordinates_.size() + rates_.size());
    Eigen::MatrixXd result = Eigen::MatrixXd::Zero(s, s);
    constexpr double weights[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    for (Index j = 0; j < s; ++j) {
      for (int k = 1; k <= 4; ++k) {
        const Eigen::VectorXd x = k * h * Eigen::VectorXd::Unit(s, j);
        result.col(j) += weights[k - 1] / h * (rate(x) - rate(-x));
      }
    }
    return result;
  }

 private:
  static Eigen::VectorXd of(const std::vector<double>& x) {
    return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Index>(x.size()));
  }
  static Eigen::MatrixXd rows(const Eigen::MatrixXd& X, const std::vector<Index>& which) {
    Eigen::MatrixXd result(static_cast<Index>(which.size()), X.cols());
    for (std::size_t k = 0; k < which.size(); ++k)
      result.row(static_cast<Index>(k)) = X.row(which[k]);
    return result;
  }

  Eigen::VectorXd acceleration(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
    const State state{t_, {q.data(), q.data() + q.size()}, {v.data(), v.data() + v.size()}};
    return of(solve_instant(model_, state).instant.acceleration);
  }

  // The rows of a level, spread, and what is left of them; those that do not count are zero.
  void look(const Eigen::VectorXd& q, const Eigen::VectorXd& v, bool of_rates, Eigen::MatrixXd& A,
            Eigen::VectorXd& left) {
    numbers_.evaluate(equations::Stage::projection, t_, q.data(), v.data());
    const equations::Pattern& pattern = equations_.A();
    A = Eigen::MatrixXd::Zero(equations_.m, equations_.n);
    left = Eigen::VectorXd::Zero(equations_.m);
    for (Index i = 0; i < equations_.m; ++i) {
      const equations::Level level = equations_.rows[static_cast<std::size_t>(i)].level;
      if (of_rates ? level == equations::Level::acceleration : level != equations::Level::position)
        continue;
      left[i] = of_rates ? numbers_.rate()[i] : numbers_.residual()[i];
      for (Index k = pattern.begin[i]; k < pattern.begin[i + 1]; ++k) {
        A(i, pattern.column[k]) = numbers_.A()[k];
      }
    }
  }

  // Moves x until its rows hold and L (x − x0) is as wanted.
  void put(Eigen::VectorXd& q, Eigen::VectorXd& v, bool of_rates, const Eigen::MatrixXd& L,
           const Eigen::VectorXd& wanted) {
    for (int k = 0; k < 12; ++k) {
      Eigen::MatrixXd A;
      Eigen::VectorXd left;
      look(q, v, of_rates, A, left);
      Eigen::MatrixXd both(A.rows() + L.rows(), A.cols());
      both << A, L;
      Eigen::VectorXd right(both.rows());
      right << -left, wanted - L * (of_rates ? v - v0_ : q - q0_);
      Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
      solver.setThreshold(1e-9);
      solver.compute(both);
      const Eigen::VectorXd step = solver.solve(right);
      (of_rates ? v : q) += step;
      if (step.cwiseAbs().maxCoeff() <= 1e-15 * (of_rates ? v : q).cwiseAbs().maxCoeff()) break;
    }
  }

  Eigen::VectorXd rate(const Eigen::VectorXd& x) {
    const Index f = static_cast<Index>(coordinates_.size());
    Eigen::VectorXd q = q0_, v = v0_;
    put(q, v, false, rows(frame_.q, coordinates_), x.head(f));
    const Eigen::VectorXd turned = rows(frame_.vq, rates_) * (q - q0_);
    put(q, v, true, rows(frame_.v, rates_), x.tail(x.size() - f) - turned);
    const Eigen::VectorXd a = acceleration(q, v), dq = q - q0_, dv = v - v0_;
    Eigen::VectorXd result(x.size());
    result << rows(frame_.q, coordinates_) * v + rows(frame_.q_rate, coordinates_) * dq,
        rows(frame_.v, rates_) * a + rows(frame_.vq, rates_) * v +
            rows(frame_.v_rate, rates_) * dv + rows(frame_.vq_rate, rates_) * dq;
    return result;
  }

  const Model& model_;
  const equations::Equations& equations_;
  equations::Workspace numbers_;
  Eigen::VectorXd q0_, v0_;
  double t_;
  linear::Frame frame_;
  std::vector<Index> coordinates_, rates_;
};

}  // namespace zwang::test
