// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers with what is known of their error: as many digits as are right.

#include <string>

#include "zwang/run.h"

namespace cli {

/// "0.2750874529 ± 3e-10"; "1.3 ± ?" where nothing is known.
std::string with_error(double value, double error);

/// The numbers of a summary by their names: with their errors where they were estimated, else with
/// as many digits as are given; in the units that the model wants, if it has any.
class Shown {
 public:
  Shown(const zwang::Summary& summary, const zwang::Model& model);
  std::string operator()(const std::string& name, double value, int digits = 15) const;
  /// When a reduction was reached: a time, whatever the unit of its value is.
  std::string when(const std::string& name, double t) const;
  /// In units of 1/factor, without their name.
  std::string without_unit(const std::string& name, double value, double factor, int digits) const;
  /// Whether there is an error of that name, or that none is known: "max(bob.x)".
  bool has(const std::string& name) const;
  /// The time of an event, where its error is known: "t = 1.5 ± 2e-9"; else nothing.
  std::string event(std::size_t number) const;

 private:
  const zwang::Summary& summary_;
  const zwang::Model& model_;
  const zwang::RunError* error_;
};

/// A line on the error as a whole; nothing where it was not asked for.
void print_error(const zwang::Summary& summary);

}  // namespace cli
