// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace zwang::deriving {

/// What equations are written in: the language of models, or LaTeX.
enum class Language { text, latex };

}  // namespace zwang::deriving
