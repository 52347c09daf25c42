// SPDX-License-Identifier: Apache-2.0
#include "motion/events/happening.h"

namespace zwang::motion {

namespace {

void put(const std::vector<double>& x, std::vector<double>& memory) {
  memory.push_back(static_cast<double>(x.size()));
  memory.insert(memory.end(), x.begin(), x.end());
}

std::size_t take(const std::vector<double>& memory, std::size_t at, std::vector<double>& x) {
  const auto size = static_cast<std::size_t>(memory[at]);
  const auto begin = memory.begin() + static_cast<std::ptrdiff_t>(at) + 1;
  x.assign(begin, begin + static_cast<std::ptrdiff_t>(size));
  return at + 1 + size;
}

}  // namespace

void save(const std::vector<Happening>& happenings, std::vector<double>& memory) {
  memory.push_back(static_cast<double>(happenings.size()));
  for (const Happening& x : happenings) {
    for (const double number :
         {static_cast<double>(x.what), static_cast<double>(x.number), x.t, x.energy_before,
          x.energy_after, x.carnot, static_cast<double>(x.blows)}) {
      memory.push_back(number);
    }
    put(x.q, memory);
    put(x.v, memory);
    put(x.v_before, memory);
    put(x.hit, memory);
  }
}

std::size_t restore(const std::vector<double>& memory, std::size_t at,
                    std::vector<Happening>& happenings) {
  std::size_t next = at;
  happenings.resize(static_cast<std::size_t>(memory[next++]));
  const auto whole = [&] { return static_cast<std::uint32_t>(memory[next++]); };
  for (Happening& x : happenings) {
    x.what = static_cast<What>(whole());
    x.number = whole();
    x.t = memory[next++];
    x.energy_before = memory[next++];
    x.energy_after = memory[next++];
    x.carnot = memory[next++];
    x.blows = whole();
    next = take(memory, next, x.q);
    next = take(memory, next, x.v);
    next = take(memory, next, x.v_before);
    next = take(memory, next, x.hit);
  }
  return next - at;
}

}  // namespace zwang::motion
