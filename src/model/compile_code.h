// SPDX-License-Identifier: Apache-2.0
#pragma once
// The codes of what can be wrong with a model whose file is well-formed. A code keeps its meaning
// once released; doc/guide/model-format.md lists them.

#include <string_view>

namespace zwang::model::code {

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

}  // namespace zwang::model::code
