// SPDX-License-Identifier: Apache-2.0
#pragma once
// From the values of a file to those of a description: formulas, vectors, words.

#include <string>
#include <string_view>
#include <vector>

#include "read/complaints.h"
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
  std::string_view words;
  bool (*holds)(double);
};
extern const Range any_number, positive, not_negative, fraction, tolerance_range, family_range,
    sample_range;

bool is_blank(std::string_view text);

/// Each of these complains of what is not as it must be, and returns an empty value then. Without a
/// value they return an empty one and say nothing.
Expression read_formula(Complaints& complaints, const Field& field,
                        const Range& range = any_number);

/// A text that is not blank; `wanted` is what messages call it.
Expression read_text(Complaints& complaints, const Field& field, std::string_view wanted);

/// A list of `fewest` to `most` formulas.
struct Size {
  std::size_t fewest, most;
  std::string_view words;  // "2 or 3"
};
inline constexpr Size plane_or_space{2, 3, "2 or 3"};
inline constexpr Size at_least_one{1, static_cast<std::size_t>(-1), "1 or more"};
Components read_list(Complaints& complaints, const Field& field, const Size& size,
                     const Range& range = any_number);

/// A vector: a list of its 2 or 3 components, or one formula.
Components read_vector(Complaints& complaints, const Field& field);

/// The number of a word in a list of words; −1 if it is none of them.
int read_word(Complaints& complaints, const Field& field, std::string_view noun,
              const std::vector<std::string>& words);

/// The word as a name; the first of the list if there is none.
Name read_choice(Complaints& complaints, const Field& field, std::string_view noun,
                 const std::vector<std::string>& words);

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
