// SPDX-License-Identifier: Apache-2.0
#pragma once
// Words for joints and for closures between bodies, and what a file may say of each.

#include <array>

#include "base/kinds.h"
#include "base/words/word.h"
#include "zwang/description.h"

namespace zwang::words {

/// A key of `start`, and how many numbers it takes.
struct StartKey {
  std::string_view name;
  std::size_t count = 1;
};

struct JointFacts {
  std::string_view article;  // "a hinge"
  bool axis, axis2, pitch;
  std::span<const StartKey> start;
  std::span<const std::string_view> limited;  // coordinates that may have limits
};

/// The words for joints, in the order of Joint.
extern const std::array<Word, 9> joint_words;
inline constexpr Vocabulary<bodies::Joint> joints{joint_words};
const JointFacts& facts(bodies::Joint joint) noexcept;

inline constexpr Word closure_words[] = {
    word(Closure::Kind::weld, "weld",
         "the points coincide, and the relative orientation stays as at the start"),
    word(Closure::Kind::point, "point", "the points coincide; also for particles"),
    word(
        Closure::Kind::hinge, "hinge",
        "the points coincide, and `axis`, in the first body's frame, stays parallel to `axis2`, in "
        "the second's; by default to where it is at the start"),
    word(Closure::Kind::slider, "slider",
         "the orientation stays as at the start; the second point lies on the axis through the "
         "first"),
    word(Closure::Kind::universal, "universal",
         "the points coincide, and axis and axis2 are perpendicular"),
    word(Closure::Kind::distance, "distance",
         "a rod of this `length`, by default that at the start; also for particles"),
    word(Closure::Kind::gear, "gear",
         "between two coordinates of joints, `\"a.angle\"` and `\"b.angle\"`: first = "
         "ratio·second, plus the offset at the start"),
    word(Closure::Kind::rack, "rack",
         "between two coordinates of joints, `\"a.angle\"` and `\"b.position\"`: second = "
         "radius·first, plus the offset at the start"),
    word(Closure::Kind::roll, "roll",
         "a disk about `axis` (without `axis`: a ball) with this radius, centered at the body's "
         "origin, rolls on the upper side of the plane z = 0 of `on` (`\"ground\"`); or a ball "
         "rolls "
         "on a ball of `on_radius` about the origin of `on`, or inside it if that is negative"),
};
inline constexpr Vocabulary<Closure::Kind> closures{closure_words};

/// Kinds of shapes, in the order of Shape::Kind; each is the key that gives its size.
inline constexpr Word shape_words[] = {
    word(Shape::Kind::sphere, "sphere", "radius"),
    word(Shape::Kind::box, "box", "its three edges"),
    word(Shape::Kind::cylinder, "cylinder", "radius and length, along z"),
    word(Shape::Kind::capsule, "capsule",
         "radius and length between the middles of its two half balls, along z"),
    word(Shape::Kind::rod, "rod", "length along x, beginning at `at`"),
    word(Shape::Kind::disk, "disk", "radius; it lies across z"),
    word(Shape::Kind::hull, "hull", "the corners of a convex solid"),
    word(Shape::Kind::plane, "plane", "what points out of it; all behind it is solid"),
    word(Shape::Kind::plate, "plate", "the corners of its outline, in order, in the plane x, y"),
    word(Shape::Kind::mesh, "mesh", "a file beside the model, STL or OBJ, with a closed surface"),
    word(Shape::Kind::ring, "ring",
         "inner and outer radius of a disk with a hole; it lies across z"),
};
inline constexpr Vocabulary<Shape::Kind> shapes{shape_words};

/// Words that are no names of points: what formulas know of a body by themselves.
std::span<const std::string_view> body_words() noexcept;
bool is_body_word(std::string_view name) noexcept;

}  // namespace zwang::words
