// SPDX-License-Identifier: Apache-2.0
#include "zwang/status.h"

#include <array>

namespace zwang {

namespace {

struct Words {
  std::string_view name, sentence, remedy;
};

constexpr std::array<Words, 11> kWords{{
    {"ok", "The motion is determined and satisfies every row.", ""},
    {"contradictory",
     "The rows contradict each other; the acceleration satisfies them as nearly as it can.",
     "Look at the contradictory sets and take out or correct a row; weights say which rows matter "
     "more."},
    {"degenerate",
     "The motion is not determined: along the null direction neither mass nor a row decides.",
     "Give that direction a mass, or a constraint that names it."},
    {"mass_not_definite", "This method needs a definite mass matrix, and the one given is not.",
     "Use the method 'auto' or 'nullspace'."},
    {"not_converged", "The proximal iteration stopped before it reached rounding.",
     "Use the method 'explicit'; the rows are too ill-conditioned for damping."},
    {"not_finite_input", "An input is NaN or infinite.",
     "Look at the formula or the state that the numbers came from."},
    {"overflow", "The numbers are too large or too small to be squared in double precision.",
     "Choose units in which the numbers are nearer to 1."},
    {"wrong_size", "The size of an argument does not fit.",
     "Compare the sizes with those the solver was made for."},
    {"bad_weight", "A weight is not positive.",
     "Give every row a positive weight, or leave the weights out."},
    {"no_reaction",
     "No reaction satisfies the law of friction here: the contact jams, as Painlevé's rod does.",
     "A rigid body cannot go on from here without a blow; use a smaller coefficient of friction, "
     "or "
     "law = \"explicit\"."},
    {"several_reactions",
     "More than one reaction satisfies the law of friction here, and nothing chooses between them.",
     "Use a smaller coefficient of friction, or law = \"explicit\"."},
}};

const Words& words(Status status) noexcept { return kWords[static_cast<std::size_t>(status)]; }

}  // namespace

std::string_view name(Status status) noexcept { return words(status).name; }
std::string_view sentence(Status status) noexcept { return words(status).sentence; }
std::string_view remedy(Status status) noexcept { return words(status).remedy; }

}  // namespace zwang
