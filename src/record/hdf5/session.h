// SPDX-License-Identifier: Apache-2.0
#pragma once
// One HDF5 file being written: opened aside, closed and committed as a whole.

#include <hdf5.h>

#include <mutex>
#include <string>
#include <utility>

#include "record/aside.h"
#include "record/hdf5/target.h"

namespace zwang::record {

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
