// SPDX-License-Identifier: Apache-2.0
#pragma once
// A robot as the text of a model file: what people read, change and run.

#include <string>

#include "import/robot.h"

namespace zwang::import {

/// All of the robot's model, in the order in which it was read, behind remarks on what was left out.
/// Where the robot says nothing of gravity, it is that of the Earth, downwards along z.
std::string model_text(const Robot& robot);

/// The remarks as lines of at most 100 characters, those of one kind together; no line ends with
/// a blank.
std::vector<std::string> remark_lines(const Robot& robot);

}  // namespace zwang::import
