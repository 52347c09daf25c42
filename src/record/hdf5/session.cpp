// SPDX-License-Identifier: Apache-2.0
#include "record/hdf5/session.h"

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

#include <algorithm>
#include <new>

#include "record/file.h"
#include "record/hdf5/seal.h"

namespace zwang::record {

void Hdf5Target::write(std::uint64_t offset, const char* bytes, std::size_t count) {
  failed_ = failed_ || !file_.write_at(offset, bytes, count);
  if (failed_) patches_.push_back({offset, std::string(bytes, count)});
  size_ = std::max(size_, offset + count);
}

bool Hdf5Target::read(std::uint64_t offset, char* bytes, std::size_t count) noexcept {
  if (!file_.read_at(offset, bytes, count)) return false;
  for (const Patch& patch : patches_) {
    const std::uint64_t begin = std::max(offset, patch.offset);
    const std::uint64_t end = std::min(offset + count, patch.offset + patch.bytes.size());
    if (begin < end)
      std::copy_n(patch.bytes.data() + (begin - patch.offset), end - begin,
                  bytes + (begin - offset));
  }
  return true;
}

void Hdf5Target::truncate(std::uint64_t size) noexcept {
  failed_ = failed_ || !file_.truncate(size);
  size_ = size;
}

namespace {

/// An open file, as HDF5 sees it.
struct Opened {
  H5FD_t common;  // HDF5's own, first by its rule
  Hdf5Target* target;
  haddr_t allocated;
};

Opened& opened(H5FD_t* file) { return *reinterpret_cast<Opened*>(file); }
const Opened& opened(const H5FD_t* file) { return *reinterpret_cast<const Opened*>(file); }

/// HDF5 copies what a driver needs to know by its size.
struct Info {
  Hdf5Target* target;
};

H5FD_t* open_target(const char*, unsigned, hid_t access, haddr_t) {
  const void* const info = H5Pget_driver_info(access);
  auto* const file = info ? new (std::nothrow) Opened() : nullptr;
  if (!file) return nullptr;
  file->target = static_cast<const Info*>(info)->target;
  return &file->common;
}

herr_t close_target(H5FD_t* file) {
  delete &opened(file);
  return 0;
}

/// As the library's own driver: small pieces are gathered before they are written.
herr_t query_features(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA;
  return 0;
}

haddr_t get_allocated(const H5FD_t* file, H5FD_mem_t) { return opened(file).allocated; }

herr_t set_allocated(H5FD_t* file, H5FD_mem_t, haddr_t size) {
  opened(file).allocated = size;
  return 0;
}

haddr_t get_size(const H5FD_t* file, H5FD_mem_t) { return opened(file).target->size(); }

herr_t read_target(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, size_t count, void* bytes) {
  return opened(file).target->read(at, static_cast<char*>(bytes), count) ? 0 : -1;
}

herr_t write_target(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, size_t count, const void* bytes) {
  try {
    opened(file).target->write(at, static_cast<const char*>(bytes), count);
    return 0;
  } catch (const std::bad_alloc&) {
    return -1;
  }
}

herr_t truncate_target(H5FD_t* file, hid_t, hbool_t) {
  opened(file).target->truncate(opened(file).allocated);
  return 0;
}

H5FD_class_t make_class() {
  H5FD_class_t driver{};
#ifdef H5FD_CLASS_VERSION
  driver.version = H5FD_CLASS_VERSION;
  driver.value = static_cast<H5FD_class_value_t>(H5_VFD_RESERVED + 1);
#endif
  driver.name = "zwang";
  driver.maxaddr = (haddr_t{1} << 62) - 1;
  driver.fc_degree = H5F_CLOSE_STRONG;
  driver.fapl_size = sizeof(Info);
  driver.open = open_target;
  driver.close = close_target;
  driver.query = query_features;
  driver.get_eoa = get_allocated;
  driver.set_eoa = set_allocated;
  driver.get_eof = get_size;
  driver.read = read_target;
  driver.write = write_target;
  driver.truncate = truncate_target;
  return driver;
}

}  // namespace

hid_t drive(hid_t access, Hdf5Target& target) noexcept {
  const H5FD_class_t driver_class = make_class();
  const hid_t driver = H5FDregister(&driver_class);
  if (driver < 0) return driver;
  const Info info{&target};
  if (H5Pset_driver(access, driver, &info) >= 0) return driver;
  H5FDunregister(driver);
  return -1;
}

namespace {

std::mutex& one_at_a_time() {
  static std::mutex mutex;
  return mutex;
}

/// The innermost of the messages that HDF5 has piled up.
std::string innermost_message() {
  std::string message = "HDF5 gives no reason";
  const auto take = [](unsigned number, const H5E_error2_t* error, void* to) -> herr_t {
    if (number == 0 && error->desc) *static_cast<std::string*>(to) = error->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take, &message);
  return message;
}

}  // namespace

Hdf5Silence::Hdf5Silence() : lock_(one_at_a_time()) {
  H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Hdf5Silence::~Hdf5Silence() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }

Hdf5Session::Hdf5Session(const std::string& path) : aside_(path), target_(aside_.file()) {
  access_ = own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  driver_ = own(drive(access_, target_), H5FDunregister);
  const Hdf5Handle creation = own(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  check(H5Pset_obj_track_times(creation, false));
  file_ = own(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, access_), H5Fclose);
}

void Hdf5Session::check(std::int64_t result) const {
  if (target_.failed()) aside_.fail();
  if (result < 0) throw FileError::unwritable(aside_.path(), innermost_message());
}

Hdf5Handle Hdf5Session::own(hid_t id, Hdf5Handle::Close close) const {
  Hdf5Handle handle(id, close);
  check(id);
  return handle;
}

void Hdf5Session::commit() {
  check(file_.reset());
  if (!seal(aside_.file(), target_.size())) aside_.fail();
  aside_.commit();
}

}  // namespace zwang::record
