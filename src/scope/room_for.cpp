// SPDX-License-Identifier: Apache-2.0
#include "scope/room_for.h"

#include "base/memory.h"

namespace zwang::compile {

namespace {

// Peaks of `check` for 1e5 free particles (5.5 kB each) and for a chain of as many (8.4 kB for a bead
// and its rod): names, programs, patterns and what is found of the rows.
constexpr double of_coordinate = 1800, of_place = 2900;  // bytes
// Less is there on any machine, and looking costs more than a small model.
constexpr double always_free = 256e6;

}  // namespace

std::string no_room_for(double coordinates, double places) {
  const double needed = of_coordinate * coordinates + of_place * places;
  if (needed < always_free) return {};
  const double free = free_memory();
  if (needed <= free) return {};
  return "with so many members the model would take about " + memory_text(needed) +
         " of memory, and " + memory_text(free) + " are free";
}

}  // namespace zwang::compile
