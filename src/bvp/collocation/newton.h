// SPDX-License-Identifier: Apache-2.0
#pragma once
// Newton's iteration (collocation.h) with memory that several of them use, one after the other.

#include "bvp/collocation/newton_step.h"

namespace zwang::bvp {

struct NewtonMemory {
  explicit NewtonMemory(const Bvp& bvp) : system(bvp) {}

  NewtonSystem system;
  Curve trial, step, next, rest;
};

/// From the rates that the curve has.
NewtonResult newton(const Bvp& bvp, const NewtonOptions& options, NewtonMemory& memory,
                    Curve& curve);

}  // namespace zwang::bvp
