// SPDX-License-Identifier: Apache-2.0
// Any bytes as a robot of links and joints; robot_laws.h says what must hold.
//
//   urdf_fuzz FOLDER test/fuzz/corpus/urdf test/data/robots -dict=test/fuzz/urdf.dict

#include "robot_laws.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  zwang::test::check_robot(text);
  // Few mutations find the root element: the same bytes inside one.
  zwang::test::check_robot("<robot name=\"r\">" + text + "</robot>");
  return 0;
}
