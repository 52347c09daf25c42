// SPDX-License-Identifier: Apache-2.0
#pragma once
// The four-bar as a model file of bodies, closed by a hinge, through the public interface.

#include "body_child.h"

namespace bench {

/// Without states if the run did not reach its end.
BodyMotion zwang_four_bar(double tolerance);

}  // namespace bench
