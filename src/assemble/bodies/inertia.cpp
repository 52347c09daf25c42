// SPDX-License-Identifier: Apache-2.0
// A negative moment makes a kinetic energy negative: of a body that moves it is wrong. Moments of which
// one exceeds the two others together are of no body, but move like any others: `check` warns of them.

#include "assemble/bodies/inertia.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "scope/code.h"

namespace zwang::compile {

using formula::no_node;
using formula::Node;

namespace {

// Files give moments to about six digits, and thin plates lie on the border of what can be.
constexpr double rounded = 1e-6;

using Numbers = std::array<std::array<double, 3>, 3>;

double determinant(const Numbers& S) {
  return S[0][0] * (S[1][1] * S[2][2] - S[1][2] * S[2][1]) -
         S[0][1] * (S[1][0] * S[2][2] - S[1][2] * S[2][0]) +
         S[0][2] * (S[1][0] * S[2][1] - S[1][1] * S[2][0]);
}

// Whether a symmetric matrix, raised by a little, is positive: by its leading minors.
bool is_positive(Numbers S, double little) {
  for (std::size_t i = 0; i < 3; ++i) S[i][i] += little;
  return S[0][0] > 0 && S[0][0] * S[1][1] - S[0][1] * S[1][0] > 0 && determinant(S) > 0;
}

bool is_zero(const Numbers& I) {
  for (const auto& row : I) {
    if (std::any_of(row.begin(), row.end(), [](double x) { return x != 0; })) return false;
  }
  return true;
}

bool is_wrong(const Numbers& I) {
  const double trace = I[0][0] + I[1][1] + I[2][2];
  return !is_zero(I) && (!(trace > 0) || !is_positive(I, rounded * trace));
}

Numbers matrix(std::span<const double> values) {
  Numbers I{};
  for (std::size_t k = 0; k < 9; ++k) I[k / 3][k % 3] = values[k];
  return I;
}

// The number of an entry below the diagonal that is not the one above it; 0: there is none.
int first_askew(std::span<const double> values) {
  const Numbers I = matrix(values);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (std::abs(I[i][j] - I[j][i]) <= rounded * (I[i][i] + I[j][j])) continue;
      return static_cast<int>(3 * i + j);
    }
  }
  return 0;
}

int not_positive(std::span<const double> values) { return is_wrong(matrix(values)) ? 1 : 0; }

void check(Scope& scope, const Body& body, const Matrix3& inertia, bool moves) {
  std::vector<Node> entries;
  for (const Vector3& row : inertia) entries.insert(entries.end(), row.begin(), row.end());
  const int askew = body.inertia.size() == 3 ? scope.decide(entries, first_askew) : 0;
  if (askew > 0) {
    const auto at = static_cast<std::size_t>(askew);
    scope.complain(code::inertia, body.inertia[at / 3][at % 3],
                   "the inertia of '" + body.name.text + "' is not symmetric");
    return;
  }
  if (!moves || scope.decide(std::move(entries), not_positive) == 0) return;
  scope.complain(code::inertia, body.inertia[0][0],
                 "the inertia of '" + body.name.text + "' is not positive",
                 "moments are about the center of mass, in the axes of the body");
}

}  // namespace

Matrix3 read_inertia(Scope& scope, const Body& body, bool moves) {
  formula::Graph& g = scope.graph();
  const Vector3 none = constants(g, 0, 0, 0);
  Matrix3 inertia{none, none, none};
  const std::size_t rows = body.inertia.size(), before = scope.complaints();
  if (rows == 0) return inertia;
  for (std::size_t i = 0; i < 3; ++i) {
    const Components* const row = rows == 1  ? &body.inertia[0]
                                  : i < rows ? &body.inertia[i]
                                             : nullptr;
    if (!row || row->size() != 3 || (rows != 1 && rows != 3)) {
      scope.complain(
          code::size, body.name,
          "the inertia of '" + body.name.text + "' must be three numbers or three rows of three");
      return inertia;
    }
    for (std::size_t j = 0; j < 3; ++j) {
      if (rows == 1 && i != j) continue;
      const Node x = scope.settled((*row)[j]);
      inertia[i][j] = x == no_node ? g.constant(0) : x;
    }
  }
  if (scope.complaints() == before) check(scope, body, inertia, moves);
  return inertia;
}

}  // namespace zwang::compile
