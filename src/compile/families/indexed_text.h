// SPDX-License-Identifier: Apache-2.0
#pragma once
// Formulas and names of one member of a family: the text with numbers in place of its indices.

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace zwang::compile {

/// Indices and their numbers at one place.
using IndexNumbers = std::map<std::string, long, std::less<>>;
using FamilyNames = std::set<std::string, std::less<>>;

/// The text with the numbers of indices: "2*arm[i+1].x" with i = 2 is "2*arm[2+1].x".
std::string with_numbers(std::string_view text, const IndexNumbers& indices);

/// Whether a member of one of these families is named.
bool names_member(std::string_view text, const FamilyNames& families);

/// "arm[2+1].tip" as "arm[3].tip", where `number` knows what stands in the brackets; else as it is.
std::string with_plain_members(
    std::string_view text, const FamilyNames& families,
    const std::function<std::optional<long>(const std::string&)>& number);

}  // namespace zwang::compile
