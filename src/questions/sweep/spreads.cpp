// SPDX-License-Identifier: Apache-2.0
// What many runs have in common.

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "ensemble/indices.h"
#include "ensemble/plan.h"
#include "ensemble/statistics.h"
#include "zwang/sweep.h"

namespace zwang {

namespace {

std::vector<double> column(const SweepResult& result, std::size_t k, bool varied) {
  std::vector<double> numbers;
  for (const SweepRun& run : result.runs) {
    const bool counts = run.done && run.ok();
    numbers.push_back(!counts  ? std::numeric_limits<double>::quiet_NaN()
                      : varied ? run.varied[k]
                               : run.watched[k]);
  }
  return numbers;
}

std::optional<ensemble::ToleranceParts> tolerance_parts_of(const SweepResult& result) {
  if (result.asked.scheme != "tolerances") return std::nullopt;
  ensemble::Plan plan;
  plan.spreads.resize(result.varied.size());
  return tolerance_parts(plan);
}

WatchedSpread::Tolerance tolerance_of(const std::vector<double>& numbers,
                                      const ensemble::ToleranceParts& parts) {
  WatchedSpread::Tolerance result;
  result.nominal = numbers[0];
  double squares = 0;
  for (std::size_t k = parts.singles; k < parts.corners; k += 2) {
    const double change = (numbers[k + 1] - numbers[k]) / 2;
    result.changes.push_back(change);
    result.linear_worst += std::abs(change);
    squares += change * change;
  }
  result.linear_spread = std::sqrt(squares);
  const ensemble::Statistics corners = ensemble::statistics_of(
      std::span(numbers).subspan(parts.corners, parts.spread - parts.corners));
  result.least = result.most = std::numeric_limits<double>::quiet_NaN();
  if (corners.count == 0) return result;
  result.least = corners.least;
  result.most = corners.most;
  result.least_run = static_cast<long>(parts.corners + corners.least_at) + 1;
  result.most_run = static_cast<long>(parts.corners + corners.most_at) + 1;
  return result;
}

}  // namespace

std::vector<WatchedSpread> spreads(const SweepResult& result) {
  std::vector<WatchedSpread> all;
  const std::optional<ensemble::ToleranceParts> parts = tolerance_parts_of(result);
  for (std::size_t k = 0; k < result.watched.size(); ++k) {
    std::vector<double> numbers = column(result, k, false);
    std::optional<WatchedSpread::Tolerance> tolerance;
    const ensemble::Statistics whole = ensemble::statistics_of(numbers);
    if (parts) {
      tolerance = tolerance_of(numbers, *parts);
      std::fill_n(numbers.begin(), parts->spread, std::numeric_limits<double>::quiet_NaN());
    }
    const ensemble::Statistics found = ensemble::statistics_of(numbers);
    WatchedSpread spread{result.watched[k],
                         found.count,
                         found.mean,
                         found.deviation,
                         whole.least,
                         whole.most,
                         0,
                         0,
                         {},
                         {},
                         0,
                         0,
                         {},
                         {},
                         std::move(tolerance)};
    if (whole.count > 0) {
      spread.least_run = static_cast<long>(whole.least_at) + 1;
      spread.most_run = static_cast<long>(whole.most_at) + 1;
    }
    std::vector<double> sorted;
    for (const double x : numbers)
      if (std::isfinite(x)) sorted.push_back(x);
    std::sort(sorted.begin(), sorted.end());
    for (const double p : sweep_quantiles)
      spread.quantiles.push_back(ensemble::quantile(sorted, p));
    ensemble::Histogram bars = ensemble::histogram(sorted);
    spread.from = bars.from;
    spread.to = bars.to;
    spread.histogram = std::move(bars.counts);
    if (result.asked.scheme == "saltelli") {
      for (const auto& [first, total, first_error, total_error] :
           ensemble::sobol_indices(numbers, result.varied.size()))
        spread.indices.push_back({first, total, first_error, total_error});
    }
    for (std::size_t i = 0; i < result.varied.size(); ++i)
      spread.correlations.push_back(ensemble::correlation(column(result, i, true), numbers));
    all.push_back(std::move(spread));
  }
  return all;
}

std::vector<SweepFailure> failures(const SweepResult& result) {
  std::vector<SweepFailure> all;
  for (std::size_t k = 0; k < result.runs.size(); ++k) {
    const SweepRun& run = result.runs[k];
    if (!run.done || run.ok()) continue;
    const auto same = std::find_if(all.begin(), all.end(), [&](const SweepFailure& one) {
      return one.status == run.status && (run.status != "refused" || one.message == run.message);
    });
    if (same == all.end()) {
      all.push_back({run.status, run.message, 1, static_cast<long>(k) + 1});
    } else {
      ++same->count;
    }
  }
  return all;
}

}  // namespace zwang
