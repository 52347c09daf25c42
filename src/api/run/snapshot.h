// SPDX-License-Identifier: Apache-2.0
#pragma once
// A snapshot of a run as a checkpoint, and back.

#include "motion/run/snapshot.h"
#include "record/checkpoint.h"

namespace zwang {

record::Checkpoint to_checkpoint(const motion::Snapshot& snapshot, double seconds,
                                 const record::Identity& identity);

struct Resumption {
  double seconds = 0;  // that the run has taken
  motion::Snapshot snapshot;

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("resumption", 1, x.seconds, x.snapshot);
  }
};

/// Throws record::FileError, naming `path`, where it is not a snapshot of a run of these equations, or
/// not as this program writes it.
Resumption from_checkpoint(const record::Checkpoint& checkpoint,
                           const equations::Equations& equations, const std::string& path);

}  // namespace zwang
