// SPDX-License-Identifier: Apache-2.0
#pragma once
// The table of the seam: every array of numbers that programs fill in at a state. One more array is one
// line here and the formulas that fill it in. Where it stands (Layout), what evaluates it (Stage), and
// how it is read (a member function of Workspace of the same name) follow.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/index.h"
#include "equations/stage.h"

namespace zwang::equations {

/// What arrays are as large as.
struct Sizes {
  Index n = 0, m = 0;  // coordinates, rows
  Index mass = 0;      // numbers in the blocks of M
  Index observables = 0, reactions = 0, limits = 0, sliding = 0, controls = 0, events = 0, sets = 0;
  Index arguments = 0;   // of functions that may change in a layer
  Index switches = 0;    // of formulas that jump
  Index directions = 0;  // of slopes: parameters; of a two-ended question λ, μ, unknowns, the time
  Index properties = 0;  // numbers of bodies
  // Of a two-ended question.
  bool two_ends = false;
  Index parameters = 0, unknowns = 0, integrals = 0;
  Index from = 0, to = 0;  // rows of each end

  /// The integrals, F* − v·F*_v, F*_t, and F*_p for each unknown.
  constexpr Index densities() const { return integrals + 2 + unknowns; }
};

struct Shape {
  Index rows, columns;
};

/// Row-major; or the entries of a pattern.
enum class Form : std::uint8_t { full, sparse };

/// With bodies: as programs fill it in; or `reduced`, programs fill in another over (q, X), and this one
/// follows from it (equations/reduce.h).
enum class WithBodies : std::uint8_t { same, reduced };

// clang-format off
/// Name, stages that fill it in, rows and columns by Sizes s, form, with bodies.
#define ZWANG_ARRAYS(array)                                                                        \
  /* blocks of the mass matrix, row-major, one after the other */                                  \
  array(M,                 in(dynamics, projection), s.mass,           1,                full,   reduced) \
  array(Q,                 in(dynamics),            s.n,              1,                full,   reduced) \
  array(A,                 in(dynamics, projection), s.m,              s.n,              sparse, reduced) \
  array(b,                 in(dynamics),            s.m,              1,                full,   reduced) \
  /* φ, f or g; and φ̇ of the position level, f of the velocity level */                           \
  array(residual,          in(projection),          s.m,              1,                full,   same) \
  array(rate,              in(projection),          s.m,              1,                full,   same) \
  array(energy,            in(energy),              1,                1,                full,   reduced) \
  /* of what the energy does not contain, constraints excepted */                                  \
  array(power,             in(dynamics, energy),    1,                1,                full,   same) \
  array(observables,       in(observe),             s.observables,    1,                full,   same) \
  /* ∂(Q − M ẍ + Aᵀλ) and ∂(b − A ẍ) by q, then v */                                               \
  array(G,                 in(derivatives),         s.n,              2 * s.n,          sparse, reduced) \
  array(H,                 in(derivatives),         s.m,              2 * s.n,          sparse, reduced) \
  /* the non-ideal forces, and ∂C/∂reaction; of each sliding contact the limits of sliding, of sticking, */ \
  /* and its velocity, contact after contact, as many numbers as it has rows */                    \
  array(C,                 in(nonideal),            s.n,              1,                full,   reduced) \
  array(C_slope,           in(nonideal),            s.reactions,      s.n,              sparse, reduced) \
  array(limits,            in(nonideal),            s.limits,         1,                full,   same) \
  array(sliding,           in(slide),               s.sliding,        1,                full,   same) \
  array(B,                 in(control),             s.controls,       s.n,              sparse, reduced) /* ∂Q/∂control */ \
  /* what each event watches; and the targets of the events' sets */                               \
  array(events,            in(watch),               s.events,         1,                full,   same) \
  /* σ of each switch, and its first and second derivative by the time */                          \
  array(switches,          in(watch),               s.switches,       3,                full,   same) \
  array(sets,              in(set),                 s.sets,           1,                full,   same) \
  /* the rows, differentiated once more */                                                         \
  array(A1,                in(hide),                s.m,              s.n,              sparse, same) \
  array(b1,                in(hide),                s.m,              1,                full,   same) \
  /* ∂(Q − M ẍ + Aᵀλ), ∂(b − A ẍ), ∂ of residual and rate, along each direction */                 \
  array(force_slope,       in(by_parameter),        s.directions,     s.n,              full,   reduced) \
  array(row_slope,         in(by_parameter),        s.directions,     s.m,              full,   reduced) \
  array(residual_slope,    in(by_parameter),        s.directions,     s.m,              full,   reduced) \
  array(rate_slope,        in(by_parameter),        s.directions,     s.m,              full,   reduced) \
  /* gravity, the numbers of each solid (bodies::SolidNumbers), what frames read; then along each direction */ \
  array(properties,        in(properties),          1 + s.directions, s.properties,     full,   same) \
  /* see Argument */                                                                               \
  array(arguments,         in(probe),               s.arguments,      1,                full,   same) \
                                                                                                   \
  /* Of a two-ended question. All parameters, those that follow from unknowns computed anew; where the */ \
  /* ends are; what each integral must be; x(t) and its rate where they are given */               \
  array(settled,           in(settle),              s.parameters,     1,                full,   same) \
  array(times,             in(settle),              2,                1,                full,   same) \
  array(time_slopes,       in(settle),              2,                s.unknowns,       full,   same) \
  array(targets,           in(settle),              s.integrals,      1,                full,   same) \
  array(target_slopes,     in(settle),              s.integrals,      s.unknowns,       full,   same) \
  array(guess,             in(guess),               2,                s.n,              full,   same) \
  /* F without multipliers; F*_v; each G, F* − v·F*_v, F*_t, F*_p for each unknown */              \
  array(integrand,         in(density),             1,                1,                full,   same) \
  array(momentum,          in(density),             s.n,              1,                full,   same) \
  array(densities,         in(density),             s.densities(),    1,                full,   same) \
  /* by q, then v; and along each direction */                                                     \
  array(momentum_gradient, in(density_slopes),      s.n,              2 * s.n,          full,   same) \
  array(momentum_slopes,   in(density_slopes),      s.directions,     s.n,              full,   same) \
  array(density_gradient,  in(density_slopes),      s.densities(),    2 * s.n,          full,   same) \
  array(density_slopes,    in(density_slopes),      s.directions,     s.densities(),    full,   same) \
  /* of F*, whose F_vv is M; F_xv: by x_i, then v_j; curvature: Σ λ φ_xx over the rows of positions, */ \
  /* λ as in Tangent */                                                                            \
  array(F_x,               in(second),              s.n,              1,                full,   same) \
  array(F_xx,              in(second),              s.n,              s.n,              full,   same) \
  array(F_xv,              in(second),              s.n,              s.n,              full,   same) \
  array(curvature,         in(second),              s.n,              s.n,              full,   same) \
  /* rows of each end in the order of TwoEnds::rows, by q, then v; totals by unknowns, along with the */ \
  /* time of the end; and of Ψ = Σ ν·row over (q, unknowns), ν as inputs */                        \
  array(from_values,       in(from),                s.from,           1,                full,   same) \
  array(to_values,         in(to),                  s.to,             1,                full,   same) \
  array(from_gradient,     in(from),                s.from,           2 * s.n,          full,   same) \
  array(to_gradient,       in(to),                  s.to,             2 * s.n,          full,   same) \
  array(from_slopes,       in(from),                s.unknowns,       s.from,           full,   same) \
  array(to_slopes,         in(to),                  s.unknowns,       s.to,             full,   same) \
  array(from_curvature,    in(curve_from),          s.n + s.unknowns, s.n + s.unknowns, full,   same) \
  array(to_curvature,      in(curve_to),            s.n + s.unknowns, s.n + s.unknowns, full,   same)
// clang-format on

#define ZWANG_NAME(name, ...) name,
enum class Array : std::uint8_t { ZWANG_ARRAYS(ZWANG_NAME) };
#undef ZWANG_NAME

#define ZWANG_COUNT(...) +1
inline constexpr std::size_t arrays = 0 ZWANG_ARRAYS(ZWANG_COUNT);
#undef ZWANG_COUNT

struct ArrayFacts {
  std::string_view name;
  StageSet stages;
  Shape (*shape)(const Sizes&);
  Form form;
  WithBodies with_bodies;
};

inline constexpr std::array<ArrayFacts, arrays> array_facts = [] {
  using enum Stage;
  using enum Form;
  using enum WithBodies;
  const auto in = [](auto... which) { return StageSet(which...); };
#define ZWANG_FACTS(name, stages, rows, columns, form, with_bodies) \
  ArrayFacts{#name, stages,                                         \
             [](const Sizes& s) {                                   \
               return static_cast<void>(s), Shape{rows, columns};   \
             },                                                     \
             form, with_bodies},
  return std::array<ArrayFacts, arrays>{ZWANG_ARRAYS(ZWANG_FACTS)};
#undef ZWANG_FACTS
}();

constexpr std::size_t number(Array array) { return static_cast<std::size_t>(array); }
constexpr const ArrayFacts& facts(Array array) { return array_facts[number(array)]; }
constexpr bool is_sparse(Array array) { return facts(array).form == Form::sparse; }

/// What a two-ended question asks of its end 0, of end 0 or 1.
constexpr Array of_end(Array from, Index end) { return static_cast<Array>(number(from) + at(end)); }
constexpr Stage of_end(Stage from, Index end) { return static_cast<Stage>(number(from) + at(end)); }

}  // namespace zwang::equations
