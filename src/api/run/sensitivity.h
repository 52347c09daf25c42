// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sensitivities of a run: from names to columns of derivatives, and back to names.

#include <string>
#include <vector>

#include "api/run/choices.h"
#include "api/run/start_sensitivity.h"
#include "compile/compile.h"
#include "flow/tolerances.h"

namespace zwang {

/// What the end of a run is to be differentiated by.
struct SensitivityWish {
  std::vector<StartMove> names;
  compile::Compiled compiled;  // with the derivatives
};

/// The names of the call, else of [simulate]. Throws InputError or ModelError, as they came, for
/// names that are not there and for models whose motions are not differentiated.
SensitivityWish sensitivity_wish(const Model& model, const RunOptions& options);

/// The derivatives of the end that a complete summary tells of, where the motion had these sizes, or a sentence that says why not.
void add_sensitivities(const Model& model, const SensitivityWish& wish, const RunChoices& choices,
                       const RunOptions& options, const motion::Magnitudes& sizes,
                       Summary& summary);

}  // namespace zwang
