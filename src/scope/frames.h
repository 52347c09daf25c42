// SPDX-License-Identifier: Apache-2.0
#pragma once
// What formulas see of bodies, made when one asks for it: points, vectors that turn with a body, and
// angular velocities, three coordinates each. Equal ones are the same.

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "equations/solids/solids.h"
#include "formula/parse/symbols.h"
#include "scope/matrix.h"

namespace zwang::compile {

struct FrameSymbols {
  Index body = 0;
  equations::FrameKind kind = equations::FrameKind::point;
  Vector3 local;     // in the body's frame; of an angular velocity zero
  formula::Value X;  // its coordinates
};

class Frames {
 public:
  explicit Frames(formula::Symbols& symbols) : symbols_(symbols) {}
  /// The same over a copy of the symbols.
  Frames(const Frames& other, formula::Symbols& symbols)
      : symbols_(symbols), known_(other.known_), by_slot_(other.by_slot_), all_(other.all_) {}

  /// `name` is what messages call it, if it is new.
  formula::Value point(Index body, const Vector3& local, const std::string& name);
  formula::Value vector(Index body, const Vector3& local, const std::string& name);
  /// The coordinates whose rate is the angular velocity; alone they mean nothing. Torques act along
  /// them.
  formula::Value turn(Index body, const std::string& name);
  /// The angular velocity.
  formula::Value omega(Index body, const std::string& name);

  const std::vector<FrameSymbols>& all() const { return all_; }
  /// The frame that an input (a coordinate, a rate or an acceleration) belongs to, or null.
  const FrameSymbols* of_slot(std::uint32_t slot) const;

 private:
  using Key = std::tuple<Index, equations::FrameKind, Vector3>;
  formula::Value find(const Key& key, const std::string& name);

  formula::Symbols& symbols_;
  std::map<Key, std::size_t> known_;
  std::map<std::uint32_t, std::size_t> by_slot_;  // of the first of its nine inputs
  std::vector<FrameSymbols> all_;
};

}  // namespace zwang::compile
