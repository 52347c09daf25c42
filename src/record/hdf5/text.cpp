// SPDX-License-Identifier: Apache-2.0
#include "record/hdf5/text.h"

#include <algorithm>

#include "record/hdf5/attribute.h"

namespace zwang::record {

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
  session.check(H5Pset_deflate(creation, 6));
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
