// SPDX-License-Identifier: Apache-2.0
#pragma once
// The group /columns of an HDF5 file: rows come in, each column goes to its own dataset.

#include <span>
#include <vector>

#include "record/columns.h"
#include "record/hdf5/attribute.h"

namespace zwang::record {

class Hdf5Columns {
 public:
  Hdf5Columns(const Hdf5Session& session, const Columns& columns);
  void append(std::span<const double> rows);
  void flush();  // writes what waits

 private:
  void make_dataset(hid_t group, hid_t creation, const Column& column);
  void write_column(std::size_t column);

  const Hdf5Session& session_;
  std::size_t chunk_rows_;
  std::vector<Hdf5Handle> datasets_;
  std::vector<double> chunk_;  // by columns, chunk_rows_ places each
  std::size_t waiting_ = 0, written_ = 0;
};

}  // namespace zwang::record
