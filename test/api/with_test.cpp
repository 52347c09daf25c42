// SPDX-License-Identifier: Apache-2.0
// Other values of parameters: the same bits as a model that was loaded with them, from any thread, and
// compiled only where a value decides what the model is made of.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <thread>

#include "equations/evaluate.h"
#include "model/model_parts.h"
#include "support/random.h"
#include "zwang/run.h"

namespace zwang {
namespace {

using Bits = std::vector<std::uint64_t>;

void add(const std::vector<double>& numbers, Bits& bits) {
  for (const double x : numbers) bits.push_back(std::bit_cast<std::uint64_t>(x));
}

// What an instant at the start, or at a state beside it, is made of; the tangent's numbers too.
Bits bits_of(const Model& model) {
  Bits bits;
  add(model.parameter_values(), bits);
  add(model.start().q, bits);
  add(model.start().v, bits);
  add({model.start().t}, bits);
  State beside = model.start();
  for (std::size_t i = 0; i < beside.q.size(); ++i) {
    beside.q[i] += 0.01 * static_cast<double>(i % 7);
    beside.v[i] += 0.1 * static_cast<double>(i % 5);
  }
  for (const State& state : {model.start(), beside}) {
    const ModelInstant now = solve_instant(model, state);
    for (const auto* const numbers :
         {&now.mass_matrix, &now.applied_force, &now.constraint_matrix, &now.constraint_rhs,
          &now.observables, &now.nonideal_force, &now.controls, &now.instant.acceleration,
          &now.instant.constraint_force}) {
      add(*numbers, bits);
    }
    add({now.energy, now.position_residual, now.velocity_residual}, bits);
  }
  for (const equations::Equations* const e :
       {&model.parts().equations(), &model.parts().tangent()}) {
    equations::Workspace workspace(*e);
    const std::vector<double> none(static_cast<std::size_t>(std::max(e->m, Index{1})), 0.3);
    if (e->tangent.compiled) {
      workspace.evaluate_tangent(beside.t, beside.q.data(), beside.v.data(), beside.v.data(),
                                 none.data());
      add({workspace.G(), workspace.G() + e->G().column.size()}, bits);
      add({workspace.H(), workspace.H() + e->H().column.size()}, bits);
    }
    for (const equations::Row& row : e->rows) add({row.restitution}, bits);
    for (const equations::Event& event : e->events) {
      for (const auto& blow : event.impact) add({blow.restitution}, bits);
    }
    add(e->weights, bits);
    add(e->control_weights, bits);
  }
  if (const auto& asked = model.parts().source.motion().simulation) {
    add({asked->from, asked->duration, asked->tolerance, asked->absolute, asked->step, asked->every,
         static_cast<double>(asked->samples)},
        bits);
  }
  for (const compile::ShapeNumbers& shape : model.parts().source.motion().shapes) {
    add(shape.size, bits);
    add({shape.radius, shape.thickness, shape.at[0], shape.at[1], shape.at[2], shape.R[0][1]},
        bits);
    add(shape.corners, bits);
  }
  return bits;
}

// Nothing: it cannot be so.
template <class Make>
std::optional<Bits> bits_if_any(Make make) {
  try {
    return bits_of(make());
  } catch (const ModelError&) {
    return std::nullopt;
  }
}

// Some parameters, moved a little, or to a value that many models refuse.
Settings some_settings(const Model& model, test::Random& random) {
  Settings settings;
  for (std::size_t k = 0; k < model.parameters().size(); ++k) {
    if (random.uniform(0, 1) < 0.5) continue;
    const double x = model.parameter_values()[k], kind = random.uniform(0, 1);
    const bool whole = x == std::floor(x) && x > 1 && x < 1000;
    settings[model.parameters()[k]] = kind < 0.1             ? -x
                                      : kind < 0.15          ? 0.0
                                      : whole && kind < 0.4  ? x + 1
                                      : whole && kind < 0.45 ? x + 0.5
                                                             : x * random.uniform(0.9, 1.1);
  }
  return settings;
}

TEST(With, HasTheBitsOfAModelThatWasLoadedSo) {
  test::Random random(20261117);
  int compared = 0, refused = 0, compiled = 0;
  for (const auto& entry : std::filesystem::directory_iterator(ZWANG_TEST_DATA "/../../models")) {
    const std::string path = entry.path().string();
    if (entry.path().extension() != ".toml" || path.find("humanoid") != std::string::npos) continue;
    const Model model = load_model(path);
    if (model.parameters().empty() || model.coordinates().size() > 60) continue;
    const Settings settings = some_settings(model, random);
    std::string words = path + " with";
    for (const auto& [name, value] : settings) words += " " + name + "=" + std::to_string(value);
    SCOPED_TRACE(words);
    bool anew = false;
    const auto with = bits_if_any([&] {
      const Model other = model.with(settings);
      EXPECT_EQ(other.settings(), settings);
      anew = !other.compiled_for().empty();
      return other;
    });
    const auto loaded = bits_if_any([&] { return load_model(path, settings); });
    ASSERT_EQ(with.has_value(), loaded.has_value());
    ++(with ? compared : refused);
    compiled += anew ? 1 : 0;
    EXPECT_TRUE(!with || *with == *loaded);
  }
  EXPECT_GT(compared, 40);
  EXPECT_LT(compiled, compared / 3);
}

TEST(With, ARunHasTheBitsOfOneThatWasLoadedSo) {
  for (const char* const name :
       {"pendulum", "bouncing_ball", "stick_slip_belt", "slider_crank_bodies"}) {
    const std::string path = std::string(ZWANG_TEST_DATA "/../../models/") + name + ".toml";
    const Model model = load_model(path);
    for (std::size_t k = 0; k < model.parameters().size(); ++k) {
      const Settings settings{{model.parameters()[k], 1.02 * model.parameter_values()[k]}};
      RunOptions options;
      options.duration = 0.5;
      options.samples = 5;
      const Trajectory loaded = run(load_model(path, settings), options);
      options.settings = settings;
      const Trajectory with = run(model, options);
      ASSERT_EQ(loaded.samples(), with.samples());
      EXPECT_EQ(loaded.summary().message, with.summary().message);
      Bits a, b;
      for (std::size_t i = 0; i < loaded.samples(); ++i) {
        add(loaded.sample(i), a);
        add(with.sample(i), b);
      }
      EXPECT_TRUE(a == b) << name << ", " << model.parameters()[k];
    }
  }
}

TEST(Columns, ThatAreChosenHaveTheNumbersOfAll) {
  const Model model = load_model(ZWANG_TEST_DATA "/../../models/slider_crank_bodies.toml");
  RunOptions options;
  options.duration = 0.3;
  const Trajectory all = run(model, options);
  const std::string last = all.columns().back();
  options.columns = {"t", last};
  const Trajectory some = run(model, options);
  EXPECT_EQ(some.columns(), *options.columns);
  EXPECT_EQ(some.column("t"), all.column("t"));
  EXPECT_EQ(some.column(last), all.column(last));
  EXPECT_THROW(write_hdf5(some, "none.h5"), InputError);
  options.columns = std::vector<std::string>();
  const Trajectory none = run(model, options);
  EXPECT_EQ(none.samples(), 0u);
  EXPECT_TRUE(none.columns().empty());
  EXPECT_EQ(none.summary().end.q, all.summary().end.q);
  EXPECT_EQ(none.summary().steps, all.summary().steps);
  EXPECT_EQ(none.summary().observables, all.summary().observables);
  options.columns = {"nothing"};
  EXPECT_THROW(run(model, options), InputError);
  options.columns = {"t"};
  options.keep = "kept";
  EXPECT_THROW(run(model, options), InputError);
}

constexpr const char* chain = R"(
[parameters]
n = 4
l = "1/n"
k = 2
w = 1.5
e = 0.5
T = "3*l"
[[particles]]
name = "p"
count = "n"
mass = 1
position = ["i*l", 0]
[free]
gravity = [0, -9.81]
[[constraints]]
name = "rods"
for = "i in 2..n"
equation = "distance(p[i], p[i-1]) = l"
[[constraints]]
name = "root"
equation = "p[1].x^2 + p[1].y^2 = l^2"
[[constraints]]
name = "floor"
equation = "p[k].y >= -w"
restitution = "e"
[simulate]
duration = "T"
)";

TEST(With, CompilesOnlyWhereAValueDecidesWhatTheModelIs) {
  const Model model = read_model(chain, "chain");
  for (const char* const name : {"l", "w", "e", "T"}) {
    EXPECT_EQ(model.with({{name, 0.3}}).compiled_for(), "") << name;
  }
  EXPECT_NE(model.with({{"n", 5}}).compiled_for().find("'n'"), std::string::npos);
  EXPECT_NE(model.with({{"k", 3}}).compiled_for().find("'k'"), std::string::npos);
  for (const Settings& settings :
       {Settings{{"n", 5}}, {{"k", 3}}, {{"l", 0.3}}, {{"e", 0.2}}, {{"T", 9}, {"l", 2}}}) {
    EXPECT_TRUE(bits_of(model.with(settings)) == bits_of(read_model(chain, "chain", settings)));
  }
  // One after the other is all at once, and what was computed from others stays as it was set.
  const Model twice = model.with({{"T", 9}}).with({{"l", 2}});
  EXPECT_TRUE(bits_of(twice) == bits_of(model.with({{"T", 9}, {"l", 2}})));
  EXPECT_EQ(twice.parameter_values()[5], 9);
}

TEST(With, SaysWhatIsWrong) {
  const Model model = read_model(chain, "chain");
  for (const Settings& settings : {Settings{{"e", 1.5}},
                                   {{"q", 1}},
                                   {{"n", 2.5}},
                                   {{"k", 7}},
                                   {{"T", -1}},
                                   {{"l", std::numeric_limits<double>::infinity()}}}) {
    std::string with, loaded;
    try {
      model.with(settings);
    } catch (const ModelError& error) {
      with = error.what();
    }
    try {
      read_model(chain, "chain", settings);
    } catch (const ModelError& error) {
      loaded = error.what();
    }
    EXPECT_EQ(with, loaded) << settings.begin()->first;
    EXPECT_NE(with, "") << settings.begin()->first;
  }
}

TEST(With, ManyThreadsMayAsk) {
  const Model model = read_model(chain, "chain");
  std::vector<std::thread> threads;
  std::vector<int> good(4, 0);
  for (std::size_t t = 0; t < good.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int k = 0; k < 20; ++k) {
        const Settings settings{{"l", 0.2 + 0.01 * static_cast<double>(k)}};
        const Model other = model.with(settings);
        good[t] += other.parts().tangent().parameters == other.parameter_values() ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int count : good) EXPECT_EQ(count, 20);
}

}  // namespace
}  // namespace zwang
