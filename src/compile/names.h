// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the numbers of compiled equations are called.

#include <map>
#include <string>
#include <vector>

#include "base/index.h"
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

/// What the numbers are called; only faces use it.
struct Names {
  std::vector<std::string> parameters, coordinates, observables;
  std::vector<Observed> observed;
  std::vector<std::string> controls, events;
  std::vector<std::string> bodies;  // in the order of the tree
  std::vector<NamedRows> constraints;
  std::vector<std::string> arguments;  // of a two-ended question: Equations::arguments as formulas
};

/// Values of parameters that replace those of the description.
using Overrides = std::map<std::string, double>;

}  // namespace zwang::compile
