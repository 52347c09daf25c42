// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which numbers each of many runs has. Those of a run are a function of the plan and of the run's number
// alone.

#include <cstdint>
#include <string>
#include <vector>

namespace zwang::ensemble {

/// How one number varies.
struct Spread {
  enum class Kind : std::uint8_t {
    uniform,  // from the first number to the second
    normal,   // mean and deviation
    values    // these
  };
  Kind kind = Kind::uniform;
  std::vector<double> numbers;
};

enum class Scheme : std::uint8_t {
  grid,
  corners,
  latin,
  sobol,
  random,
  list,
  saltelli,
  tolerances
};

struct Plan {
  Scheme scheme = Scheme::sobol;
  std::uint64_t seed = 1;
  std::uint64_t runs = 0;  // of all schemes, once settle() has been asked
  std::vector<Spread> spreads;
};

/// Of scheme saltelli: runs that belong together, one after another. The first has the numbers of a point A, the
/// second those of an independent point B, and run 2 + i those of A with number i taken from B.
inline std::uint64_t saltelli_group(const Plan& plan) { return plan.spreads.size() + 2; }

/// Of scheme tolerances: one run with all numbers in the middle, two for each number at its ends, all corners where
/// there are at most 1024, and then points of Sobol'.
struct ToleranceParts {
  std::uint64_t singles = 1, corners = 1, spread = 1;  // the first run of each, from 0
  bool has_corners() const { return spread > corners; }
};
ToleranceParts tolerance_parts(const Plan& plan);

inline constexpr std::uint64_t most_runs = 10'000'000;

/// Sets the number of runs where the scheme has it. Returns what is wrong, or nothing.
std::string settle(Plan& plan);

/// The numbers of a run, from 0, in the order of the spreads.
std::vector<double> numbers_of(const Plan& plan, std::uint64_t run);

}  // namespace zwang::ensemble
