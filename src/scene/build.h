// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a model and its record to what a page draws.

#include <vector>

#include "record/columns.h"
#include "record/row_source.h"
#include "scene/body_arrows.h"
#include "scene/columns.h"
#include "scene/movers.h"
#include "scene/scene.h"
#include "zwang/run.h"

namespace zwang::scene {

/// Without events and extremals. `rows` are looked through for how far everything goes.
Scene build_scene(const Model& model, Numbers& numbers, Columns& columns, record::RowSource& rows);

// Forces as arrows of a picture.

/// Of constraints and non-ideal forces on particles: columns force(rod).bob.x.
void add_particle_arrows(const Model& model, const std::vector<Mover>& movers,
                         const record::Columns& columns, Scene& scene);

/// Of what acts on bodies, of those that the scene has; in a plane only what lies in it need be unique.
void add_body_arrows(const std::vector<BodyArrow>& arrows, Scene& scene);

/// Marks those on particles of which the end of the run said that they have not only this value.
void mark_not_unique(const Summary& summary, Scene& scene);

}  // namespace zwang::scene
