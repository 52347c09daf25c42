// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "zwang/status.h"

namespace zwang::instant {

/// A motion goes on while its instants have an answer, even one that rows fight over.
constexpr bool usable(Status status) {
  return status == Status::ok || status == Status::contradictory;
}

}  // namespace zwang::instant
