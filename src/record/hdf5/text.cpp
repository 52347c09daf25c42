// SPDX-License-Identifier: Apache-2.0
#include "record/hdf5/text.h"

#include <algorithm>

namespace zwang::record {

std::string hdf5_name(std::string_view name) {
  if (name == ".") return "%2E";
  std::string escaped;
  for (char c : name) {
    if (c == '/')
      escaped += "%2F";
    else if (c == '%')
      escaped += "%25";
    else if (c == '\0')
      escaped += "%00";  // HDF5 would end the name here
    else
      escaped += c;
  }
  return escaped;
}

namespace {

void write(const Hdf5Session& session, hid_t object, const std::string& name, hid_t stored,
           hid_t given, const void* value) {
  const Hdf5Handle space = session.own(H5Screate(H5S_SCALAR), H5Sclose);
  const Hdf5Handle attribute = session.own(
      H5Acreate2(object, name.c_str(), stored, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  session.check(H5Awrite(attribute, given, value));
}

}  // namespace

void attach_text(const Hdf5Session& session, hid_t object, const std::string& name,
                 const std::string& value) {
  const Hdf5Handle type = session.own(H5Tcopy(H5T_C_S1), H5Tclose);
  session.check(H5Tset_size(type, H5T_VARIABLE));
  session.check(H5Tset_cset(type, H5T_CSET_UTF8));
  const char* const text = value.c_str();
  write(session, object, name, type, type, &text);
}

void attach_number(const Hdf5Session& session, hid_t object, const std::string& name,
                   double value) {
  write(session, object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value);
}

void attach_integer(const Hdf5Session& session, hid_t object, const std::string& name,
                    std::int64_t value) {
  write(session, object, name, H5T_STD_I64LE, H5T_NATIVE_INT64, &value);
}

Hdf5Handle make_group(const Hdf5Session& session, const std::string& name) {
  const Hdf5Handle creation = session.own(H5Pcreate(H5P_GROUP_CREATE), H5Pclose);
  session.check(H5Pset_obj_track_times(creation, false));
  session.check(
      H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));
  return session.own(H5Gcreate2(session.file(), name.c_str(), H5P_DEFAULT, creation, H5P_DEFAULT),
                     H5Gclose);
}

namespace {

// A string of fixed length, since those of any length are kept apart and are not compressed.
void write_text(const Hdf5Session& session, hid_t group, const NamedText& text) {
  const std::string bytes = text.text.empty() ? std::string(1, '\0') : text.text;
  const Hdf5Handle type = session.own(H5Tcopy(H5T_C_S1), H5Tclose);
  session.check(H5Tset_size(type, bytes.size()));
  session.check(H5Tset_strpad(type, H5T_STR_NULLPAD));
  session.check(H5Tset_cset(type, H5T_CSET_UTF8));
  const hsize_t one = 1;
  const Hdf5Handle space = session.own(H5Screate_simple(1, &one, nullptr), H5Sclose);
  const Hdf5Handle creation = session.own(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  session.check(H5Pset_obj_track_times(creation, false));
  session.check(H5Pset_chunk(creation, 1, &one));
  // Numbers of a large model hardly shrink any further, and took longer to compress than to compute.
  session.check(H5Pset_deflate(creation, bytes.size() > 100'000 ? 1 : 6));
  const Hdf5Handle dataset = session.own(
      H5Dcreate2(group, text.name.c_str(), type, space, H5P_DEFAULT, creation, H5P_DEFAULT),
      H5Dclose);
  session.check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()));
}

}  // namespace

void write_texts(const Hdf5Session& session, std::span<const NamedText> texts) {
  if (texts.empty()) return;
  const Hdf5Handle group = make_group(session, "page");
  for (const NamedText& text : texts) write_text(session, group, text);
}

}  // namespace zwang::record
