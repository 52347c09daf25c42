// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows that depend on others at a state: whether they do so along the motion, or in this pose
// only. Told apart by looking at states beside it.

#include <cstdint>
#include <vector>

#include "diagnosis/acting_rows.h"
#include "flow/kept_rows.h"

namespace zwang::diagnosis {

constexpr Index most_around = 300;  // coordinates; beyond, states beside one cost too much

enum class Extent : std::uint8_t {
  unknown,  // there is no other state, or it was not looked for
  motion,   // the row holds wherever the others do
  pose,     // beside this pose the rows are independent
  touch,    // dependent wherever all hold, and yet the others alone would allow more
  hidden,   // the same, and differentiated once more they bind what they do not bind now
  parts,    // they agree now, and later they cannot hold together
};

struct RowDependence {
  Dependence dependence;  // where it holds along the motion: as it is beside this pose
  Extent extent = Extent::unknown;
  double multiple = 0;  // the row is this many times the one row that it repeats; 0: not so
  double parts_at = 0;  // a time when they do not agree any more
};

/// What the rows `acts` (m flags) do around a state on the constraints.
class Surroundings {
 public:
  Surroundings(const Model& model, const State& state, const std::vector<unsigned char>& acts);

  /// States beside this one on all of the rows.
  const std::vector<State>& states() const { return around_.states; }
  /// In order of rows, vanished ones left out.
  std::vector<RowDependence> dependences(const RowsInstant& here);

 private:
  /// States on some rows; `alone`: this one is the only one.
  struct Beside {
    std::vector<State> states;
    bool alone = true;
  };
  Beside states_on(const std::vector<unsigned char>& kept, int first_seed);
  bool holds(std::size_t row, const State& state, const std::vector<unsigned char>& kept);
  bool holds_at(std::size_t row, const Beside& beside, const std::vector<unsigned char>& kept);
  Extent extent_of_kept(std::size_t row) const;
  Extent extent_of(std::size_t row, std::vector<unsigned char>& kept);
  void tell_beside(RowDependence& told) const;
  bool moves_with_time() const;
  bool meets(const std::vector<unsigned char>& kept, State& state);
  void look_later(std::vector<RowDependence>& all);

  const Model& model_;
  State state_;
  std::vector<unsigned char> acts_;
  motion::KeptRows rows_;
  double while_;  // a tenth of the run, or 1
  Beside around_;
  std::vector<RowsInstant> beside_;
};

/// Without looking around.
std::vector<RowDependence> dependences_here(const RowsInstant& here);

}  // namespace zwang::diagnosis
