// SPDX-License-Identifier: Apache-2.0
#pragma once
// A tree as the sweeps see it: its bodies in their order, those that move in space apart from those
// that move in planes, and what is known of them before a state is.

#include <vector>

#include "base/aligned.h"
#include "bodies/lanes.h"
#include "bodies/planar.h"

namespace zwang::bodies {

/// The sweeps of this machine; those that linalg's kernels were chosen for.
const Sweeps& sweeps() noexcept;

/// By depth, limbs that do not wait for each other stand side by side: one system alone is worked on
/// at several places at once. Limb by limb, what a body carries seldom leaves the registers: that is
/// better where lanes are full anyhow.
enum class LinkOrder { by_depth, by_limb };

class LinkPlan {
 public:
  /// The only call that allocates.
  LinkPlan(const Tree& tree, LinkOrder order);

  /// From the numbers of the solids, whenever they have changed. Returns whether another set of
  /// branches is planar than before: then what was laid out by links must be laid out anew.
  bool prepare(const Tree& tree, const Solids& solids, bool flat = true) noexcept;

  /// What pulls; known to the planes in their own axes.
  void set_gravity(const Vec3<double>& gravity) noexcept;

  bool planar(Index body) const { return planar_[body] != 0; }
  /// Its place among the links, or among the planar links.
  std::int32_t place(Index body) const { return place_[body]; }
  const Plane& plane(Index body) const { return planes_.of(body).plane; }
  /// Its axes when all coordinates are 0.
  const Mat3<double>& at_rest(Index body) const { return planes_.at_rest[body]; }

  Index spatial_links() const { return spatial_; }  // with the ground
  Index planar_links() const { return flat_; }

  std::vector<Link> link;
  std::vector<LinkNumbers> numbers;
  std::vector<Turns> turns;
  Index turn_blocks = 0;
  std::vector<PlanarLink> planar_link;
  std::vector<PlanarNumbers> planar_numbers;
  std::vector<Plane> plane_of_branch;
  Index basins = 0;

 private:
  void lay_out(const Tree& tree) noexcept;
  void lay_basins() noexcept;
  void find_sizes(const Tree& tree, const Solids& solids) noexcept;
  void fill_link(const Tree& tree, const Solids& solids, Index i) noexcept;
  void fill_planar(const Tree& tree, const Solids& solids, Index i) noexcept;

  Planes planes_;
  std::vector<Index> order_;
  std::vector<std::int32_t> place_;
  std::vector<unsigned char> planar_;
  std::vector<double> turning_, sliding_;
  std::vector<std::int32_t> last_child_;
  Index spatial_ = 1, flat_ = 1;
};

}  // namespace zwang::bodies
