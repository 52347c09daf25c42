// SPDX-License-Identifier: Apache-2.0
#pragma once
// <include file="…"/>: the contents of another file's root in its place.

#include <list>

#include "import/context.h"

namespace zwang::import {

/// Puts them in, at any depth; `sources` keeps the texts. A file is included once at the most, so
/// that files cannot include each other for ever.
void put_includes(Node& root, std::list<Source>& sources, Context& context);

}  // namespace zwang::import
