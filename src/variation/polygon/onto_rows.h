// SPDX-License-Identifier: Apache-2.0
#pragma once
// Nodes of a polygon brought onto φ(t_k, x_k) = 0 with the least change, by Gauss and Newton. Held
// coordinates stay.

#include "variation/node_rows.h"
#include "variation/polygon/polygon.h"

namespace zwang::variation {

class OntoRows {
 public:
  /// Roughly: the last step is one after which a second would hardly be seen.
  explicit OntoRows(const Polygon& polygon, bool roughly = false);

  /// The rows at a node, those that hold coordinates included, factored with −φ as the demand;
  /// false where they are no numbers. rows() says what they leave free.
  bool factor(Index k, const double* x) noexcept;
  NodeRows& rows() noexcept { return rows_; }

  /// False: the node does not get there, and is left wherever it was last.
  bool bring(Index k, double* x) noexcept;
  bool bring_all(double* x) noexcept;

 private:
  double distance() const noexcept;
  bool evaluate(Index k, const double* x) noexcept;
  void factor(Index k) noexcept;
  bool shorten(Index k, double* x) noexcept;

  const Polygon& polygon_;
  bool roughly_;
  NodeRows rows_;
  std::vector<double> phi_, A_, demand_, unit_, step_, trial_;
};

}  // namespace zwang::variation
