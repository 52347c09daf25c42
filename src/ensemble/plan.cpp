// SPDX-License-Identifier: Apache-2.0
#include "ensemble/plan.h"

#include <algorithm>

#include "ensemble/counter.h"
#include "ensemble/normal.h"
#include "ensemble/sobol.h"

namespace zwang::ensemble {

namespace {

using Kind = Spread::Kind;

// From where in (0, 1) a number is to where it is among its values.
double placed(const Spread& spread, double u) {
  const std::vector<double>& x = spread.numbers;
  switch (spread.kind) {
    case Kind::uniform:
      return x[0] + u * (x[1] - x[0]);
    case Kind::normal:
      return x[0] + x[1] * normal_quantile(u);
    case Kind::values:
      break;
  }
  const auto place = static_cast<std::size_t>(u * static_cast<double>(x.size()));
  return x[std::min(place, x.size() - 1)];
}

// A permutation of 0 … count−1 by rounds of Feistel over the next power of four, walked on where it leaves
// them: no list is kept.
std::uint64_t permuted(std::uint64_t number, std::uint64_t count, std::uint64_t key) {
  unsigned half = 1;
  while (half < 32 && (std::uint64_t{1} << (2 * half)) < count) ++half;
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  do {
    std::uint64_t left = number >> half, right = number & mask;
    for (std::uint64_t round = 0; round < 6; ++round) {
      const std::uint64_t next = left ^ (random_bits(key, right, round) & mask);
      left = right;
      right = next;
    }
    number = left << half | right;
  } while (number >= count);
  return number;
}

double unit(const Plan& plan, std::uint64_t run, std::uint64_t place) {
  const std::uint64_t bits = random_bits(plan.seed, run, place);
  switch (plan.scheme) {
    case Scheme::latin: {
      const std::uint64_t stratum = permuted(run, plan.runs, random_bits(plan.seed, ~0ull, place));
      return (static_cast<double>(stratum) + unit_of(bits)) / static_cast<double>(plan.runs);
    }
    case Scheme::saltelli:
    case Scheme::tolerances:
      if (place >= most_sobol) return unit_of(bits);
      [[fallthrough]];
    case Scheme::sobol: {
      // Digits shifted by random ones: each seed has points of its own, as even as the others'.
      const auto shift = static_cast<std::uint32_t>(random_bits(plan.seed, ~1ull, place) >> 32);
      const std::uint32_t digits = sobol_digits(run, static_cast<unsigned>(place)) ^ shift;
      return (static_cast<double>(digits) + 0.5) * 0x1p-32;
    }
    default:
      return unit_of(bits);
  }
}

// Point number group of 2d numbers: A has the first d of them, B the rest. Which one run has of number k:
double unit_of_group(const Plan& plan, std::uint64_t run, std::uint64_t k) {
  const std::uint64_t d = plan.spreads.size(), member = run % (d + 2);
  const bool from_b = member == 1 || member == 2 + k;
  return unit(plan, run / (d + 2), from_b ? d + k : k);
}

double corner(const Spread& spread, bool high) {
  const auto [least, most] = std::minmax_element(spread.numbers.begin(), spread.numbers.end());
  return high ? *most : *least;
}

// In the middle, at one end, at a corner, anywhere: what run k has of number k.
double within(const Plan& plan, std::uint64_t run, std::uint64_t k) {
  const Spread& spread = plan.spreads[k];
  const ToleranceParts parts = tolerance_parts(plan);
  if (run >= parts.spread) return placed(spread, unit(plan, run - parts.spread, k));
  if (run >= parts.corners) return corner(spread, ((run - parts.corners) >> k & 1u) != 0);
  if (run == 0 || (run - 1) / 2 != k) return (spread.numbers[0] + spread.numbers[1]) / 2;
  return spread.numbers[(run - 1) % 2];
}

bool are_values(const Spread& spread) { return spread.kind == Kind::values; }

std::string settle_grid(Plan& plan) {
  if (!std::all_of(plan.spreads.begin(), plan.spreads.end(), are_values))
    return "a grid needs the values of all that varies";
  std::uint64_t runs = 1;
  for (const Spread& spread : plan.spreads) {
    runs *= spread.numbers.size();
    if (runs > most_runs) return "the grid has more than 10 million points";
  }
  if (plan.runs != 0 && plan.runs != runs)
    return "the grid has " + std::to_string(runs) + " points, not " + std::to_string(plan.runs);
  plan.runs = runs;
  return {};
}

std::string settle_corners(Plan& plan) {
  for (const Spread& spread : plan.spreads) {
    if (spread.kind == Kind::normal) return "a normal distribution has no corners";
  }
  if (plan.spreads.size() > 20) return "there are more than a million corners";
  const std::uint64_t runs = std::uint64_t{1} << plan.spreads.size();
  if (plan.runs != 0 && plan.runs != runs)
    return "there are " + std::to_string(runs) + " corners, not " + std::to_string(plan.runs);
  plan.runs = runs;
  return {};
}

std::string settle_tolerances(Plan& plan) {
  for (const Spread& spread : plan.spreads) {
    if (spread.kind != Kind::uniform) return "tolerances are from one number to another";
  }
  const std::uint64_t fixed = tolerance_parts(plan).spread;
  if (plan.runs == 0) plan.runs = fixed + 256;
  if (plan.runs < fixed)
    return "scheme = \"tolerances\" needs at least " + std::to_string(fixed) + " runs";
  return plan.runs > most_runs ? "there can be at most 10 million runs" : "";
}

std::string settle_list(Plan& plan) {
  for (const Spread& spread : plan.spreads) {
    if (!are_values(spread) || spread.numbers.size() != plan.spreads[0].numbers.size())
      return "a list needs as many values of each";
  }
  plan.runs = plan.runs == 0 ? plan.spreads[0].numbers.size() : plan.runs;
  return plan.runs > plan.spreads[0].numbers.size() ? "the list has fewer runs" : "";
}

}  // namespace

std::string settle(Plan& plan) {
  if (plan.spreads.empty()) return "nothing varies";
  for (const Spread& spread : plan.spreads) {
    if (spread.numbers.empty()) return "something that varies has no values";
  }
  if (plan.scheme == Scheme::grid) return settle_grid(plan);
  if (plan.scheme == Scheme::corners) return settle_corners(plan);
  if (plan.scheme == Scheme::list) return settle_list(plan);
  if (plan.scheme == Scheme::tolerances) return settle_tolerances(plan);
  if (plan.scheme == Scheme::sobol && plan.spreads.size() > most_sobol)
    return "Sobol' points are there for at most 21 numbers; use scheme = \"latin\"";
  if (plan.runs == 0) return "it is not said how many runs";
  if (plan.scheme == Scheme::saltelli) {
    const std::uint64_t group = saltelli_group(plan);
    if (plan.runs < 2 * group)
      return "scheme = \"saltelli\" needs at least " + std::to_string(2 * group) + " runs";
    plan.runs -= plan.runs % group;  // whole groups only
  }
  return plan.runs > most_runs ? "there can be at most 10 million runs" : "";
}

ToleranceParts tolerance_parts(const Plan& plan) {
  const std::uint64_t d = plan.spreads.size();
  ToleranceParts parts;
  parts.corners = 1 + 2 * d;
  parts.spread = parts.corners + (d <= 10 ? std::uint64_t{1} << d : 0);
  return parts;
}

std::vector<double> numbers_of(const Plan& plan, std::uint64_t run) {
  const std::size_t count = plan.spreads.size();
  std::vector<double> numbers(count);
  std::uint64_t rest = run;
  for (std::size_t k = count; k-- > 0;) {  // the last one changes first
    const Spread& spread = plan.spreads[k];
    if (plan.scheme == Scheme::grid) {
      numbers[k] = spread.numbers[rest % spread.numbers.size()];
      rest /= spread.numbers.size();
    } else if (plan.scheme == Scheme::corners) {
      numbers[k] = corner(spread, (rest & 1u) != 0);
      rest >>= 1;
    } else if (plan.scheme == Scheme::list) {
      numbers[k] = spread.numbers[run];
    } else if (plan.scheme == Scheme::saltelli) {
      numbers[k] = placed(spread, unit_of_group(plan, run, k));
    } else if (plan.scheme == Scheme::tolerances) {
      numbers[k] = within(plan, run, k);
    } else {
      numbers[k] = placed(spread, unit(plan, run, k));
    }
  }
  return numbers;
}

}  // namespace zwang::ensemble
