// SPDX-License-Identifier: Apache-2.0
// The order of every method on a constrained motion: the slope of log error over log dt, where the
// projection is part of the method.

#include "flow/steppers/stepper_dopri.h"
#include "flow/steppers/stepper_radau5.h"
#include "motion/built.h"
#include "motion/run/run_loop.h"

namespace zwang::test {
namespace {

using motion::Stepper;

/// The slope by least squares over dt = 1/count.
template <class Error>
double slope(const std::vector<int>& counts, Error error_of) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  const double m = static_cast<double>(counts.size());
  for (const int count : counts) {
    const double x = -std::log(count), y = std::log(error_of(count));
    sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return (m * sxy - sx * sy) / (m * sxx - sx * sx);
}

double order_of(Stepper stepper, const std::vector<int>& counts) {
  const equations::Equations equations = built(pendulum());
  return slope(counts, [&](int count) {
    return distance(run(equations, plan(stepper, 1, 1.0 / count)).q, pendulum_at_1);
  });
}

/// On the spherical pendulum, positions and rates; rattle8 with small steps is the reference, good to
/// 1e-14.
template <class Run>
double order_on_sphere(const std::vector<int>& counts, Run run_with) {
  const equations::Equations equations = built(spherical);
  const motion::RunResult exact = run(equations, plan(Stepper::rattle8, 1, 1.0 / 80));
  return slope(counts, [&](int count) {
    const motion::RunResult result = run_with(equations, count);
    return std::max(distance(result.q, exact.q.data()), distance(result.v, exact.v.data()));
  });
}

/// A method that chooses its steps, made to take equal ones.
template <class Method>
class Equal : public Method {
 public:
  static constexpr bool fixed = true;
  using Method::Method;
  double judge(const motion::Start&, double, const double*) noexcept { return 0; }
  ode::Decision decide(double error, double dt) noexcept {
    Method::forget();
    return {error <= 1, dt};
  }
};

template <class Method, class Make>
double order_of_equal_steps(const std::vector<int>& counts, double tolerance, Make make) {
  return order_on_sphere(counts, [&](const equations::Equations& equations, int count) {
    motion::RightSide side(equations, zwang::Method::automatic);
    const motion::RunOptions options = plan(Stepper::rk4, 1, 1.0 / count, tolerance);
    motion::RunResult result;
    motion::Loop<Equal<Method>>(side, options, {}, result, make(side)).run(nullptr);
    EXPECT_EQ(result.ending, motion::Ending::done);
    return result;
  });
}

TEST(MotionOrder, OfRk4Is4) { EXPECT_NEAR(order_of(Stepper::rk4, {64, 96, 128, 192}), 4, 0.2); }

TEST(MotionOrder, OfRattle2Is2) {
  EXPECT_NEAR(order_of(Stepper::rattle2, {64, 96, 128, 192}), 2, 0.2);
}

TEST(MotionOrder, OfRattle4Is4) {
  EXPECT_NEAR(order_of(Stepper::rattle4, {64, 96, 128, 192}), 4, 0.2);
}

TEST(MotionOrder, OfRattle6Is6) {
  EXPECT_NEAR(order_of(Stepper::rattle6, {32, 48, 64, 96}), 6, 0.2);
}

TEST(MotionOrder, OfRattle8Is8) {
  EXPECT_NEAR(order_of(Stepper::rattle8, {16, 20, 24, 32}), 8, 0.2);
}

TEST(MotionOrder, OfGauss6Is6) {
  const double order =
      order_on_sphere({12, 16, 24, 32}, [](const equations::Equations& equations, int count) {
        return run(equations, plan(Stepper::gauss6, 1, 1.0 / count));
      });
  EXPECT_NEAR(order, 6, 0.2);
}

template <class Method>
double order_of_equal_dopri(const std::vector<int>& counts) {
  using Made = motion::DopriStepper<Method>;
  return order_of_equal_steps<Made>(counts, 1e-9,
                                    [](motion::RightSide& side) { return Equal<Made>(side); });
}

TEST(MotionOrder, OfDopri5Is5) {
  EXPECT_NEAR(order_of_equal_dopri<ode::Dopri5>({48, 64, 96, 128}), 5, 0.2);
}

TEST(MotionOrder, OfDopri853Is8) {
  EXPECT_NEAR(order_of_equal_dopri<ode::Dopri853>({12, 16, 20, 24}), 8, 0.2);
}

TEST(MotionOrder, OfRadau5Is5) {
  // A tight tolerance, so that the iteration for the stages does not show.
  const auto make = [](motion::RightSide& side) { return Equal<motion::Radau5Stepper>(side); };
  EXPECT_NEAR(order_of_equal_steps<motion::Radau5Stepper>({32, 48, 64, 96}, 1e-14, make), 5, 0.2);
}

/// The largest error of positions within steps of 1/count, from 0 to 1; the reference has its own
/// steps, so that its samples are ends of steps.
double dense_error(Stepper stepper, int count) {
  const equations::Equations equations = built(pendulum());
  motion::RunOptions options = plan(stepper, 1, 1.0 / count);
  motion::RunOptions fine = plan(Stepper::gauss6, 1, 1.0 / (4 * count));
  for (int i = 0; i <= 4 * count; ++i) {
    options.times.push_back(i == 4 * count ? 1.0 : i * (1.0 / (4 * count)));
  }
  fine.times = options.times;
  Witness coarse_rows{{}, 6, 0, -1}, fine_rows{{}, 6, 0, -1};
  motion::RightSide side(equations, Method::automatic);
  motion::run(side, options, coarse_rows.listener());
  motion::run(side, fine, fine_rows.listener());
  EXPECT_EQ(coarse_rows.samples, options.times.size());
  double most = 0;
  for (std::size_t k = 0; k < coarse_rows.rows.size(); ++k) {
    if (k % 7 == 1 || k % 7 == 2) {
      most = std::max(most, std::abs(coarse_rows.rows[k] - fine_rows.rows[k]));
    }
  }
  return most;
}

TEST(MotionOrder, BetweenTheStepsOfRattle6And8IsTheQuinticOf6) {
  for (const Stepper stepper : {Stepper::rattle6, Stepper::rattle8}) {
    const double order =
        slope({24, 32, 48}, [&](int count) { return dense_error(stepper, count); });
    EXPECT_GT(order, 5.5);
  }
}

}  // namespace
}  // namespace zwang::test
