// SPDX-License-Identifier: Apache-2.0
#include "symbolic_race.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>

#include "motion_child.h"
#include "motion_scipy.h"
#include "stopwatch.h"
#include "zwang/run.h"

namespace bench {
namespace {

constexpr double duration = 10, tolerance = 1e-9;
constexpr double asked = 300;

struct Mechanism {
  const char* name;
  const char* text;
  std::vector<std::string> shown;  // what is compared at the end
};

// As symbolic_sympy.py describes them.
const Mechanism mechanisms[] = {
    {"four-bar",
     R"toml(
[plane]
[free]
gravity = [0, -9.81]
[[bodies]]
name  = "crank"
joint = "hinge"
shape = { rod = 1, mass = 1 }
start = { angle = 0.5 }
[[bodies]]
name   = "coupler"
parent = "crank"
joint  = "hinge"
at     = [1, 0]
shape  = { rod = 3, mass = 3 }
points = { tip = [3, 0] }
start  = { angle = 0.23812233653252945 }
[[bodies]]
name   = "rocker"
joint  = "hinge"
at     = [3, 0]
shape  = { rod = 2.5, mass = 2.5 }
points = { tip = [2.5, 0] }
start  = { angle = 1.5320736152650123 }
[[constraints]]
name  = "pin"
point = { between = ["coupler.tip", "rocker.tip"] }
)toml",
     {"crank.angle", "rocker.angle"}},
    {"double-pendulum",
     R"toml(
[coordinates]
a = "pi/2"
b = "pi/2"
[define]
x1 = "sin(a)"
y1 = "-cos(a)"
x2 = "x1 + sin(b)"
y2 = "y1 - cos(b)"
[free]
kinetic   = "0.5*(x1'^2 + y1'^2) + 0.5*(x2'^2 + y2'^2)"
potential = "9.81*(y1 + y2)"
)toml",
     {"a", "b"}},
};

std::vector<double> end_of(const Mechanism& mechanism, double within, SymbolicRun& run) {
  zwang::RunOptions options;
  options.duration = duration;
  options.tolerance = within;
  const double began = thread_microseconds();
  const zwang::Model model = zwang::read_model(mechanism.text, mechanism.name);
  const double ready = thread_microseconds();
  const zwang::Trajectory trajectory = zwang::run(model, options);  // all columns, 200 samples
  const double done = thread_microseconds();
  run.setup = (ready - began) * 1e-6;
  run.motion = (done - ready) * 1e-6;
  std::vector<double> values;
  for (const std::string& name : mechanism.shown) values.push_back(trajectory.column(name).back());
  return values;
}

double difference(const std::vector<double>& found, const std::vector<double>& right) {
  double most = found.size() == right.size() ? 0 : std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < std::min(found.size(), right.size()); ++k)
    most = std::max(most, std::abs(found[k] - right[k]));
  return most;
}

SymbolicRun run_sympy(const Mechanism& mechanism, const char* form,
                      const std::vector<double>& right) {
  char numbers[64];
  std::snprintf(numbers, sizeof numbers, " %s %.17g %.17g", form, duration, tolerance);
  const std::string json =
      output_of("OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 timeout 120 " + scipy_interpreter() +
                " '" ZWANG_SYMBOLIC_SYMPY "' " + mechanism.name + numbers + " 2>/dev/null");
  const char *const setup = after(json, "setup"), *const motion = after(json, "motion");
  const char* at = after(json, "values");
  if (!setup || !motion || !at) return {};
  std::vector<double> values;
  for (char* end = nullptr; *at == '[' || *at == ','; at = end)
    values.push_back(std::strtod(at + 1, &end));
  return {std::strtod(setup, nullptr), std::strtod(motion, nullptr), difference(values, right)};
}

/// Keeps the cheaper of two that are right.
void keep(const SymbolicRun& run, SymbolicRun& best) {
  if (run.right() && (!best.right() || run.seconds() < best.seconds())) best = run;
}

void print_row(const char* name, const SymbolicRun& run, double ours) {
  if (!run.right()) return std::printf("    %-16s -\n", name), void();
  std::printf("    %-16s%10.3f%10.3f%10.1f%12.0e\n", name, run.setup * 1e3, run.motion * 1e3,
              run.seconds() / ours, run.difference);
}

void put(std::ostream& out, const char* name, const SymbolicRun& run) {
  out << ", \"" << name << "\": {\"setup_ms\": " << run.setup * 1e3
      << ", \"motion_ms\": " << run.motion * 1e3 << ", \"difference\": " << run.difference << "}";
}

}  // namespace

bool SymbolicResults::right() const {
  return std::all_of(outcomes.begin(), outcomes.end(),
                     [](const SymbolicOutcome& outcome) { return outcome.ours.right(); });
}

double SymbolicResults::ratio(SymbolicRun SymbolicOutcome::*peer) const {
  double ours = 0, theirs = 0;
  for (const SymbolicOutcome& outcome : outcomes) {
    if (!(outcome.*peer).right()) return std::numeric_limits<double>::quiet_NaN();
    ours += outcome.ours.seconds();
    theirs += (outcome.*peer).seconds();
  }
  return theirs / ours;
}

SymbolicResults race_symbolic(int rounds) {
  SymbolicResults results;
  results.sympy =
      scipy_is_installed() &&
      !output_of(scipy_interpreter() + " -c 'import sympy; print(1)' 2>/dev/null").empty();
  for (const Mechanism& mechanism : mechanisms) {
    std::fprintf(stderr, "racing %s against SymPy ...\n", mechanism.name);
    SymbolicOutcome outcome{mechanism.name, {}, {}, {}};
    SymbolicRun exact;
    const std::vector<double> right = end_of(mechanism, 1e-12, exact);
    for (int round = 0; round < rounds; ++round) {
      for (int k = 0; k < 10; ++k) {
        SymbolicRun run;
        const std::vector<double> found = end_of(mechanism, tolerance, run);
        run.difference = difference(found, right);
        keep(run, outcome.ours);
      }
      if (!results.sympy) continue;
      keep(run_sympy(mechanism, "tuned", right), outcome.tuned);
      keep(run_sympy(mechanism, "plain", right), outcome.plain);
    }
    results.outcomes.push_back(outcome);
  }
  return results;
}

void print_results(const SymbolicResults& results) {
  if (results.outcomes.empty()) return;
  std::printf(
      "From mechanism to motion, 10 s: ms of set-up and motion, over ours, difference at the "
      "end%s\n",
      results.sympy ? "" : " (SymPy is not installed)");
  for (const SymbolicOutcome& outcome : results.outcomes) {
    std::printf("  %s\n", outcome.name.c_str());
    print_row("ours", outcome.ours, outcome.ours.seconds());
    print_row("SymPy, plain", outcome.plain, outcome.ours.seconds());
    print_row("SymPy, tuned", outcome.tuned, outcome.ours.seconds());
  }
  if (!results.sympy) return;
  const double plain = results.ratio(&SymbolicOutcome::plain);
  std::printf("  SymPy as it comes : ours, in all   asked %4.3g, measured %6.3g  %s\n", asked,
              plain, plain >= asked ? "met" : "NOT MET");
  std::printf("  SymPy tuned : ours, in all         for information, %6.3g\n",
              results.ratio(&SymbolicOutcome::tuned));
}

bool add_json(const std::string& path, const SymbolicResults& results) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  const std::string before = text.str();
  const std::size_t brace = before.rfind('}');
  if (brace == std::string::npos) return false;
  std::ofstream out(path);
  out.precision(6);
  out << before.substr(0, before.find_last_not_of('\n', brace - 1) + 1) << ",\n  \"symbolic\": [";
  for (std::size_t i = 0; i < results.outcomes.size(); ++i) {
    const SymbolicOutcome& outcome = results.outcomes[i];
    out << (i ? ",\n" : "\n") << "    {\"mechanism\": \"" << outcome.name << "\"";
    put(out, "zwang", outcome.ours);
    put(out, "sympy_plain", outcome.plain);
    put(out, "sympy_tuned", outcome.tuned);
    out << "}";
  }
  out << "]\n}\n";
  out.close();
  return static_cast<bool>(out);
}

}  // namespace bench
