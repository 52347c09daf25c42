// SPDX-License-Identifier: Apache-2.0
#include "extremal_zwang.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <limits>

#include "bvp/collocation/collocation.h"
#include "stopwatch.h"
#include "zwang/extremal.h"

namespace bench {
namespace {

std::vector<double> samples_of(const ExtremalTask& task, const zwang::Extremals& extremals) {
  std::vector<std::vector<double>> columns;
  for (const char* behind : {"", "'"}) {
    for (const std::string& q : task.coordinates) columns.push_back(extremals.column(q + behind));
  }
  std::vector<double> values;
  for (std::size_t k = 0; k < extremal_samples; ++k) {
    for (const std::vector<double>& column : columns) values.push_back(column.at(k));
  }
  return values;
}

// A pendulum of length 1 that swings from level to level: x'' = τ x, y'' = τ y − 1 with
// τ = (y − x'² − y'²)/(x² + y²), on 0 ≤ t ≤ 1.
bool set(void*, const double*) noexcept { return true; }

bool slopes(void*, double, const double* z, double* g, double* gz, double*) noexcept {
  const double x = z[0], y = z[1], u = z[2], v = z[3], r2 = x * x + y * y;
  const double tau = (y - u * u - v * v) / r2;
  g[0] = tau * x;
  g[1] = tau * y - 1;
  const double by[4] = {-2 * tau * x / r2, (1 - 2 * tau * y) / r2, -2 * u / r2, -2 * v / r2};
  for (int j = 0; j < 4; ++j) {
    gz[j] = by[j] * x + (j == 0 ? tau : 0);
    gz[4 + j] = by[j] * y + (j == 1 ? tau : 0);
  }
  return true;
}

bool rate(void* self, double tau, const double* z, double* g) noexcept {
  double gz[8];
  return slopes(self, tau, z, g, gz, nullptr);
}

bool ends(void*, const double* z0, const double* z1, double* B, double* B0, double* B1,
          double*) noexcept {
  const double want[4] = {std::sin(0.5), -std::cos(0.5), std::sin(-0.3), -std::cos(0.3)};
  for (int i = 0; i < 2; ++i) {
    B[i] = z0[i] - want[i];
    B[2 + i] = z1[i] - want[2 + i];
  }
  if (!B0) return true;
  std::fill(B0, B0 + 16, 0.0);
  std::fill(B1, B1 + 16, 0.0);
  for (int i = 0; i < 2; ++i) {
    B0[5 * i] = 1;
    B1[4 * (2 + i) + i] = 1;
  }
  return true;
}

ExtremalRun measure(const ExtremalTask& task, double tolerance, int rounds, bool verdict) try {
  const zwang::Model model =
      zwang::load_model(std::string(ZWANG_SOURCE "/") + task.model, task.settings);
  zwang::ExtremalOptions options;
  options.tolerance = tolerance;
  options.all = 1;
  options.samples = extremal_samples;
  options.verdict = verdict;
  // Set-up: programs for two ends are compiled on the model's first question.
  zwang::find_extremals(model, options);
  double seconds = std::numeric_limits<double>::infinity();
  ExtremalRun run = unsolved();
  // Three calls of a tenth of a millisecond would find the caches as the set-up left them: everybody has
  // at least five milliseconds.
  double spent = 0;
  for (int round = 0; round < rounds || spent < 5e-3; ++round) {
    const double start = thread_microseconds();
    const zwang::Extremals found = zwang::find_extremals(model, options);
    const double taken = (thread_microseconds() - start) * 1e-6;
    seconds = std::min(seconds, taken);
    spent += taken;
    if (found.summary().extremals.empty()) return unsolved();
    run = assess(task, samples_of(task, found), seconds, found.summary().intervals);
  }
  return run;
} catch (const std::exception& trouble) {
  std::fprintf(stderr, "%s: %s\n", task.name.c_str(), trouble.what());
  return unsolved();
}

}  // namespace

ExtremalRun zwang_extremal(const ExtremalTask& task, double tolerance, int rounds) {
  return measure(task, tolerance, rounds, false);
}

ExtremalRun zwang_judged(const ExtremalTask& task, double tolerance, int rounds) {
  return measure(task, tolerance, rounds, true);
}

double newton_seconds(long intervals) {
  namespace ex = zwang::bvp;
  ex::Bvp bvp;
  bvp.n = 2;
  bvp.set = set;
  bvp.rate = rate;
  bvp.slopes = slopes;
  bvp.ends = ends;
  ex::Curve curve = ex::make_curve(bvp, ex::default_stages, static_cast<zwang::Index>(intervals));
  for (zwang::Index i = 0; i <= curve.intervals(); ++i) {
    const double angle = 0.5 - 0.8 * curve.mesh[i];
    const double z[4] = {std::sin(angle), -std::cos(angle), -0.8 * std::cos(angle),
                         -0.8 * std::sin(angle)};
    std::copy(z, z + 4, curve.at(i));
  }
  const double start = thread_microseconds();
  const ex::NewtonResult result = ex::newton(bvp, {}, curve);
  return (thread_microseconds() - start) * 1e-6 / std::max(1, result.iterations);
}

}  // namespace bench
