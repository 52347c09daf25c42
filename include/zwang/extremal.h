// SPDX-License-Identifier: Apache-2.0
#pragma once
// From here to there: the extremals of a model between two ends, each with its verdict.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zwang/model.h"
#include "zwang/samples.h"

namespace zwang {

/// What a search reports while it goes on.
struct ExtremalProgress {
  long found = 0;      // extremals so far
  long intervals = 0;  // of the mesh at hand
};

/// What is not given here is as the model's [extremal] says.
struct ExtremalOptions {
  std::optional<double> tolerance;
  std::optional<std::string> method;  // "auto", "collocation", "shooting"
  std::optional<long> all;            // look for so many extremals
  std::optional<long> samples;        // of each, evenly spaced, both ends included
  std::optional<bool> cross_check;    // solve each again, with multipliers
  bool verdict = true;                // false: each is called stationary, and not looked into
  /// Whether the errors of what is found are estimated: each is solved once more at a hundredth of the tolerance.
  bool error = false;

  /// Called from time to time; false stops the search. What is found until then is kept.
  std::function<bool(const ExtremalProgress&)> goes_on;
};

enum class ExtremalEnding {
  done,
  counts,           // given conditions do not fit the unknowns
  natural_unknown,  // an unknown that only a further condition could determine
  infeasible_end,   // an end that constraints exclude
  bad_mass,         // the integrand does not determine the acceleration in some direction
  degree_one,       // the same, because it does not know the speed along the path
  not_finite,       // the formulas gave no number
  fold,             // no extremal beyond a place where the branch turns back
  conjugate_end,    // the end is conjugate to the start
  not_found,        // no guess led to an extremal
  too_fine,         // the tolerance cannot be met
  interrupted,      // by goes_on
};

std::string_view name(ExtremalEnding ending) noexcept;  // "ok", "counts", "infeasible_end", …

/// How far the numbers of an extremal may be from the exact ones: value ± error, estimated from a second solution
/// on a finer mesh. NaN: unknown, the second was not found.
struct ExtremalError {
  double action = 0;
  State start, end;  // of their numbers
  std::vector<double> unknowns, multipliers;
  double tolerance = 0;  // of the second solution
};

/// An extremal, and what kind of stationary point it is.
struct ExtremalCurve {
  State start, end;  // at the ends; their v are the initial and final rates
  std::vector<std::pair<std::string, double>> unknowns;
  std::vector<double> multipliers;  // μ of the integrals, in their order
  std::optional<double> action;     // the integral; none where there is no integrand
  /// minimum (weak), maximum, saddle; degenerate: the end is conjugate to the start; stationary: no
  /// more can be said; solution: of a system that is not an integrand's
  std::string verdict;
  /// How many directions there are in which the action falls (of a maximum or near it: grows); none
  /// where it is not known, or the two ways to count it differ.
  std::optional<long> index, index_by_fields, index_by_second_variation;
  /// In how many it does not change, to second order; none where that is not known.
  std::optional<long> nullity;
  /// Of fixed starts: where neighbours meet again, as often as they do; of others: focal points.
  std::vector<double> conjugate_times;
  std::string legendre;  // "positive", "negative", "indefinite" (or singular)
  double max_position_residual = 0, max_velocity_residual = 0;  // as distances, at the mesh
  double max_dense_residual = 0;                                // of positions, between its points
  double error_estimate = 0;                                    // of the curve, relative
  std::optional<ExtremalError> error;  // of its numbers, where it was asked for
  std::optional<double> cross_check;   // largest difference from the way with multipliers, relative
  double cross_check_seconds = 0, seconds = 0;
  long iterations = 0;
};

/// What was done to find all extremals.
struct ExtremalSearch {
  bool scanned = false;  // all rates at the start were looked at, up to `rates_up_to`, by shots
  double rates_up_to = 0;
  long shots = 0;
  long unresolved = 0;    // places where the scan was not fine enough
  bool resolved = false;  // scanned, nothing unresolved, and shots tell neighbours apart
  /// Whether the alternating sum of the indices is what it must be, and how many extremals are missing at
  /// the least; none where it is not known.
  std::optional<bool> count_agrees;
  long missing = 0;
};

/// The truth about a search.
struct ExtremalSummary {
  std::string model, title;
  ExtremalEnding ending = ExtremalEnding::done;
  std::string message;  // a sentence; with a remedy where something went wrong
  std::size_t freedom = 0, rows = 0, rank = 0;
  std::vector<std::string> redundant, contradictory, undetermined;  // constraints by name
  std::string method, kernel;
  double tolerance = 0;
  long intervals = 0, iterations = 0, evaluations = 0;
  double seconds = 0;
  std::vector<ExtremalCurve> extremals;  // least action first
  bool more = false;                     // as many as were asked for: there may be more
  std::optional<ExtremalSearch> search;  // where more than one was asked for
};

/// The extremals of a model, sampled one after the other, and the summary. Columns are
/// "extremal" (1, 2, …; where more than one was asked for), "t" or what the model calls it,
/// "x", "x'", "x''", "deviation.x" (ẍ − a), "force(circle).x", "multiplier(circle)" or
/// "multiplier(circle,2)", "lambda(skate)" of velocity-level rows, "integrand", "energy",
/// observables. Beyond 2000 columns accelerations, deviations and what constraints do are left
/// out. A name of ours that the model gave to something else gets "run." before it.
class Extremals : public Samples {
 public:
  const ExtremalSummary& summary() const;
  const Model& model() const;

  struct Parts;
  explicit Extremals(std::shared_ptr<const Parts> parts);
  const Parts& parts() const { return *parts_; }  // for the library itself

 private:
  std::shared_ptr<const Parts> parts_;
};

/// Looks for them. Throws InputError for options that cannot be and ModelError for a model without
/// [extremal]; never for numbers: those are told by the summary.
Extremals find_extremals(const Model& model, const ExtremalOptions& options = {});

/// As that of a run.
void write_hdf5(const Extremals& extremals, const std::string& path);

/// The summary as JSON; `files` become its "files": csv, record, … → path.
std::string to_json(const Extremals& extremals,
                    const std::map<std::string, std::string>& files = {});

}  // namespace zwang
