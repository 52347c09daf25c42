// SPDX-License-Identifier: Apache-2.0
#pragma once
// Words for policies: what is done about a start that is off, about drift, rank, impacts, events.

#include "base/words/word.h"
#include "zwang/description.h"

namespace zwang::words {

inline constexpr Word start_words[] = {
    word(StartPolicy::project, "project",
         "the start is moved onto the constraints by the smallest change"),
    word(StartPolicy::strict, "strict", "such a start is an error"),
    word(StartPolicy::equilibrium, "equilibrium",
         "the run starts at rest, in an equilibrium near the start"),
};
inline constexpr Vocabulary<StartPolicy> starts{start_words};

inline constexpr Word linear_place_words[] = {
    word(LinearPlace::start, "start", "the start, moved onto the constraints"),
    word(LinearPlace::equilibrium, "equilibrium", "the equilibrium near the start"),
};
inline constexpr Vocabulary<LinearPlace> linear_places{linear_place_words};

inline constexpr Word rank_words[] = {
    word(RankPolicy::keep, "keep", "all equations stay active; the run continues through the pose"),
    word(RankPolicy::stop, "stop", "the run ends there"),
    word(RankPolicy::drop, "drop", "equations that have become dependent are dropped"),
    word(RankPolicy::proximal, "proximal", "instants are solved without a rank decision"),
};
inline constexpr Vocabulary<RankPolicy> rank_changes{rank_words};

inline constexpr Word impact_words[] = {
    word(ImpactPolicy::sequence, "sequence", "one after the other, the fastest first"),
    word(ImpactPolicy::simultaneous, "simultaneous", "all together"),
};
inline constexpr Vocabulary<ImpactPolicy> impacts{impact_words};

/// Baumgarte's policy is no word, for it needs its two factors: a table stands for it.
inline constexpr Word drift_words[] = {
    word(Drift::Policy::project, "project", "project back onto the constraint after every step"),
    word(Drift::Policy::none, "none", "nothing is done"),
};
inline constexpr Vocabulary<Drift::Policy> drifts{drift_words};

inline constexpr Word law_words[] = {
    word(ReactionLaw::implicit, "implicit", "the actual reactions, which the force itself affects"),
    word(ReactionLaw::explicit_, "explicit", "the reactions of ideal constraints"),
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
    word(Event::Direction::any, "any", "in either direction"),
    word(Event::Direction::rising, "rising", "from below"),
    word(Event::Direction::falling, "falling", "from above"),
};
inline constexpr Vocabulary<Event::Direction> directions{direction_words};

/// The value is EventAction::stop.
inline constexpr Word action_words[] = {
    {0, "record", "list it in the results, as every event is"},
    {1, "stop", "the run ends there"},
};

/// The value is Force::body_frame.
inline constexpr Word frame_words[] = {
    {0, "world", "along the axes of the world"},
    {1, "body", "along the axes of the body"},
};

}  // namespace zwang::words
