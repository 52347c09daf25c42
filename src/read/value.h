// SPDX-License-Identifier: Apache-2.0
#pragma once
// From the values of a file to those of a description: formulas, vectors, words.

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/words/word.h"
#include "read/complaints.h"
#include "read/limits.h"
#include "read/tree.h"
#include "zwang/description.h"

namespace zwang::read {

/// A value and what messages call it: 'mass', component 2 of 'position'.
struct Field {
  std::string label;
  const Value* value = nullptr;  // null: not given

  explicit operator bool() const { return value != nullptr; }
};

/// What a number may be, where the file gives one. What a formula gives is not known yet.
struct Range {
  std::string_view name;   // in the schema
  std::string_view words;  // in messages: must be …
  double least, most;
  bool above = false, below = false;  // the bound itself is excluded
  bool whole = false;

  bool holds(double x) const;
};
inline constexpr double largest = std::numeric_limits<double>::max();
inline constexpr Range any_number{"formula", "", -largest, largest};
inline constexpr Range positive{"positive", "greater than 0", 0, largest, true};
inline constexpr Range not_negative{"not_negative", "0 or greater", 0, largest};
inline constexpr Range fraction{"fraction", "from 0 to 1", 0, 1};
inline constexpr Range tolerance_range{"tolerance", "between 0 and 1", 0, 1, true, true};
inline constexpr Range family_range{
    "count", "a whole number from 1 to 10 million", 1, max_family, false, false, true};
inline constexpr Range sample_range{
    "samples", "a whole number from 1 to 100 million", 1, max_samples, false, false, true};
inline constexpr Range extremals_range{
    "extremals", "a whole number from 1 to 1000", 1, 1000, false, false, true};

bool is_blank(std::string_view text);

/// Each of these complains of what is not as it must be, and returns an empty value then. Without a
/// value they return an empty one and say nothing.
Expression read_formula(Complaints& complaints, const Field& field,
                        const Range& range = any_number);

/// A text that is not blank; `wanted` is what messages call it.
Expression read_text(Complaints& complaints, const Field& field, std::string_view wanted);

/// A list of `fewest` to `most` formulas.
struct Size {
  std::size_t fewest = 0, most = 0;
  std::string_view words = {};  // "2 or 3"
  std::size_t in_plane = 0;     // so many in a model with [plane], if it is not 0
};
inline constexpr Size one_or_two{1, 2, "1 or 2"};
inline constexpr Size two{2, 2, "2"};
inline constexpr Size three{3, 3, "3"};
inline constexpr Size spatial{3, 3, "3", 2};
inline constexpr Size four{4, 4, "4"};
inline constexpr Size plane_or_space{2, 3, "2 or 3"};
inline constexpr Size at_least_one{1, static_cast<std::size_t>(-1), "1 or more"};
Components read_list(Complaints& complaints, const Field& field, const Size& size,
                     const Range& range = any_number);

/// A vector: a list of its 2 or 3 components, or one formula.
Components read_vector(Complaints& complaints, const Field& field);

/// The word that the file says; null if it is none of these.
const words::Word* read_word(Complaints& complaints, const Field& field, std::string_view noun,
                             std::span<const words::Word> words);

/// A text as a name of something; `wanted` is what messages call it.
Name read_reference(Complaints& complaints, const Field& field, std::string_view wanted);

/// A list of names without repetition, as they are written; whether there are such things is not
/// known yet. `nouns` is what messages call them: "names of controls".
std::vector<Name> read_references(Complaints& complaints, const Field& field,
                                  std::string_view nouns);

/// Whether a value is `true`; complains if it is neither true nor false.
bool read_truth(Complaints& complaints, const Field& field);

/// "'mass' must be a number or a formula, not a list", as E103.
void complain_of_type(Complaints& complaints, const Field& field, std::string_view wanted,
                      std::string hint = {});

/// Item i of a list; `noun` is what messages call it.
Field item(const Field& list, std::size_t i, std::string_view noun = "component");

}  // namespace zwang::read
