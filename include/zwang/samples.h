// SPDX-License-Identifier: Apache-2.0
#pragma once
// The samples of a motion, of extremals, or of a file of either: a table of named columns.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace zwang {

struct SampleTable;

/// A column where it stands in memory, not copied: sample i is data[i·stride]. What follows it in columns()
/// stands at data + 1, so that neighbours are a matrix of rows `stride` apart. Lives as long as the results.
struct ColumnView {
  const double* data = nullptr;
  std::size_t samples = 0, stride = 1;
  double operator[](std::size_t sample) const { return data[sample * stride]; }
};

/// Immutable and cheap to copy; any number of threads may read.
class Samples {
 public:
  std::size_t samples() const;
  const std::vector<std::string>& columns() const;
  /// InputError names the nearest one if there is none of this name, as do the two below.
  ColumnView view(std::string_view name) const;
  /// A copy of a column.
  std::vector<double> column(std::string_view name) const;
  /// One sample, in the order of columns().
  std::vector<double> sample(std::size_t number) const;

 protected:
  explicit Samples(std::shared_ptr<const SampleTable> table);
  const SampleTable& table() const { return *table_; }

 private:
  friend void write_csv(const Samples& samples, const std::string& path);
  std::shared_ptr<const SampleTable> table_;
};

/// Replaces what was there only when it is complete. Throws FileTrouble.
void write_csv(const Samples& samples, const std::string& path);

}  // namespace zwang
