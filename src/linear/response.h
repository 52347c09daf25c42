// SPDX-License-Identifier: Apache-2.0
#pragma once
// The frequency response G(iω) = C (iωI − A)⁻¹ B + D.

#include "linear/reduction.h"
#include "linear/spectrum.h"

namespace zwang::linear {

/// A matrix for each angular frequency: outputs × inputs. Not finite where iω is an eigenvalue.
std::vector<ComplexMatrix> frequency_response(const System& system,
                                              const std::vector<double>& frequencies);

}  // namespace zwang::linear
