// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sections of a model file, one function each. They complain of what is wrong and go on; what
// they return is meant to be used only if nobody complained.

#include <vector>

#include "read/names.h"
#include "read/section.h"
#include "zwang/description.h"

namespace zwang::read {

inline constexpr std::string_view range_words = "a text such as \"i in 1..5\"";  // of a `for`

/// What all sections share while a file is read.
struct Context {
  Complaints complaints;
  Names names;
  Name time = "t";  // what the independent variable is called; empty: wrongly
};

std::vector<Parameter> read_parameters(Context& context, const Field& field);    // [parameters]
std::vector<Definition> read_definitions(Context& context, const Field& field);  // [define]
std::vector<Coordinate> read_coordinates(Context& context, const Field& field);  // [coordinates]
std::vector<Particle> read_particles(Context& context, const Field& field);      // [[particles]]
std::vector<Body> read_bodies(Context& context, const Field& field);             // [[bodies]]
std::vector<GroundPoint> read_ground(Context& context, const Field& field);      // [ground]
FreeMotion read_free(Context& context, const Field& field);                      // [free]
std::vector<Force> read_forces(Context& context, const Field& field);            // [[forces]]
std::vector<Constraint> read_constraints(Context& context, const Field& field);  // [[constraints]]
std::vector<Control> read_controls(Context& context, const Field& field);        // [controls]
std::vector<Nonideal> read_nonideal(Context& context, const Field& field);       // [[nonideal]]
Simulation read_simulation(Context& context, const Field& field);                // [simulate]
Extremal read_extremal(Context& context, const Field& field);                    // [extremal]
std::vector<Observable> read_observables(Context& context, const Field& field);  // [[observe]]
std::vector<Event> read_events(Context& context, const Field& field);            // [[events]]
Drawing read_drawing(Context& context, const Field& field);                      // [draw]

}  // namespace zwang::read
