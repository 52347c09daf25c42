// SPDX-License-Identifier: Apache-2.0
#pragma once
// The stages of the seam, by number: what is evaluated together. The arrays that a stage fills in are
// in the table of equations/array.h.

#include <cstddef>
#include <cstdint>

namespace zwang::equations {

// clang-format off
/// Of a motion, and whether its formulas may read accelerations: rows, forces and masses know rates at
/// most.
#define ZWANG_STAGES_OF_MOTION(stage)                                                       \
  stage(dynamics,       rates)          /* what an instant is solved from */                \
  stage(projection,     rates)          /* what brings a state back onto its rows */        \
  stage(energy,         rates)                                                              \
  stage(observe,        accelerations)                                                      \
  stage(derivatives,    accelerations)  /* by the state, at given ẍ and λ */                \
  stage(nonideal,       rates)          /* reads the slots of reactions and directions */   \
  stage(slide,          rates)                                                              \
  stage(control,        rates)                                                              \
  stage(watch,          accelerations)  /* reads reactions, controls */                     \
  stage(set,            accelerations)                                                      \
  stage(hide,           accelerations)                                                      \
  stage(by_parameter,   accelerations)  /* at given ẍ and λ */                              \
  stage(properties,     accelerations)  /* of bodies: reads parameters alone */             \
  stage(probe,          rates)          /* arguments that layers depend on */
/// Of a two-ended question: their programs are with TwoEnds. What is asked of each end comes in pairs.
#define ZWANG_STAGES_OF_TWO_ENDS(stage)                                                     \
  stage(settle,         accelerations)  /* reads parameters alone, as they are */           \
  stage(guess,          accelerations)                                                      \
  stage(density,        accelerations)                                                      \
  stage(density_slopes, accelerations)                                                      \
  stage(second,         accelerations)                                                      \
  stage(from,           accelerations)                                                      \
  stage(to,             accelerations)                                                      \
  stage(curve_from,     accelerations)                                                      \
  stage(curve_to,       accelerations)
#define ZWANG_STAGES(stage) ZWANG_STAGES_OF_MOTION(stage) ZWANG_STAGES_OF_TWO_ENDS(stage)
// clang-format on

#define ZWANG_NAME(name, ...) name,
enum class Stage : std::uint8_t { ZWANG_STAGES(ZWANG_NAME) };
#undef ZWANG_NAME

#define ZWANG_COUNT(...) +1
inline constexpr std::size_t motion_stages = 0 ZWANG_STAGES_OF_MOTION(ZWANG_COUNT);
inline constexpr std::size_t two_ended_stages = 0 ZWANG_STAGES_OF_TWO_ENDS(ZWANG_COUNT);
inline constexpr std::size_t stages = motion_stages + two_ended_stages;
#undef ZWANG_COUNT

constexpr std::size_t number(Stage stage) { return static_cast<std::size_t>(stage); }
constexpr bool is_two_ended(Stage stage) { return number(stage) >= motion_stages; }

constexpr bool reads_accelerations(Stage stage) {
  enum Reads : bool { rates, accelerations };
#define ZWANG_READS(name, reads) reads,
  constexpr Reads table[] = {ZWANG_STAGES(ZWANG_READS)};
#undef ZWANG_READS
  return table[number(stage)] == accelerations;
}

/// A few of them.
class StageSet {
 public:
  template <class... Stages>
  constexpr explicit StageSet(Stages... which) : bits_((0u | ... | bit(which))) {}

  constexpr bool has(Stage stage) const { return (bits_ & bit(stage)) != 0; }

 private:
  static constexpr std::uint32_t bit(Stage stage) { return std::uint32_t{1} << number(stage); }
  std::uint32_t bits_;
};
static_assert(stages <= 32);

}  // namespace zwang::equations
