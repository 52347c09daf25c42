// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a page is told of its columns, before what the record tells of the picture.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "record/columns.h"

namespace zwang::report {

/// A column of a page: what it is, and where its numbers are.
struct Head {
  const record::Column* column = nullptr;
  std::string type = "f64";
  std::uint64_t offset = 0, count = 0;
  double least = 0, most = 0;  // of what is finite; 0 where nothing is
};

/// Its range.
void measure(std::span<const double> values, Head& head);

/// As one line of JSON. `bytes` and `coding` are of all numbers; `scene` is an object.
std::string scene_json(std::uint64_t samples, std::uint64_t bytes, const char* coding,
                       std::span<const Head> heads, const std::string& scene);

/// The meanings of the columns whose sum, each less its start, is the energy balance: the first counts
/// once, the others are taken away.
inline constexpr const char* balance_parts[] = {
    "energy", "work of forces that the energy does not contain", "work of the constraints",
    "work of the non-ideal forces"};
record::Column balance_column();

}  // namespace zwang::report
