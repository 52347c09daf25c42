// SPDX-License-Identifier: Apache-2.0
#include "zwang/import.h"

#include "import/model_text.h"

namespace zwang {

ImportedRobot import_robot(const std::string& path, const ImportOptions& options) {
  import::Options wish;
  wish.floating = options.floating;
  wish.key = options.key;
  import::Robot robot = import::load_robot(path, wish);
  if (!robot.ok()) throw ModelError(std::move(robot.complaints));
  ImportedRobot result;
  result.model = import::model_text(robot);
  result.remarks = import::remark_lines(robot);
  result.description = std::move(robot.model);
  return result;
}

}  // namespace zwang
