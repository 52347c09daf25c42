// SPDX-License-Identifier: Apache-2.0
// A step allocates nothing, by itself and in a run. CVODE is C and calls malloc, so malloc itself is counted here: the C
// library lets a program put its own in front of it.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "compile/compile.h"
#include "motion/run/run.h"
#include "motion/run/walk.h"
#include "ode/bdf.h"
#include "ode/drive.h"
#include "ode/explicit/dopri5.h"
#include "ode/explicit/dopri853.h"
#include "ode/explicit/rk4.h"
#include "read/model.h"

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define ZWANG_COUNTS_MALLOC

namespace {
std::atomic<std::size_t> mallocs{0};
}

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) { return ++mallocs, __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) { return ++mallocs, __libc_calloc(count, size); }
void* realloc(void* p, std::size_t size) { return ++mallocs, __libc_realloc(p, size); }
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return ++mallocs, __libc_memalign(alignment, size);
}
}
#endif

#ifdef ZWANG_COUNTS_MALLOC
namespace zwang::test {
namespace {

template <class Work>
std::size_t during(Work work) {
  const std::size_t before = mallocs;
  work();
  return mallocs - before;
}

TEST(OdeAlloc, TheCounterCounts) {
  EXPECT_EQ(during([] {
              void* volatile p = std::malloc(100);  // volatile, or it might be left out
              std::free(p);
            }),
            1u);
  EXPECT_GE(during([] { ASSERT_EQ(ode::Rk4(100).n, 100); }), 1u);
}

/// Attempts, a judgement, a polynomial, a value of it: all of a step's life but for the loop.
template <class Method>
std::size_t during_steps() {
  Kepler p;
  const ode::System f = system_of(p);
  Method step(4);
  ode::Controller controller{.alpha = 0.2};
  const OdeState y = p.start(), absolute(4, 1e-8);
  OdeState u(4), scratch(8);
  const ode::Tolerances tolerances{absolute.data(), 1e-8};
  return during([&] {
    guess_first_step(f, 0, y.data(), y.data(), 1, Method::order, tolerances, scratch.data());
    for (double dt : {0.1, 0.01}) {  // the first counts as well
      if constexpr (std::is_same_v<Method, ode::Gauss6>)
        advance(step, f, 0, y.data(), nullptr, nullptr, dt, ode::Guess::extrapolated);
      else
        advance(step, f, 0, y.data(), nullptr, dt);
      if constexpr (requires { judge(step, step.y_new.data(), tolerances); })
        decide(controller, judge(step, step.y_new.data(), tolerances), dt);
      prepare_dense(step, f, step.y_new.data(), y.data());
      interpolate(step, dt / 3, u.data());
      interpolate_rate(step, dt / 3, u.data());
    }
  });
}

TEST(OdeAlloc, AStepAllocatesNothing) {
  EXPECT_EQ(during_steps<ode::Rk4>(), 0u);
  EXPECT_EQ(during_steps<ode::Dopri5>(), 0u);
  EXPECT_EQ(during_steps<ode::Dopri853>(), 0u);
  EXPECT_EQ(during_steps<ode::Gauss6>(), 0u);
}

// With new Jacobians, new factors, failures of the iteration and rejections.
TEST(OdeAlloc, AStepOfRadau5AllocatesNothing) {
  for (bool by_hand : {true, false}) {
    VanDerPol p;
    ode::System f = system_of(p);
    if (!by_hand) f.jacobian = nullptr;
    ode::Radau5 step(2);
    ode::Radau5Memory memory(2);
    const OdeState absolute(2, 1e-6);
    const ode::Tolerances tolerances{absolute.data(), 1e-6};
    const OdeState y = p.start();
    OdeState u(2);
    EXPECT_EQ(during([&] {
                for (double dt : {1e-6, 1e-2, 1e-4, 1e-6}) {
                  const ode::Outcome outcome =
                      advance(step, memory, f, 0, y.data(), nullptr, dt, tolerances);
                  if (outcome == ode::Outcome::done) {
                    refine_error(step, memory, f);
                    decide(memory, step, judge(step, step.y_new.data(), tolerances));
                    prepare_dense(step, f, step.y_new.data(), nullptr);
                    interpolate(step, dt / 3, u.data());
                  } else {
                    recover(memory, step, outcome);
                  }
                }
                forget(memory);
              }),
              0u);
  }
}

TEST(OdeAlloc, AStepOfBdfAllocatesNothing) {
  for (bool by_hand : {true, false}) {
    VanDerPol p;
    ode::System f = system_of(p);
    if (!by_hand) f.jacobian = nullptr;
    const OdeState absolute(2, 1e-6), y = p.start();
    ode::BdfOptions options;
    options.absolute = absolute;
    ode::Bdf bdf(f, options);
    OdeState u(2);
    bdf.start(0, y.data(), 2);
    bdf.step();  // CVODE keeps back a little for the first step of all
    EXPECT_EQ(during([&] {
                for (int again = 0; again < 2; ++again) {
                  bdf.start(0, y.data(), 2);
                  for (int k = 0; k < 200; ++k) {
                    bdf.step();
                    bdf.interpolate(bdf.time() - bdf.step_size() / 2, u.data());
                  }
                }
              }),
              0u);
  }
}

/// Of a whole run with samples; its length does not matter if its steps allocate nothing.
std::size_t during_run(const std::string& model, motion::Stepper stepper, double duration) {
  std::ifstream file(ZWANG_TEST_DATA "/../../models/" + model);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const read::Reading reading = read::read(text, model);
  const compile::Compiled compiled = compile::compile(reading.description, {{}, true});
  EXPECT_TRUE(compiled.diagnostics.empty()) << model;
  motion::RightSide side(compiled.equations, Method::automatic);
  motion::RunOptions options;
  options.stepper = stepper;
  options.t_end = compiled.equations.t + duration;
  options.tolerance = 1e-6;
  options.step = 0.005;
  for (int k = 0; k <= 10; ++k) options.times.push_back(options.t_end * k / 10);
  motion::Listener listener;
  listener.sample = [](void*, double, const double*) noexcept {};
  listener.measures = [](void*, double, const motion::Residuals&) noexcept {};
  return during([&] {
    const motion::RunResult result = run(side, options, listener);
    ASSERT_EQ(result.ending, motion::Ending::done) << model;
    ASSERT_GT(result.tally.steps, 2) << model;
  });
}

TEST(MotionAlloc, StepsOfARunAllocateNothing) {
  using motion::Stepper;
  for (const char* const model :
       {"pendulum.toml", "four_bar.toml", "n_pendulum.toml", "fekete.toml", "hanging_chain.toml"}) {
    for (const Stepper stepper : {Stepper::dopri853, Stepper::dopri5, Stepper::rk4}) {
      EXPECT_EQ(during_run(model, stepper, 0.5), during_run(model, stepper, 0.1)) << model;
    }
  }
  // Laws and modes, as long as nothing happens.
  for (const char* const model : {"friction_rim.toml", "v_groove.toml", "two_link_arm.toml"}) {
    for (const Stepper stepper : {Stepper::dopri853, Stepper::dopri5, Stepper::rk4}) {
      EXPECT_EQ(during_run(model, stepper, 0.5), during_run(model, stepper, 0.1)) << model;
    }
  }
  for (const Stepper stepper :
       {Stepper::rattle2, Stepper::rattle8, Stepper::gauss6, Stepper::radau5}) {
    EXPECT_EQ(during_run("pendulum.toml", stepper, 0.5), during_run("pendulum.toml", stepper, 0.1));
  }
}

// Quaternions, loops in a plane and in space, redundant rows; with Jacobians and without. Nothing
// happens on the way, which would be written down.
TEST(MotionAlloc, StepsOfBodiesAllocateNothing) {
  using motion::Stepper;
  for (const char* const model : {"slider_crank_bodies.toml", "cardan_shaft.toml",
                                  "stewart_platform.toml", "heavy_top.toml"}) {
    for (const Stepper stepper :
         {Stepper::dopri853, Stepper::dopri5, Stepper::gauss6, Stepper::radau5}) {
      EXPECT_EQ(during_run(model, stepper, 1), during_run(model, stepper, 0.4)) << model;
    }
  }
}

// Once a snapshot has the room it needs, neither stops nor the steps between them allocate.
TEST(MotionAlloc, StopsAllocateNothing) {
  for (const char* const model : {"pendulum.toml", "n_pendulum.toml", "slider_crank_bodies.toml"}) {
    std::ifstream file(ZWANG_TEST_DATA "/../../models/" + std::string(model));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const compile::Compiled compiled =
        compile::compile(read::read(text, model).description, {{}, true});
    motion::RightSide side(compiled.equations, Method::automatic);
    motion::RunOptions options;
    options.t_end = compiled.equations.t + 1;
    motion::Walk walk(side, options);
    ASSERT_TRUE(walk.begin());
    for (int k = 1; k <= 50; ++k) walk.go_to(compiled.equations.t + 0.01 * k);
    EXPECT_EQ(during([&] {
                for (int k = 51; k <= 100; ++k) walk.go_to(compiled.equations.t + 0.01 * k);
              }),
              0u)
        << model;
    ASSERT_EQ(walk.ending(), motion::Ending::done) << model;
  }
}

}  // namespace
}  // namespace zwang::test
#endif
