// SPDX-License-Identifier: Apache-2.0
#pragma once
// Dense algebra in quadruple precision (eps ≈ 1e-34), small and slow, for the oracle. Where the
// compiler has no __float128, long double takes its place (on many such machines it is quad).

#include <vector>

#include "support/system.h"

namespace zwang::test {

#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 Quad;
#else
using Quad = long double;
#endif

using QuadVector = std::vector<Quad>;

/// A list of vectors of one length: the rows of a matrix, or a basis.
using QuadMatrix = std::vector<QuadVector>;

Quad square_root(Quad x);
inline Quad absolute(Quad x) { return x < 0 ? -x : x; }

QuadVector quad(const Vector& v);
QuadMatrix quad_rows(const Matrix& M);
Vector rounded(const QuadVector& v);

Quad dot(const QuadVector& x, const QuadVector& y);
Quad norm(const QuadVector& x);
QuadVector plus(const QuadVector& x, Quad factor, const QuadVector& y);  // x + factor·y
QuadVector times(const QuadMatrix& rows, const QuadVector& x);           // (row_i · x)_i
QuadVector combine(const QuadMatrix& rows, const QuadVector& c, std::size_t length);  // Σ c_i row_i

/// v minus its part in the span of the orthonormal basis, twice, so that what is left is
/// orthogonal to it in quad.
QuadVector orthogonal_part(const QuadMatrix& basis, QuadVector v);

/// Solves H x = g by elimination with complete pivoting. Returns an empty vector (n > 0) if a
/// pivot falls below 1e-25·scale, the size of the terms that H was made of.
QuadVector solve_square(QuadMatrix H, QuadVector g, Quad scale);

}  // namespace zwang::test
