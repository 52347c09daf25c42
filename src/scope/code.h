// SPDX-License-Identifier: Apache-2.0
#pragma once
// The codes of what can be wrong with a model whose file is well-formed. A code keeps its meaning
// once released; doc/guide/model-format.md lists them.

#include <string_view>

namespace zwang::compile::code {

inline constexpr std::string_view circle = "E301";         // parameters that need each other
inline constexpr std::string_view not_a_number = "E302";   // a coordinate where a number belongs
inline constexpr std::string_view not_whole = "E303";      // a count that is not whole
inline constexpr std::string_view dimension = "E304";      // plane and space mixed
inline constexpr std::string_view nobody = "E305";         // a force on nothing
inline constexpr std::string_view not_linear = "E306";     // not linear in the accelerations
inline constexpr std::string_view binds_nothing = "E307";  // a constraint without coordinates
inline constexpr std::string_view no_law = "E308";         // coordinates without a free motion
inline constexpr std::string_view ranges = "E309";         // `for` that cannot be read
inline constexpr std::string_view rates = "E310";          // rates where they cannot stand
inline constexpr std::string_view size = "E311";           // a matrix or list of the wrong size
inline constexpr std::string_view nothing_moves = "E312";  // a model without coordinates
inline constexpr std::string_view unknown_set = "E313";    // --set of what is not a parameter
inline constexpr std::string_view member = "E315";         // an index outside its family
inline constexpr std::string_view not_finite = "E314";     // a number that is no number
inline constexpr std::string_view range = "E316";          // a number of [simulate] out of range
inline constexpr std::string_view unknown_word = "E317";   // no such method or kernel
inline constexpr std::string_view no_step = "E318";        // a fixed-step method without its step
inline constexpr std::string_view no_duration = "E319";    // a run that nobody gave a length
inline constexpr std::string_view method = "E320";         // a method that does not take the model

inline constexpr std::string_view no_constraint = "E321";   // no such constraint
inline constexpr std::string_view no_reaction = "E322";     // a reaction that nothing exerts
inline constexpr std::string_view reaction_place = "E323";  // a reaction that differs by place
inline constexpr std::string_view multiplier_row = "E324";  // no such row
inline constexpr std::string_view not_sliding = "E325";     // a sliding velocity nobody can guess
inline constexpr std::string_view unilateral = "E326";      // an inequality that cannot be one
inline constexpr std::string_view coefficient = "E327";     // of friction or impact, out of range
inline constexpr std::string_view servo = "E328";           // a servo constraint that cannot be one
inline constexpr std::string_view gains = "E329";           // too many, too few, or not wanted
inline constexpr std::string_view no_control = "E330";      // no such control
inline constexpr std::string_view first_order = "E331";     // what a first-order system cannot have
inline constexpr std::string_view contact = "E332";         // restitution, friction of an equation

inline constexpr std::string_view control_here = "E336";      // a control where no force stands
inline constexpr std::string_view control_bends = "E337";     // a force not linear in its controls
inline constexpr std::string_view control_idle = "E338";      // a control in no force
inline constexpr std::string_view control_free = "E339";      // a control that nothing determines
inline constexpr std::string_view control_weight = "E340";    // a weight that is not positive
inline constexpr std::string_view event_constant = "E341";    // an event that watches a number
inline constexpr std::string_view event_target = "E342";      // a set of what cannot be set
inline constexpr std::string_view event_twice = "E343";       // a target set twice
inline constexpr std::string_view event_constraint = "E344";  // no such constraint to switch or hit
inline constexpr std::string_view event_blow = "E345";        // an impact that cannot be
inline constexpr std::string_view sensitivity = "E346";     // of a parameter that shapes the model
inline constexpr std::string_view no_sensitivity = "E347";  // to such a name, or of such a model

inline constexpr std::string_view no_extremal = "E348";    // a two-ended question nobody asks
inline constexpr std::string_view two_ends = "E349";       // what such a question cannot have
inline constexpr std::string_view end_name = "E350";       // no coordinate or rate of this name
inline constexpr std::string_view end_twice = "E351";      // a coordinate given twice at an end
inline constexpr std::string_view end_time = "E352";       // ends that are not apart
inline constexpr std::string_view end_surface = "E353";    // an end on what is no surface
inline constexpr std::string_view integral = "E354";       // a condition that is no integral
inline constexpr std::string_view no_functional = "E355";  // an integral condition of no functional
inline constexpr std::string_view unknown = "E356";        // a parameter that cannot be varied
inline constexpr std::string_view too_large = "E357";      // too many rows and coordinates

inline constexpr std::string_view no_parent = "E361";      // a body that hangs on nothing
inline constexpr std::string_view parent_circle = "E362";  // bodies that hang on each other
inline constexpr std::string_view joint = "E363";          // no such joint
inline constexpr std::string_view inertia = "E364";        // of no body
inline constexpr std::string_view direction = "E365";      // a direction without length
inline constexpr std::string_view closure = "E366";        // a joint between what cannot have one
inline constexpr std::string_view quaternion = "E367";     // a force along it, or a set of it
inline constexpr std::string_view massless = "E368";       // a body that nothing accelerates
inline constexpr std::string_view bodies = "E370";         // what a model with bodies cannot have

inline constexpr std::string_view shape = "E371";   // a shape that cannot be
inline constexpr std::string_view touch = "E372";   // what cannot touch
inline constexpr std::string_view limits = "E373";  // of a joint that has none, or none there

inline constexpr std::string_view no_linear = "E374";  // inputs, outputs or models without a slope

inline constexpr std::string_view units = "E380";  // dimensions that do not fit

inline constexpr std::string_view reduction = "E378";  // a number of the run that is none

}  // namespace zwang::compile::code
