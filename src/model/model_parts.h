// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a loaded model holds. Users see it as immutable; the derivatives that only some methods need are
// lowered from its source when the first of them asks.

#include <cstdint>
#include <mutex>
#include <string>

#include "compile/source.h"
#include "model/shown_rates.h"
#include "zwang/model.h"

namespace zwang {

struct Model::Parts {
  explicit Parts(compile::Source read) : source(std::move(read)) {}

  const compile::Source source;
  State start;
  std::vector<ConstraintRows> constraints;
  ShownRates shown;
  std::string compiled_for;            // a sentence, where Model::with had to compile
  std::uint64_t text_fingerprint = 0;  // of the text, or of what a program described
  std::uint64_t fingerprint = 0;       // of that and of the data that it reads

  const equations::Equations& equations() const { return source.motion().equations; }
  /// With derivatives.
  const equations::Equations& tangent() const;
  /// The question of [extremal], which there must be; what is wrong with it is in the diagnostics.
  const compile::Compiled& extremal() const;
  /// With what is drawn (scene_drawing.h) as its observables.
  const compile::Compiled& drawn() const;

 private:
  mutable std::once_flag asked_, asked_between_ends_, asked_to_draw_;
  mutable compile::Compiled with_tangent_, between_ends_, drawn_;
};

}  // namespace zwang
