// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sections of a model file. What they read is meant to be used only if nobody complained.

#include "read/fill.h"

namespace zwang::read {

inline constexpr std::string_view range_words = "a text such as \"i in 1..5\"";  // of a `for`
inline constexpr std::string_view equation_words = "an equation, \"left = right\"";

extern const Table particle_table, body_table, ground_table, free_table, force_table,
    constraint_table, control_table, nonideal_table, simulation_table, extremal_table, linear_table,
    observable_table, event_table, drawing_table, rotation_table, shape_table, contact_table,
    sweep_table, fit_table, periodic_table, optimise_table;
extern const Form coordinate_forms;  // of one coordinate: its start, or a table
extern const Form parameter_forms;   // of one parameter: its value, or a table

/// A table; in a model with [plane] an angle, which is made a table before it is read.
inline constexpr Form turn_in_plane = form::formula();
inline constexpr Form rotation_form{
    .kind = Form::Kind::table, .other = &turn_in_plane, .table = &rotation_table};

// Those whose keys are names that the file gives.
void read_parameters(const Given& given, Description& description);
void read_definitions(const Given& given, Description& description);
void read_coordinates(const Given& given, Description& description);
void read_ground(const Given& given, Description& description);
void read_controls(const Given& given, Description& description);
void read_units(const Given& given, Description& description);
/// Complains of what is wrong with [fit], which a description does without (read/fit.h).
void look_at_fit(const Given& given, Description& description);
/// The same of [periodic] (read/periodic.h).
void look_at_periodic(const Given& given, Description& description);

/// A name of CSS or #rrggbb; it becomes #rrggbb.
inline constexpr Form color_form = form::text("a color");
void read_color(const Given& given, std::string& color);

/// One table of shape_table, or a list of them.
void read_shapes(const Given& given, std::vector<Shape>& shapes);

/// Two texts that name things, "points" or "coordinates"; empty if they are not two.
std::pair<Expression, Expression> read_between(const Given& given, const std::string& noun);

}  // namespace zwang::read
