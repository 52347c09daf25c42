// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/row_units.h"

#include <algorithm>
#include <cmath>

namespace zwang::diagnosis {

RowUnits row_units(const equations::Equations& equations, const double* A) {
  const equations::Pattern& pattern = equations.A();
  const std::size_t rows = equations.rows.size();
  RowUnits units{std::vector<double>(rows), std::vector<unsigned char>(rows)};
  double most = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    for (Index k = pattern.begin[i]; k < pattern.begin[i + 1]; ++k) {
      units.of[i] = std::max(units.of[i], std::abs(A[k]));
    }
    units.vanished[i] = units.of[i] == 0;
    if (equations.rows[i].kind != equations::Kind::norm) most = std::max(most, units.of[i]);
  }
  for (std::size_t i = 0; i < rows; ++i) {
    if (!units.vanished[i]) continue;
    const equations::Row& row = equations.rows[i];
    double beside = 0;
    for (std::size_t j = 0; j < rows; ++j) {
      const equations::Row& other = equations.rows[j];
      const bool same = other.constraint == row.constraint && other.level == row.level;
      if (same && !units.vanished[j]) beside = std::max(beside, units.of[j]);
    }
    units.of[i] = std::max(1.0, beside > 0 ? beside : most);
  }
  return units;
}

}  // namespace zwang::diagnosis
