// SPDX-License-Identifier: Apache-2.0
#include "zwang/status.h"

#include <array>

namespace zwang {

namespace {

struct Words {
  std::string_view name, sentence, remedy;
};

constexpr std::array<Words, 11> kWords{{
    {"ok", "The motion is determined and satisfies every constraint equation.", ""},
    {"contradictory",
     "The constraint equations contradict each other; the acceleration is the least-squares "
     "solution.",
     "Correct or remove an equation of a contradictory set; weights say which equations matter "
     "more."},
    {"degenerate",
     "The motion is not determined: the null direction has neither mass nor a constraint.",
     "Give that direction a mass, or constrain it."},
    {"mass_not_definite", "This method needs a positive definite mass matrix, and this one is not.",
     "Use the method 'auto' or 'nullspace'."},
    {"not_converged", "The proximal iteration stopped before it converged to rounding.",
     "Use the method 'explicit'; the equations are too ill-conditioned for damping."},
    {"not_finite_input", "An input is NaN or infinite.",
     "Check the formula or the state that the numbers came from."},
    {"overflow", "The numbers are too large or too small to be squared in double precision.",
     "Choose units in which the numbers are closer to 1."},
    {"wrong_size", "An argument has the wrong size.",
     "Compare the sizes with those the solver was constructed for."},
    {"bad_weight", "A weight is not positive.",
     "Give every equation a positive weight, or leave the weights out."},
    {"no_reaction",
     "No reaction satisfies the law of friction here: the contact jams, as Painlevé's rod does.",
     "A rigid body cannot continue from here without an impact; use a smaller coefficient of "
     "friction, or law = \"explicit\"."},
    {"several_reactions",
     "More than one reaction satisfies the law of friction here, and nothing selects one of them.",
     "Use a smaller coefficient of friction, or law = \"explicit\"."},
}};

const Words& words(Status status) noexcept { return kWords[static_cast<std::size_t>(status)]; }

}  // namespace

std::string_view name(Status status) noexcept { return words(status).name; }
std::string_view sentence(Status status) noexcept { return words(status).sentence; }
std::string_view remedy(Status status) noexcept { return words(status).remedy; }

}  // namespace zwang
