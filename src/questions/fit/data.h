// SPDX-License-Identifier: Apache-2.0
#pragma once
// Measurements from a file of comma-separated values.

#include <string>
#include <vector>

namespace zwang {

struct MeasuredTable {
  std::vector<std::string> names;            // of all columns but the time
  std::vector<double> t;                     // never falling
  std::vector<std::vector<double>> columns;  // NaN: not measured
};

/// A heading, then a line of numbers for each time; lines that begin with # are remarks. Throws FileTrouble for a
/// file that cannot be read, InputError with its line for what is no such table.
MeasuredTable read_measurements(const std::string& path, const std::string& time);

}  // namespace zwang
