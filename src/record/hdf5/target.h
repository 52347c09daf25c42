// SPDX-License-Identifier: Apache-2.0
#pragma once
// What HDF5 writes to: a file of ours that never fails before its eyes. When a write fails (a full
// disk), HDF5 1.10 leaves its memory in disorder and crashes as it closes the file. So it is told
// that all went well, what it wrote from then on is kept in memory, and whoever uses HDF5 asks
// failed() after each call and gives up.

#include <hdf5.h>

#include <cstdint>
#include <string>
#include <vector>

#include "record/file.h"

namespace zwang::record {

class Hdf5Target {
 public:
  explicit Hdf5Target(File& file) : file_(file) {}

  bool failed() const noexcept { return failed_; }
  std::uint64_t size() const noexcept { return size_; }

  void write(std::uint64_t offset, const char* bytes, std::size_t count);
  bool read(std::uint64_t offset, char* bytes, std::size_t count) noexcept;
  void truncate(std::uint64_t size) noexcept;

 private:
  struct Patch {
    std::uint64_t offset;
    std::string bytes;
  };
  File& file_;
  std::uint64_t size_ = 0;
  bool failed_ = false;
  std::vector<Patch> patches_;  // what the file did not take, in the order of writing
};

/// Registers a driver of HDF5 for such targets and makes `access` (a file access list) use it for
/// this one. Returns the driver, to be unregistered when the file is closed; negative on failure.
hid_t drive(hid_t access, Hdf5Target& target) noexcept;

}  // namespace zwang::record
