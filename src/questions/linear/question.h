// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is to be linearised, from names to numbers.

#include <string>
#include <vector>

#include "compile/compile.h"
#include "linear/outputs.h"
#include "zwang/linear.h"

namespace zwang {

/// Coordinates up to which matrices are formed. Beyond, they cost more than anyone would wait for, and particles and
/// coordinates have their slowest modes only, by sparse factors.
inline constexpr std::size_t most_dense = 600;

struct LinearWish {
  LinearPlace place = LinearPlace::start;
  std::optional<double> t;
  std::vector<std::string> inputs, outputs;
  std::vector<Index> input_columns;  // of each input: its number among the slopes of the equations
  std::vector<linear::Output> output_numbers;
  compile::Compiled compiled;  // with the derivatives
};

/// What coordinates are called in the frame of linear/frame.h: "theta", "top.rotation.x".
std::vector<std::string> frame_coordinates(const Model& model);

/// The options, else what [linear] says. Throws as linearise does.
LinearWish linear_wish(const Model& model, const LinearOptions& options);

}  // namespace zwang
