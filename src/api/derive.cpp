// SPDX-License-Identifier: Apache-2.0
#include "derive/derive.h"

#include "api/model_error.h"
#include "zwang/model.h"

namespace zwang {

std::string derive(const Description& description, bool latex) {
  deriving::Derivation derivation =
      deriving::derive(description, latex ? deriving::Language::latex : deriving::Language::text);
  if (!derivation.diagnostics.empty()) {
    throw ModelError(complaints_of(derivation.diagnostics, description.text, description.source));
  }
  return std::move(derivation.page);
}

}  // namespace zwang
