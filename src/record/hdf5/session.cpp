// SPDX-License-Identifier: Apache-2.0
#include "record/hdf5/session.h"

#include "record/file_error.h"
#include "record/hdf5/seal.h"

namespace zwang::record {

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
  if (result < 0) throw FileError(aside_.path(), "cannot be written: " + innermost_message());
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
