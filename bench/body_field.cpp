// SPDX-License-Identifier: Apache-2.0
// Who takes part, and how each was compiled. The peers' libraries are those of their packages; what
// is ours of a peer's program only calls them.

#include "body_race.h"

// Set by CMake to the path of the program; empty where the package is missing.
#ifndef ZWANG_BODY_MUJOCO
#define ZWANG_BODY_MUJOCO ""
#endif
#ifndef ZWANG_BODY_SIMBODY
#define ZWANG_BODY_SIMBODY ""
#endif
#ifndef ZWANG_BODY_KDL
#define ZWANG_BODY_KDL ""
#endif
#ifndef ZWANG_BODY_DART
#define ZWANG_BODY_DART ""
#endif

namespace bench {
namespace {

std::string quoted(const std::string& path) { return path.empty() ? "" : "'" + path + "'"; }

}  // namespace

std::vector<BodyContestant> body_field() {
  const std::string shipped = quoted(ZWANG_BODY_SHIPPED),
                    narrow = "env ZWANG_KERNELS=avx2 " + shipped;
  return {{"zwang", "-O3, as shipped", shipped, BodyKind::ours, {}},
          {"zwang -O2", "-O2", quoted(ZWANG_BODY_O2), BodyKind::ours, {}},
          {"zwang native", "-O3 -march=native", quoted(ZWANG_BODY_NATIVE), BodyKind::ours, {}},
          {"zwang AVX2", "-O3, as shipped, without AVX-512", narrow, BodyKind::ours, {}},
          {"MuJoCo", "package", quoted(ZWANG_BODY_MUJOCO), BodyKind::soft, {}},
          {"KDL", "package", quoted(ZWANG_BODY_KDL), BodyKind::exact, {}},
          {"DART", "package", quoted(ZWANG_BODY_DART), BodyKind::exact, {}},
          {"Simbody", "package", quoted(ZWANG_BODY_SIMBODY), BodyKind::exact, {}}};
}

}  // namespace bench
