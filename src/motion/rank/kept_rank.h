// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rank of the rows as a property of the motion: decided where a step begins, on the constraints,
// and kept for all that the step does. Stages are off the constraints by their errors, and there rows
// that are redundant along the motion are independent by as much: whoever asked them for their rank would
// be told of a direction that is nothing but error, and accelerations that grow as its inverse.

#include <vector>

#include "flow/project.h"
#include "motion/rank/kept_memory.h"

namespace zwang::motion {

class KeptRank {
 public:
  KeptRank(RightSide& side, Projector& projector);
  KeptRank(const KeptRank&) = delete;
  KeptRank& operator=(const KeptRank&) = delete;
  ~KeptRank() { release(); }

  /// Where the motion begins. Rows that fight everywhere are met in the sense of least squares, and stay
  /// as they are: nothing is kept from then on.
  void begin(double t, const double* q, const double* v, bool fights) noexcept;
  /// After a step of length dt to a state where the last independent row stood out by `independence`
  /// (0: not known). True: rows are combined otherwise than before, and rates of the state have to be
  /// found again.
  bool arrive(double t, const double* q, const double* v, double dt, double independence) noexcept;

  /// Whether combinations stand for rows.
  bool is_kept() const noexcept;
  /// Whether rows that combinations stand for ask for something else than they: told where rates of the
  /// state that was chosen at have just been found, ẍ among them. Not near singular poses, where rounding
  /// would decide.
  bool fights(const double* acceleration) noexcept;
  /// Rows are met in the sense of least squares from now on.
  void give_up() noexcept;

  /// For a snapshot, as it is then and later.
  void save(KeptMemory& memory) const;
  void restore(const KeptMemory& memory, bool fights) noexcept;

 private:
  using Set = instant::Kernel::Set;
  static constexpr Set sets[] = {Set::positions, Set::rates, Set::accelerations};

  void release() noexcept;
  const unsigned char* rows_of(Set set) const noexcept;
  Index count(Set set) const noexcept;
  bool note_lengths(double decay) noexcept;
  bool choose(Set set, double tolerance, Index most) noexcept;
  void choose_all(double t, const double* q, const double* v, double dt) noexcept;
  bool look_ahead(Set set, double t, const double* q, const double* v, double dt) noexcept;

  RightSide& side_;
  Projector& projector_;
  bool watches_;
  Index m_;  // rows that are compared
  KeptMemory memory_;
  AlignedArray length_, near_, before_;
};

}  // namespace zwang::motion
