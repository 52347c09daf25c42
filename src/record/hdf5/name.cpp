// SPDX-License-Identifier: Apache-2.0
#include "record/hdf5/name.h"

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

}  // namespace zwang::record
