// SPDX-License-Identifier: Apache-2.0
// Accelerations as a function of the state: against single instants, against differences of these, and
// products with vectors against the matrices.

#include "zwang/accelerations.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "support/random.h"

namespace zwang {
namespace {

// Rows, none, redundant ones, trees, loops of bodies, quaternions, first order, a Lagrangian, a large family.
const char* const models[] = {
    "double_pendulum",
    "double_pendulum_points",
    "four_bar",
    "four_bar_hinges",
    "andrews",
    "spherical_pendulum",
    "two_link_arm",
    "planar_four_bar",
    "heavy_top",
    "knife_edge",
    "flyball_governor",
    "stewart_platform",
    "car_axis",
    "truss",
    "slider_crank_bodies",
    "underdetermined",
};

Model load(const std::string& name) {
  return load_model(ZWANG_TEST_DATA "/../../models/" + name + ".toml");
}

// All but what sets the number of something, which has no derivative.
std::vector<std::string> smooth_parameters(const Model& model) {
  std::vector<std::string> names = model.parameters();
  std::erase(names, "N");
  return names;
}

State beside(const Model& model, test::Random& random, double far = 0.05) {
  State state = model.start();
  for (double& x : state.q) x += far * random.uniform(-1, 1);
  for (double& x : state.v) x += random.uniform(-1, 1);
  return state;
}

double largest(std::span<const double> x) {
  double most = 0;
  for (const double one : x) most = std::max(most, std::abs(one));
  return most;
}

StateBatch side_by_side(const std::vector<State>& states, std::vector<double>& t,
                        std::vector<double>& q, std::vector<double>& v) {
  const std::size_t n = states[0].q.size(), count = states.size();
  t.resize(count);
  q.resize(n * count);
  v.resize(n * count);
  for (std::size_t s = 0; s < count; ++s) {
    t[s] = states[s].t;
    for (std::size_t k = 0; k < n; ++k) {
      q[k * count + s] = states[s].q[k];
      v[k * count + s] = states[s].v[k];
    }
  }
  return {count, t, q, v};
}

TEST(Accelerations, OfManyStatesAreThoseOfEach) {
  constexpr std::uint64_t seed = 3;
  for (const char* const name : models) {
    SCOPED_TRACE(std::string(name) + ", seed " + std::to_string(seed));
    const Model model = load(name);
    test::Random random(seed);
    std::vector<State> states;
    for (int k = 0; k < 37; ++k) states.push_back(beside(model, random));
    std::vector<double> t, q, v;
    const StateBatch batch = side_by_side(states, t, q, v);
    const std::size_t n = model.coordinates().size();
    std::vector<double> many(n * batch.count), one(n);
    std::vector<Status> status(batch.count);
    Accelerations accelerations(model);
    accelerations.solve(batch, many, status);
    for (std::size_t s = 0; s < batch.count; ++s) {
      const Status alone = accelerations.solve(states[s].t, states[s].q, states[s].v, one);
      const ModelInstant oracle = solve_instant(model, states[s]);
      EXPECT_EQ(status[s], alone);
      if (alone != Status::ok) continue;
      // κ of rows and masses is some thousands at the most here; single instants keep to 20·eps·κ.
      const double bound = 1e-10 * (1 + largest(oracle.instant.acceleration));
      for (std::size_t k = 0; k < n; ++k) {
        ASSERT_NEAR(one[k], oracle.instant.acceleration[k], bound) << s << ' ' << k;
        ASSERT_NEAR(many[k * batch.count + s], oracle.instant.acceleration[k], bound)
            << s << ' ' << k;
      }
    }
  }
}

TEST(Accelerations, HaveTheSameBitsWhereverAStateStands) {
  constexpr std::uint64_t seed = 4;
  for (const char* const name :
       {"double_pendulum", "four_bar", "two_link_arm", "four_bar_hinges"}) {
    const Model model = load(name);
    test::Random random(seed);
    std::vector<State> states;
    for (int k = 0; k < 75; ++k) states.push_back(beside(model, random));
    std::vector<State> turned(states.rbegin(), states.rend());
    turned.resize(70);  // and others fill the last lanes
    const std::size_t n = model.coordinates().size();
    std::vector<double> found[2], t, q, v;
    Accelerations accelerations(model);
    for (const auto* const order : {&states, &turned}) {
      const StateBatch batch = side_by_side(*order, t, q, v);
      std::vector<double>& a = found[order == &turned];
      a.resize(n * batch.count);
      std::vector<Status> status(batch.count);
      accelerations.solve(batch, a, status);
    }
    for (std::size_t s = 0; s < 70; ++s) {
      for (std::size_t k = 0; k < n; ++k) {
        EXPECT_EQ(std::bit_cast<std::uint64_t>(found[0][k * 75 + 74 - s]),
                  std::bit_cast<std::uint64_t>(found[1][k * 70 + s]))
            << name << ", seed " << seed;
      }
    }
  }
}

// The derivative by differences of order four, of solve_instant; `move` moves a state, or the model.
template <class At>
std::vector<double> difference(const At& at, double h) {
  const std::vector<double> a = at(-2 * h), b = at(-h), c = at(h), d = at(2 * h);
  std::vector<double> slope(a.size());
  for (std::size_t k = 0; k < slope.size(); ++k)
    slope[k] = (8 * (c[k] - b[k]) - (d[k] - a[k])) / (12 * h);
  return slope;
}

struct Slopes {
  std::vector<double> q, v, p;
};

Slopes differences(const Model& model, const State& state, const std::vector<std::string>& by) {
  const std::size_t n = state.q.size();
  Slopes slopes{std::vector<double>(n * n), std::vector<double>(n * n),
                std::vector<double>(n * by.size())};
  const auto put = [n](std::vector<double>& into, std::size_t columns, std::size_t j,
                       const std::vector<double>& column) {
    for (std::size_t i = 0; i < n; ++i) into[i * columns + j] = column[i];
  };
  for (std::size_t j = 0; j < n; ++j) {
    for (const bool rate : {false, true}) {
      const auto at = [&](double h) {
        State moved = state;
        (rate ? moved.v : moved.q)[j] += h;
        return solve_instant(model, moved).instant.acceleration;
      };
      put(rate ? slopes.v : slopes.q, n, j, difference(at, 1e-3));
    }
  }
  for (std::size_t j = 0; j < by.size(); ++j) {
    const double value = model.parameter_values()[static_cast<std::size_t>(
        std::find(model.parameters().begin(), model.parameters().end(), by[j]) -
        model.parameters().begin())];
    const auto at = [&](double h) {
      return solve_instant(model.with({{by[j], value + h}}), state).instant.acceleration;
    };
    put(slopes.p, by.size(), j, difference(at, 1e-3 * std::max(std::abs(value), 1e-3)));
  }
  return slopes;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& oracle,
                 const char* what) {
  ASSERT_EQ(found.size(), oracle.size());
  // Differences of order four with steps of 1e-3 have six digits, where nothing is steep.
  const double bound = 2e-5 * (1 + largest(oracle));
  for (std::size_t k = 0; k < found.size(); ++k)
    EXPECT_NEAR(found[k], oracle[k], bound) << what << ' ' << k;
}

TEST(Accelerations, HaveTheDerivativesThatDifferencesHave) {
  constexpr std::uint64_t seed = 5;
  for (const char* const name :
       {"double_pendulum", "double_pendulum_points", "four_bar", "spherical_pendulum",
        "two_link_arm", "planar_four_bar", "heavy_top", "knife_edge", "flyball_governor"}) {
    SCOPED_TRACE(std::string(name) + ", seed " + std::to_string(seed));
    const Model model = load(name);
    const std::vector<std::string> by = smooth_parameters(model);
    test::Random random(seed);
    const State state = beside(model, random, 0.02);
    const ModelInstant now = solve_instant(model, state);
    if (now.instant.status != Status::ok || now.instant.rank < now.constraint_rhs.size()) continue;
    const std::size_t n = state.q.size();
    Accelerations accelerations(model, by);
    ASSERT_EQ(accelerations.differentiate(state.t, state.q, state.v), Status::ok);
    Slopes slopes{std::vector<double>(n * n), std::vector<double>(n * n),
                  std::vector<double>(n * by.size())};
    accelerations.tangent(slopes.q, slopes.v, slopes.p);
    const Slopes oracle = differences(model, state, by);
    expect_near(slopes.q, oracle.q, "by coordinate");
    expect_near(slopes.v, oracle.v, "by rate");
    expect_near(slopes.p, oracle.p, "by parameter");
  }
}

TEST(Accelerations, ProductsAreThoseOfTheMatrices) {
  for (const char* const name : {"four_bar", "heavy_top", "double_pendulum", "planar_four_bar"}) {
    const Model model = load(name);
    const std::vector<std::string> by = smooth_parameters(model);
    test::Random random(6);
    const State state = beside(model, random, 0.02);
    const std::size_t n = state.q.size(), p = by.size();
    Accelerations accelerations(model, by);
    ASSERT_EQ(accelerations.differentiate(state.t, state.q, state.v), Status::ok) << name;
    std::vector<double> Jq(n * n), Jv(n * n), Jp(n * p), w(n), dq(n), dv(n), dp(p), change(n),
        gq(n), gv(n), gp(p);
    for (auto* const x : {&w, &dq, &dv, &dp})
      for (double& one : *x) one = random.uniform(-1, 1);
    accelerations.tangent(Jq, Jv, Jp);
    accelerations.forward(dq, dv, dp, change);
    accelerations.reverse(w, gq, gv, gp);
    const double size = 1 + largest(Jq) + largest(Jv) + largest(Jp);
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j) sum += Jq[i * n + j] * dq[j] + Jv[i * n + j] * dv[j];
      for (std::size_t j = 0; j < p; ++j) sum += Jp[i * p + j] * dp[j];
      EXPECT_NEAR(change[i], sum, 1e-11 * size) << name;
    }
    double left = 0, right = 0;  // w·(J d) = (wᵀJ)·d
    for (std::size_t i = 0; i < n; ++i) {
      left += w[i] * change[i];
      right += gq[i] * dq[i] + gv[i] * dv[i];
    }
    for (std::size_t j = 0; j < p; ++j) right += gp[j] * dp[j];
    EXPECT_NEAR(left, right, 1e-11 * size * static_cast<double>(n)) << name;
    std::vector<double> alone(n);
    accelerations.reverse(w, alone, {}, {});  // what is not asked for is not needed
    EXPECT_EQ(alone, gq) << name;
  }
}

TEST(Accelerations, SayWhatDoesNotFit) {
  const Model model = load("four_bar");
  try {
    Accelerations(model, {"nobody"});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.argument(), "by");
  }
  Accelerations by_count(model, {"N"});
  EXPECT_THROW(by_count.differentiate(0, model.start().q, model.start().v), ModelError);
  Accelerations accelerations(model);
  const std::size_t n = model.coordinates().size();
  std::vector<double> few(n - 1), right(n);
  EXPECT_THROW(accelerations.solve(0, few, right, right), InputError);
  EXPECT_THROW(accelerations.forward(right, right, {}, right), InputError);  // at no state yet
  const Model ball = load("bouncing_ball");
  Accelerations of_ball(ball);
  EXPECT_EQ(of_ball.solve(0, ball.start().q, ball.start().v,
                          std::span(right).first(ball.start().q.size())),
            Status::ok);
  EXPECT_THROW(of_ball.differentiate(0, ball.start().q, ball.start().v), InputError);
}

}  // namespace
}  // namespace zwang
