// SPDX-License-Identifier: Apache-2.0
#include "motion_ida.h"
#include "motion_mujoco.h"
#include "motion_race.h"
#include "motion_scipy.h"
#include "motion_simbody.h"
#include "motion_zwang.h"

namespace bench {
namespace {

void enter_ida(std::vector<MotionEntrant>& field) {
#ifdef ZWANG_BENCH_IDA
  field.push_back({"IDA", "KLU", ida_sparse, 1e-3, 1e-11});
  // Dense: beyond ten links nobody would.
  field.push_back({"IDA", "difference quotients", ida_difference_quotient, 1e-3, 1e-11, 10});
#else
  field.push_back({"IDA", "", nullptr});
#endif
}

void enter_simbody(std::vector<MotionEntrant>& field) {
#ifdef ZWANG_BENCH_SIMBODY
  field.push_back({"Simbody", "rods, Merson", simbody_rods_merson, 1e-3, 1e-10});
  field.push_back({"Simbody", "rods, CPodes", simbody_rods_cpodes, 1e-3, 1e-10});
  // In angles: no constraints, so another question. The four-bar is the same model as above.
  field.push_back({"Simbody tree", "pins, Merson", simbody_pins_merson, 1e-3, 1e-10, 50, false});
  field.push_back({"Simbody tree", "pins, CPodes", simbody_pins_cpodes, 1e-3, 1e-10, 50, false});
#else
  field.push_back({"Simbody", "", nullptr});
#endif
}

void enter_mujoco(std::vector<MotionEntrant>& field) {
#ifdef ZWANG_BENCH_MUJOCO
  field.push_back({"MuJoCo", "RK4", mujoco_tendons, 1e-2, 1e-9});
#else
  field.push_back({"MuJoCo", "", nullptr});
#endif
}

void enter_scipy(std::vector<MotionEntrant>& field) {
  if (!scipy_is_installed()) {
    field.push_back({"SciPy", "", nullptr});
    return;
  }
  field.push_back({"SciPy", "DOP853", scipy_dop853, 1e-3, 1e-13});
  field.push_back({"SciPy", "Radau", scipy_radau, 1e-3, 1e-9, 5});
}

}  // namespace

std::vector<MotionEntrant> motion_field() {
  std::vector<MotionEntrant> field = {{"zwang", "auto", zwang_run, 1e-3, 1e-13}};
  enter_ida(field);
  enter_simbody(field);
  enter_mujoco(field);
  enter_scipy(field);
  return field;
}

}  // namespace bench
