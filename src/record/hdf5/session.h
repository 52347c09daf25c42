// SPDX-License-Identifier: Apache-2.0
#pragma once
// One HDF5 file being written: opened aside, closed and committed as a whole.

#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <hdf5.h>

#include "record/aside.h"
#include "record/file.h"

namespace zwang::record {

/// What HDF5 writes to: a file of ours that never fails before its eyes. When a write fails (a full
/// disk), HDF5 1.10 leaves its memory in disorder and crashes as it closes the file. So it is told
/// that all went well, what it wrote from then on is kept in memory, and whoever uses HDF5 asks
/// failed() after each call and gives up.
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

/// An identifier of HDF5, closed by what closes its kind.
class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Hdf5Handle() = default;
  Hdf5Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept
      : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Hdf5Handle() { reset(); }

  operator hid_t() const noexcept { return id_; }  // HDF5 takes identifiers everywhere
  herr_t reset() noexcept {
    const hid_t id = std::exchange(id_, -1);
    return id < 0 ? 0 : close_(id);
  }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// HDF5 prints its errors and may not be safe for threads: while this lives, it is silent, and ours.
class Hdf5Silence {
 public:
  Hdf5Silence();
  ~Hdf5Silence();
  Hdf5Silence(const Hdf5Silence&) = delete;
  Hdf5Silence& operator=(const Hdf5Silence&) = delete;

 private:
  std::unique_lock<std::mutex> lock_;
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

class Hdf5Session {
 public:
  explicit Hdf5Session(const std::string& path);

  hid_t file() const noexcept { return file_; }

  /// Throws FileError if a call of HDF5 returned less than zero, or the disk has failed meanwhile.
  void check(std::int64_t result) const;
  Hdf5Handle own(hid_t id, Hdf5Handle::Close close) const;

  /// Every other handle must be closed.
  void commit();

 private:
  Hdf5Silence silence_;
  AsideFile aside_;
  Hdf5Target target_;
  Hdf5Handle access_, driver_, file_;  // closed from the last to the first
};

}  // namespace zwang::record
