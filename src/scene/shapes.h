// SPDX-License-Identifier: Apache-2.0
#pragma once
// The shapes that a model gives to bodies and to the ground, as pictures.

#include "scene/extent.h"
#include "scene/scene.h"
#include "zwang/model.h"

namespace zwang::scene {

/// In the frame of a body; none: the model says nothing of its looks.
std::vector<Shape> shapes_of(const Model& model, int body);

/// How far the largest shape of a body extends; 0: there is none.
double reach_of_shapes(const Model& model);

/// Those of the ground: as a body that stands still; planes as pieces of them, around what moves.
void add_ground_shapes(const Model& model, const Box& box, Scene& scene);

}  // namespace zwang::scene
