// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the numbers of compiled equations are called.

#include <map>
#include <string>
#include <vector>

#include "base/index.h"
#include "base/words/reductions.h"
#include "zwang/description.h"

namespace zwang::compile {

/// A constraint and its rows.
struct NamedRows {
  std::string name;
  Location at;
  Index first = 0, count = 0;
};

/// The numbers that one of the observables has at one place.
struct Observed {
  std::size_t observable = 0;  // its number in the list
  std::string place;           // "[3]", "[1,2]"; of a lone formula nothing
  Index first = 0, count = 0;
};

/// One number of a whole run that a formula asks for.
struct RunNumber {
  words::Reduce kind = words::Reduce::end;
  Index value = -1;   // of the formula: its number among the values of observables
  std::string event;  // or the name of an event or constraint
};

/// An observable that is a number of the whole run: texts between numbers, one more than there are.
struct RunFormula {
  std::string name;
  std::vector<RunNumber> numbers;
  std::vector<std::string> between;
  Location at;

  bool lone() const { return numbers.size() == 1 && between[0].empty() && between[1].empty(); }
};

/// What the numbers are called; only faces use it.
struct Names {
  std::vector<std::string> parameters, coordinates, observables;
  std::vector<Observed> observed;
  /// Values of their formulas stand behind those of the observables.
  std::vector<RunFormula> run_formulas;
  bool runs_need_instant = false;  // one of them reads accelerations, reactions or controls
  std::vector<std::string> controls, events;
  std::vector<std::string> bodies;  // in the order of the tree
  std::vector<NamedRows> constraints;
  std::vector<std::string> switches;   // what Equations::switches change sign with, as formulas
  std::vector<std::string> arguments;  // of a two-ended question: Equations::arguments as formulas
};

/// Values of parameters that replace those of the description.
using Overrides = std::map<std::string, double>;

}  // namespace zwang::compile
