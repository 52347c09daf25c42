// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which value is in which register and where it lives in memory. Where all registers are taken,
// the value that is used furthest in the future makes room (Belady's rule, the best there is for
// straight-line code where all stores cost the same).

#include <array>
#include <vector>

#include "tape/encoder.h"
#include "tape/next_use.h"

namespace zwang::tape {

class Registers {
 public:
  using Value = std::uint32_t;  // as numbered

  Registers(Encoder& encoder, const Tape& tape, const Numbering& number, int count);

  int in_register(Value v) const { return register_of_[v]; }  // -1: none
  Home home(Value v) const { return homes_[v]; }
  Time next(Value v) const { return next_.first[v]; }
  const NextUse& next_use() const { return next_; }

  /// A register with nothing in it, never one of the locked.
  int vacate();
  /// v in a register, locked.
  int load(Value v);
  void lock(int r) { locked_ |= 1u << r; }
  void unlock_all() { locked_ = 0; }

  /// v was used, and will be used again at `after`.
  void used(Value v, Time after) { next_.first[v] = after; }
  /// Forgets v if it is never used again.
  void release_if_dead(Value v);
  /// v is now in register r, which was empty or belonged to a value that is dead.
  void define(Value v, int r);
  void set_home(Value v, Home home) { homes_[v] = home; }

  /// Gives v a home in memory if it has none.
  void keep(Value v);
  /// Before a call: values that are used later get a home.
  void keep_all();
  /// After a call: no register holds anything.
  void forget_all();

  /// Consecutive places of scratch.
  Home reserve(int count);
  /// Homes given up by the last instruction become free: not before, since it may read them.
  void recycle();

  Index scratch_slots() const { return slots_; }
  Index spills() const { return spills_; }

 private:
  Home take_slot();

  Encoder& encoder_;
  NextUse next_;
  std::vector<std::int8_t> register_of_;
  std::vector<Home> homes_;
  std::array<Value, 32> occupant_;
  int count_;
  std::uint32_t locked_ = 0;
  std::vector<std::uint32_t> free_slots_, given_up_;
  Index slots_ = 0, spills_ = 0;
};

}  // namespace zwang::tape
