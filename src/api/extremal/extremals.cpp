// SPDX-License-Identifier: Apache-2.0
// What the extremals of a model answer, besides their samples.

#include "report/words/extremal_parts.h"

namespace zwang {

Extremals::Extremals(std::shared_ptr<const Parts> parts)
    : Samples(parts), parts_(std::move(parts)) {}
const ExtremalSummary& Extremals::summary() const { return parts_->summary; }
const Model& Extremals::model() const { return parts_->model; }

}  // namespace zwang
