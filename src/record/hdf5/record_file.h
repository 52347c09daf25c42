// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads a record that write_hdf5 wrote: what it is of, its columns, its texts. Any bytes may come: what
// is not such a record is refused in words, before anything large is read.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/hdf5/session.h"
#include "record/heading.h"

namespace zwang::record {

/// What is done with a file that has lost its seal (hdf5_seal.h): it was cut off, or another program
/// has written to it. Nothing is known of its bytes then, and HDF5 may crash on them.
enum class Unsealed { refuse, read };

class RecordFile {
 public:
  /// Throws FileError, as do all below.
  explicit RecordFile(const std::string& path, Unsealed unsealed = Unsealed::refuse);

  const std::string& path() const noexcept { return path_; }
  const std::string& title() const noexcept { return title_; }
  const std::string& model() const noexcept { return model_; }      // its file's name
  const std::string& version() const noexcept { return version_; }  // "zwang 1.2.3"
  const Columns& columns() const noexcept { return columns_; }
  std::uint64_t rows() const noexcept { return rows_; }

  /// Of a column the `count` numbers (or as many as there are) number first, first + stride, … .
  std::vector<double> column(Index column, std::uint64_t first, std::uint64_t stride,
                             std::uint64_t count) const;

  /// A text of /page, or nothing.
  std::optional<std::string> text(const std::string& name) const;

 private:
  void open();
  void read_columns();
  std::string attribute(hid_t object, const char* name) const;
  std::int64_t integer(hid_t object, const char* name) const;
  /// A column as a dataset tells of it: in a dataset of its own, or one of the members of a family.
  struct Placed {
    std::int64_t index = 0;
    Column column;
    std::size_t set = 0;
    std::uint64_t member = 0;
  };
  void read_set(hid_t dataset, std::vector<Placed>& columns);
  void set_columns(std::vector<Placed> columns);
  std::vector<std::uint64_t> extent(hid_t dataset) const;
  Hdf5Handle own(hid_t id, Hdf5Handle::Close close) const;
  [[noreturn]] void refuse(const std::string& why) const;

  Hdf5Silence silence_;
  std::string path_, title_, model_, version_;
  Hdf5Handle file_;
  struct Place {
    std::size_t set;
    std::uint64_t member;
  };
  std::vector<Hdf5Handle> datasets_;
  std::vector<Place> places_;
  Columns columns_;
  std::uint64_t rows_ = 0;
};

}  // namespace zwang::record
