// SPDX-License-Identifier: Apache-2.0
#include "verdict.h"

namespace bench {
namespace {

Verdict verdict(std::string target, Size size, double asked, const Timing* ours,
                const Timing* peer) {
  Verdict verdict{std::move(target), peer ? peer->name : "none right", size, asked, 0};
  if (ours && peer) verdict.measured = peer->microseconds / ours->microseconds;
  return verdict;
}

const Timing* if_right(const Timing& timing) { return timing.right() ? &timing : nullptr; }

}  // namespace

std::vector<Verdict> verdicts(const std::vector<Outcome>& outcomes,
                              const std::vector<BatchOutcome>& batches) {
  std::vector<Verdict> verdicts;
  // 1.5 up to (30,20), never slower above
  for (const Outcome& o : outcomes) {
    verdicts.push_back(verdict("explicit : best rank-safe peer", o.size, o.size.n <= 30 ? 1.5 : 1.0,
                               o.best("explicit"), o.best(Kind::rank_safe)));
  }
  // 4 at (6,3), 8 from (12,8) up; nothing is asked below
  for (const Outcome& o : outcomes) {
    if (o.size.n < 6) continue;
    verdicts.push_back(verdict("explicit : formula as printed", o.size, o.size.n < 12 ? 4.0 : 8.0,
                               o.best("explicit"), o.best(Kind::printed)));
  }
  for (const BatchOutcome& o : batches) {
    verdicts.push_back(
        verdict("batch : Eigen fixed-size Schur", o.size, 6.0, if_right(o.ours), if_right(o.peer)));
  }
  return verdicts;
}

}  // namespace bench
