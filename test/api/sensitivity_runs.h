// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sensitivities of whole runs, against differences between runs that were started anew.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "api/texts.h"

namespace zwang::test {

inline RunOptions accurately(double duration, std::vector<std::string> sensitivity = {}) {
  RunOptions options;
  options.duration = duration;
  options.tolerance = 1e-13;
  options.method = "dopri853";
  options.samples = 2;
  options.sensitivity = std::move(sensitivity);
  return options;
}

/// The end, q and then v, where a parameter or a start value is moved by h.
inline std::vector<double> moved_end(const std::string& text, const std::string& name, double h,
                                     double duration) {
  Model model = read_model(text, "test");
  RunOptions options = accurately(duration);
  const auto& parameters = model.parameters();
  const auto at = std::find(parameters.begin(), parameters.end(), name);
  if (at != parameters.end()) {
    const double p = model.parameter_values()[static_cast<std::size_t>(at - parameters.begin())];
    model = read_model(text, "test", {{name, p + h}});
  } else {
    const bool rate = name.back() == '\'';
    const auto& names = model.coordinates();
    const auto i = std::find(names.begin(), names.end(), name.substr(0, name.size() - rate));
    State start = model.start();
    (rate ? start.v : start.q)[static_cast<std::size_t>(i - names.begin())] += h;
    options.start = start;
  }
  const State end = run(model, options).summary().end;
  std::vector<double> all = end.q;
  all.insert(all.end(), end.v.begin(), end.v.end());
  return all;
}

// Differences of order 4: the motions are smooth over lengths and times of 1, so that h⁴ times a fifth
// derivative, some hundreds, leaves some 1e-9 for h = 2e-3, and errors of the runs, about 1e-12,
// divided by h leave as much. A chain of short links needs a smaller h. A hundredfold is allowed.
inline void expect_differences(const std::string& text, const std::vector<std::string>& names,
                               double duration, double h = 2e-3) {
  const Summary summary = run(read_model(text, "test"), accurately(duration, names)).summary();
  ASSERT_EQ(summary.ending, Ending::done) << summary.message;
  ASSERT_EQ(summary.sensitivities.size(), names.size()) << summary.message;
  for (const Sensitivity& s : summary.sensitivities) {
    const auto end = [&](double step) { return moved_end(text, s.by, step, duration); };
    const std::vector<double> a = end(h), b = end(-h), c = end(2 * h), d = end(-2 * h);
    std::vector<double> exact = s.q;
    exact.insert(exact.end(), s.v.begin(), s.v.end());
    double size = 0;
    for (const double x : exact) size = std::max(size, std::abs(x));
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double slope = (8 * (a[i] - b[i]) - (c[i] - d[i])) / (12 * h);
      EXPECT_NEAR(exact[i], slope, 1e-7 * (1 + size)) << "value " << i << " by " << s.by;
    }
  }
}

}  // namespace zwang::test
