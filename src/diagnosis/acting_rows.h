// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows that bind at a state, and the instant that they make. Contacts that are open bind
// nothing; servo rows are met by controls; rows of sticking bind only while something sticks.

#include <string>
#include <vector>

#include "instant/entries.h"
#include "zwang/model.h"

namespace zwang {

/// m flags: equalities, norms of quaternions, and contacts that touch or overlap.
std::vector<unsigned char> acting_rows(const Model& model, const State& state);

/// The numbers of some rows at a state, one row after the other.
struct ChosenRows {
  std::vector<std::size_t> rows;  // their numbers in the model
  std::size_t all = 0;            // rows of the model
  std::size_t norms = 0;          // of the rows, those that keep quaternions at length one
  std::vector<double> M, Q, A, b, weights;
  std::vector<std::size_t> blocks;

  Problem problem() const;
  void add(const std::vector<double>& row, double right_side);  // one that the model does not have
};
ChosenRows choose_rows(const Model& model, const State& state,
                       const std::vector<unsigned char>& flags);

/// The instant of chosen rows. Row numbers in its lists are the model's; arrays by row have one
/// entry for each of the model's, zero where a row was not chosen. Nearly dependent rows count as
/// dependent: states come out of an iteration.
struct RowsInstant {
  Instant instant;
  std::size_t rows = 0, rank = 0, freedom = 0;  // norms of quaternions not counted as rows
  instant::RowEntries A;                        // all rows of the model
};
RowsInstant solve_rows(const ChosenRows& chosen);
/// Large models are solved by their entries (instant/entries.h); the tolerances are the same.
RowsInstant solve_rows(const Model& model, const State& state,
                       const std::vector<unsigned char>& flags);

}  // namespace zwang
