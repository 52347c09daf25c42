// SPDX-License-Identifier: Apache-2.0
#pragma once
// The formats of robots: from the root element of a file to the description in the context.

#include <list>

#include "import/context.h"

namespace zwang::import {

/// <include file="…"/>: the contents of another file's root in its place.
/// Puts them in, at any depth; `sources` keeps the texts. A file is included once at the most, so
/// that files cannot include each other for ever.
void put_includes(Node& root, std::list<Source>& sources, Context& context);

/// MuJoCo's format: bodies in bodies, with any number of joints between a body and the one around it,
/// and inertias from shapes.
/// `mujoco` is the root element, with included files in their places.
void read_mjcf(Context& context, const Node& mujoco);

/// The Unified Robot Description Format: links, and joints between them, that make one tree. A link's
/// frame is the frame of the joint that holds it, as with us.
void read_urdf(Context& context, const Node& robot);

}  // namespace zwang::import
