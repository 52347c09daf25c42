// SPDX-License-Identifier: Apache-2.0
// Any bytes as a robot of bodies in bodies; robot_laws.h says what must hold.
//
//   mjcf_fuzz FOLDER test/fuzz/corpus/mjcf test/data/robots -dict=test/fuzz/mjcf.dict

#include "robot_laws.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  zwang::test::check_robot(text);
  // Few mutations find the root element: the same bytes inside one, and inside a body.
  zwang::test::check_robot("<mujoco>" + text + "</mujoco>");
  zwang::test::check_robot("<mujoco><worldbody><body name=\"a\">" + text +
                           "</body></worldbody></mujoco>");
  return 0;
}
