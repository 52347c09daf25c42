// SPDX-License-Identifier: Apache-2.0
#pragma once
// Two runs side by side: how far their columns are apart.

#include <cstddef>
#include <string>
#include <vector>

namespace zwang {

struct Comparison {
  struct Column {
    std::string name, unit;
    double largest = 0;            // |first − second|, over the rows that are compared
    double at = 0;                 // when
    double first = 0, second = 0;  // the values then
    double size = 0;               // the largest magnitude of either, over these rows
    /// largest/size; 0 where both are zero all along.
    double relative() const { return size > 0 ? largest / size : 0; }
  };
  std::string variable;                              // what runs: t
  double from = 0, to = 0;                           // what both have
  std::size_t rows = 0;                              // of the first, within that
  bool same_rows = true;                             // false: the second was interpolated
  std::vector<Column> columns;                       // of both, in the order of the first
  std::vector<std::string> only_first, only_second;  // names
};

/// Compares two records that write_hdf5 wrote. Where times differ, the second is interpolated at those of
/// the first, by a cubic where it has the rate of a column, else linearly; equal times that follow each other,
/// as at impacts, are paired in their order. Throws FileTrouble where a file is no record, InputError where
/// the two have no time in common.
Comparison compare(const std::string& first, const std::string& second);

/// Both runs on one page: that of the first, with the curves of the second behind its own, and the table of what
/// differs most. Throws FileTrouble where a record has no texts for a page, or the page cannot be written.
void write_comparison(const Comparison& found, const std::string& first, const std::string& second,
                      const std::string& page);

/// For programs; ends with a line end.
std::string to_json(const Comparison& comparison);

}  // namespace zwang
