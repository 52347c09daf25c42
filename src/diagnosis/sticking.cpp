// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/sticking.h"

#include "flow/project.h"
#include "flow/right_side.h"
#include "hybrid/hybrid.h"
#include "instant/usable.h"
#include "model/model_parts.h"

namespace zwang::diagnosis {

std::vector<std::size_t> sticking_at(const Model& model, const State& state) {
  const equations::Equations& equations = model.parts().equations();
  if (equations.sliding.empty()) return {};
  motion::RightSide side(equations, Method::automatic);
  motion::Projector projector(side);
  const motion::RunOptions options;
  std::vector<motion::Happening> happenings;
  motion::Hybrid hybrid(side, projector, options, 1, happenings);
  std::vector<double> y = state.q;
  y.insert(y.end(), state.v.begin(), state.v.end());
  y.resize(static_cast<std::size_t>(side.layout().size()));
  begin_mode(hybrid, state.t, y.data());
  std::vector<std::size_t> sticking;
  if (!instant::usable(hybrid.status)) return sticking;
  const auto& slip = side.mode().slip;
  for (std::size_t k = 0; k < slip.size(); ++k) {
    if (slip[k] == instant::Slip::sticks) sticking.push_back(k);
  }
  return sticking;
}

}  // namespace zwang::diagnosis
