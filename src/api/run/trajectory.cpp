// SPDX-License-Identifier: Apache-2.0
// What a trajectory answers, besides its samples.

#include "report/words/trajectory_parts.h"

namespace zwang {

Trajectory::Trajectory(std::shared_ptr<const Parts> parts)
    : Samples(parts), parts_(std::move(parts)) {}
const Summary& Trajectory::summary() const { return parts_->summary; }
const Model& Trajectory::model() const { return parts_->model; }

}  // namespace zwang
