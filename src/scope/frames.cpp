// SPDX-License-Identifier: Apache-2.0
#include "scope/frames.h"

namespace zwang::compile {

using equations::FrameKind;
using formula::Value;

Value Frames::find(const Key& key, const std::string& name) {
  const auto [at, is_new] = known_.try_emplace(key, all_.size());
  if (is_new) {
    const Value X = symbols_.add_frame(name);
    by_slot_.emplace(symbols_.graph().slot(X.at[0]), all_.size());
    all_.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), X});
  }
  return all_[at->second].X;
}

Value Frames::point(Index body, const Vector3& local, const std::string& name) {
  return find({body, FrameKind::point, local}, name);
}

Value Frames::vector(Index body, const Vector3& local, const std::string& name) {
  return find({body, FrameKind::vector, local}, name);
}

Value Frames::turn(Index body, const std::string& name) {
  return find({body, FrameKind::omega, constants(symbols_.graph(), 0, 0, 0)}, name);
}

Value Frames::omega(Index body, const std::string& name) {
  Value omega = turn(body, name);
  for (formula::Node& x : omega.nodes()) x = symbols_.rate(x);
  return omega;
}

const FrameSymbols* Frames::of_slot(std::uint32_t slot) const {
  constexpr std::uint32_t inputs = 9;  // of a frame
  const auto behind = by_slot_.upper_bound(slot);
  if (behind == by_slot_.begin()) return nullptr;
  const auto& [first, number] = *std::prev(behind);
  return slot < first + inputs ? &all_[number] : nullptr;
}

}  // namespace zwang::compile
