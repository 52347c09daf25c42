// SPDX-License-Identifier: Apache-2.0
#include "tape/registers.h"

#include "base/contract.h"

namespace zwang::tape {

namespace {
constexpr Registers::Value nobody = 0xFFFFFFFFu;
}

Registers::Registers(Encoder& encoder, const Tape& tape, const Numbering& number, int count)
    : encoder_(encoder),
      next_(find_next_use(tape, number)),
      register_of_(number.size(), -1),
      homes_(number.size()),
      count_(count) {
  occupant_.fill(nobody);
  for (std::uint32_t k = 0; k < number.inputs(); ++k) {
    homes_[number.values() + k] = {Home::Base::input, k};
  }
  for (std::uint32_t v = number.values() + number.inputs(); v < number.size(); ++v) {
    homes_[v] = {Home::Base::pool, v - number.values() - number.inputs()};
  }
}

int Registers::vacate() {
  int best = -1;
  std::uint64_t furthest = 0;
  for (int r = 0; r < count_; ++r) {
    const Value v = occupant_[r];
    if (locked_ >> r & 1) continue;
    if (v == nobody) return r;
    // Among equals, one that need not be stored.
    const std::uint64_t distance = std::uint64_t{next_.first[v]} * 2 + (homes_[v] ? 1 : 0);
    if (best < 0 || distance > furthest) {
      best = r;
      furthest = distance;
    }
  }
  expects(best >= 0);
  const Value v = occupant_[best];
  if (next_.first[v] != never) keep(v);
  register_of_[v] = -1;
  occupant_[best] = nobody;
  return best;
}

int Registers::load(Value v) {
  int r = register_of_[v];
  if (r < 0) {
    r = vacate();
    encoder_.load(r, homes_[v]);
    define(v, r);
  }
  lock(r);
  return r;
}

void Registers::define(Value v, int r) {
  const Value before = occupant_[r];
  if (before != nobody) register_of_[before] = -1;
  occupant_[r] = v;
  register_of_[v] = static_cast<std::int8_t>(r);
}

void Registers::release_if_dead(Value v) {
  if (next_.first[v] != never) return;
  if (register_of_[v] >= 0) {
    occupant_[register_of_[v]] = nobody;
    register_of_[v] = -1;
  }
  if (homes_[v].base == Home::Base::scratch) {
    given_up_.push_back(homes_[v].slot);
    homes_[v] = {};
  }
}

Home Registers::take_slot() {
  if (free_slots_.empty()) return {Home::Base::scratch, static_cast<std::uint32_t>(slots_++)};
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  return {Home::Base::scratch, slot};
}

void Registers::keep(Value v) {
  if (homes_[v]) return;
  expects(register_of_[v] >= 0);
  homes_[v] = take_slot();
  encoder_.store(homes_[v], register_of_[v]);
  ++spills_;
}

void Registers::keep_all() {
  for (const Value v : occupant_) {
    if (v != nobody && next_.first[v] != never) keep(v);
  }
}

void Registers::forget_all() {
  for (Value& v : occupant_) {
    if (v != nobody) register_of_[v] = -1;
    v = nobody;
  }
}

// Groups of four begin at multiples of four: a vector of them then lies within one cache line.
Home Registers::reserve(int count) {
  if (count == 4) slots_ = round_up(slots_, 4);
  const Home home{Home::Base::scratch, static_cast<std::uint32_t>(slots_)};
  slots_ += count;
  return home;
}

void Registers::recycle() {
  free_slots_.insert(free_slots_.end(), given_up_.begin(), given_up_.end());
  given_up_.clear();
}

}  // namespace zwang::tape
