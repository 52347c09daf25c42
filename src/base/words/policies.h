// SPDX-License-Identifier: Apache-2.0
#pragma once
// Words for policies: what is done about a start that is off, about drift, rank, impacts, events.

#include "base/words/word.h"
#include "zwang/description.h"

namespace zwang::words {

inline constexpr Word start_words[] = {
    word(StartPolicy::project, "project", "a slightly wrong start is moved onto the constraints"),
    word(StartPolicy::strict, "strict", "it is refused"),
    word(StartPolicy::equilibrium, "equilibrium", "rest is looked for near the start"),
};
inline constexpr Vocabulary<StartPolicy> starts{start_words};

inline constexpr Word rank_words[] = {
    word(RankPolicy::keep, "keep", "all rows, by the one rank rule"),
    word(RankPolicy::stop, "stop", "the run ends there"),
    word(RankPolicy::drop, "drop", "rows that have become dependent are left out"),
    word(RankPolicy::proximal, "proximal", "instants are solved without a rank decision"),
};
inline constexpr Vocabulary<RankPolicy> rank_changes{rank_words};

inline constexpr Word impact_words[] = {
    word(ImpactPolicy::sequence, "sequence",
         "contacts that are hit at once are hit one after the other"),
    word(ImpactPolicy::simultaneous, "simultaneous", "all together"),
};
inline constexpr Vocabulary<ImpactPolicy> impacts{impact_words};

/// Baumgarte's policy is no word, for it needs its two factors: a table stands for it.
inline constexpr Word drift_words[] = {
    word(Drift::Policy::project, "project", "back onto the constraint after every step"),
    word(Drift::Policy::none, "none", "nothing is done"),
};
inline constexpr Vocabulary<Drift::Policy> drifts{drift_words};

inline constexpr Word law_words[] = {
    word(ReactionLaw::implicit, "implicit",
         "reactions are the true ones, which the force itself changes"),
    word(ReactionLaw::explicit_, "explicit", "reactions are those of ideal constraints"),
};
inline constexpr Vocabulary<ReactionLaw> laws{law_words};

inline constexpr Word restitution_words[] = {
    word(RestitutionLaw::stronge, "stronge",
         "an impact gives back ε² of the work of its compression"),
    word(RestitutionLaw::poisson, "poisson", "ε of the impulse of its compression"),
    word(RestitutionLaw::newton, "newton", "ε of the speed of approach"),
};
inline constexpr Vocabulary<RestitutionLaw> restitutions{restitution_words};

inline constexpr Word direction_words[] = {
    word(Event::Direction::any, "any", "either way"),
    word(Event::Direction::rising, "rising", "from below"),
    word(Event::Direction::falling, "falling", "from above"),
};
inline constexpr Vocabulary<Event::Direction> directions{direction_words};

/// The value is EventAction::stop.
inline constexpr Word action_words[] = {
    {0, "record", "it is listed in the results, as every event is"},
    {1, "stop", "the run ends there"},
};

/// The value is Force::body_frame.
inline constexpr Word frame_words[] = {
    {0, "world", "components are along the axes of the world"},
    {1, "body", "components are along the axes of the body"},
};

}  // namespace zwang::words
