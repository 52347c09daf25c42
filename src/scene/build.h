// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a model and its record to what a page draws.

#include "record/row_source.h"
#include "scene/columns.h"
#include "scene/scene.h"

namespace zwang {

/// Without events and extremals. `rows` are looked through for how far everything goes.
Scene build_scene(const Model& model, SceneNumbers& numbers, SceneColumns& columns,
                  record::RowSource& rows);

}  // namespace zwang
