// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers that a page holds: all of a small record, and of a large one as many and as exact as
// a page of bearable size can.

#include <cstdint>
#include <string>
#include <vector>

#include "record/hdf5/record_file.h"
#include "report/coding.h"

namespace zwang::report {

/// A column of the page; what was left out has no numbers, but keeps its place.
struct PageColumn {
  Coded numbers;
  std::uint64_t offset = 0;  // in the stream's bytes
  std::uint64_t count = 0;
  double least = 0, most = 0;  // of what is finite; 0 where nothing is
};

struct Contents {
  std::uint64_t stride = 1, samples = 0;
  Precision precision;
  /// As the record's; behind them those of `added`.
  std::vector<PageColumn> columns;
  std::vector<record::Column> added;  // that the page computes
  std::vector<Index> left_out;        // of the record's

  std::uint64_t bytes() const;  // of the stream, when it is inflated
  std::string stream() const;   // a zlib stream
};

/// Throws FileError where the record cannot be read.
Contents choose_contents(const record::RecordFile& record);

/// What is not there, as a section of HTML; empty if all is there.
std::string contents_html(const record::RecordFile& record, const Contents& contents);

}  // namespace zwang::report
