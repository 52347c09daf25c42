// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a model and its record to what a page draws.

#include "api/scene.h"
#include "api/scene_columns.h"
#include "record/row_source.h"

namespace zwang {

/// Without events and extremals. `rows` are looked through for how far everything goes.
Scene build_scene(const Model& model, SceneNumbers& numbers, SceneColumns& columns,
                  record::RowSource& rows);

}  // namespace zwang
