// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows of results, in memory or in the file of a kept run.

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "record/table.h"
#include "zwang/samples.h"

namespace zwang {

struct SampleTable {
  record::Heading heading = {};
  std::vector<std::string> columns = {};  // that are shown, the first of the heading's
  std::optional<record::Table> table = {};
  std::string part = {};  // where there is no table
  std::size_t rows = 0;

  /// The rows in one piece, for those that lie in several or in a file, once a view asks.
  struct Joined {
    std::once_flag asked;
    std::vector<double> rows;
  };
  std::shared_ptr<Joined> joined = std::make_shared<Joined>();

  /// From the first row on. Throws record::FileError.
  std::unique_ptr<record::RowSource> source() const;
};

}  // namespace zwang
