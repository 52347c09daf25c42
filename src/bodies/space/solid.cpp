// SPDX-License-Identifier: Apache-2.0
#include "bodies/space/solid.h"

#include <algorithm>
#include <cstring>

namespace zwang::bodies {

void read(const double* numbers, Solids& solids) noexcept {
  std::copy(numbers, numbers + gravity_numbers, solids.gravity);
  numbers += gravity_numbers;
  for (SolidNumbers& solid : solids.of) {
    std::memcpy(&solid, numbers, sizeof solid);
    numbers += solid_numbers;
  }
}

}  // namespace zwang::bodies
