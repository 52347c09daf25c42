// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random instants of bodies that touch: boxes, stacks, rods, ladders, rows, corners in space.

#include <initializer_list>
#include <utility>

#include "laws/friction/contact_problem.h"
#include "support/random.h"

namespace zwang::test {

Vector numbers(std::initializer_list<double> values);

/// Bodies with masses, forces on them, and contacts as rows on their accelerations.
class ContactBuilder {
 public:
  ContactBuilder(Vector masses, Vector forces)
      : masses_(std::move(masses)), forces_(std::move(forces)) {}

  /// In the plane: normal row, tangential row, coefficient, and the slip: −1, 0 or 1.
  void add(const Vector& n, const Vector& t, double mu, double slip, double b_N = 0,
           double b_T = 0);
  /// In space, at zero slip.
  void add(const Vector& n, const Vector& t, const Vector& u, double mu);

  least::ContactProblem problem() const;

 private:
  struct Contact {
    Vector n;
    std::vector<Vector> t;
    double mu, slip, b_N, b_T;
  };
  Vector masses_, forces_;
  std::vector<Contact> contacts_;
};

enum class Touching { box, blocks, boxes, rod, ladder, row, random, corner, table };
inline constexpr Touching planar_touching[] = {Touching::box,   Touching::blocks, Touching::boxes,
                                               Touching::rod,   Touching::ladder, Touching::row,
                                               Touching::random};

least::ContactProblem draw_contacts(Random& random, Touching family);

/// The same contacts in another order: normal order[k] comes k-th.
least::ContactProblem reordered(const least::ContactProblem& problem,
                                const std::vector<std::size_t>& order);
/// Masses, lengths and times in other units: H and c multiplied.
least::ContactProblem rescaled(const least::ContactProblem& problem, double by_H, double by_c);
/// Every tangent turned round.
least::ContactProblem mirrored(const least::ContactProblem& problem);

}  // namespace zwang::test
