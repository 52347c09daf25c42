// SPDX-License-Identifier: Apache-2.0
#pragma once
// The file that a run goes on from, as if it had never stopped, to the bit.

#include <string>

#include "record/identity.h"
#include "record/input.h"

namespace zwang::record {

struct Checkpoint {
  Identity identity;
  std::string state;  // of the run, as fields.h writes it
};

/// Replaces the file at once and waits until the disk has it. Throws FileError.
void save_checkpoint(const std::string& path, const Checkpoint& checkpoint);

/// Throws FileError if there is none, it is damaged, an earlier program wrote it, or it belongs to
/// another run than `now`; the message says what differs.
Checkpoint load_checkpoint(const std::string& path, const Identity& now);

/// Whatever run it is of.
Checkpoint read_checkpoint(Input input);

}  // namespace zwang::record
