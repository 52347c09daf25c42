// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random tapes with every operation, and what they compute in the obvious way.

#include <span>
#include <string>
#include <vector>

#include "support/random.h"
#include "tape/functions.h"
#include "tape/tape.h"

namespace zwang::test {

inline tape::Operand value(Index i) { return {tape::Operand::Kind::value, i}; }
inline tape::Operand input(Index i) { return {tape::Operand::Kind::input, i}; }
inline tape::Operand constant(Index i) { return {tape::Operand::Kind::constant, i}; }

struct TapeShape {
  Index inputs = 8;
  Index instructions = 100;  // at least so many; a call comes with its results
  Index outputs = 4;
  double calls = 0.1;     // share of calls among the instructions
  double distant = 0.1;   // share of operands from anywhere, long-lived; the others are recent
  double special = 0.02;  // share of special values among the constants
};

/// Sizes from 1 to 3000 instructions, few or many inputs and outputs, all drawn.
TapeShape random_shape(Random& random);

/// Valid, and for ordinary inputs mostly finite: an instruction that would send its result to
/// infinity or make it a NaN at a sample point is usually drawn again.
tape::Tape random_tape(Random& random, const TapeShape& shape);

/// [input][lane]; `special` is the share of zeros, infinities, NaNs, denormal and huge numbers.
std::vector<double> random_inputs(Random& random, Index inputs, Index lanes, double special);

/// ±0, ±∞, NaN, denormal, huge, tiny, ±1.
double special_value(Random& random);

/// One operation (no call, no result) and one function, on numbers.
double compute(tape::Op op, double a, double b, double c);
double compute(tape::Function f, tape::Accuracy accuracy, double x, double z);

/// The outputs for one instance: every value in its own place, every function on one argument.
std::vector<double> evaluate_tape(const tape::Tape& tape, tape::Accuracy accuracy,
                                  std::span<const double> inputs);

/// Equal bits, or both NaN: sign and payload of a NaN are nobody's promise.
bool same(double x, double y);

/// The first difference between [value][lane] arrays as text; empty if there is none.
std::string difference(std::span<const double> x, std::span<const double> y, Index lanes);

}  // namespace zwang::test
