// SPDX-License-Identifier: Apache-2.0
#include "api/run/snapshot.h"

#include "record/fields.h"
#include "record/file.h"

namespace zwang {

record::Checkpoint to_checkpoint(const motion::Snapshot& snapshot, double seconds,
                                 const record::Identity& identity) {
  record::Encoder encoder;
  record::FieldWriter(encoder).put(Resumption{seconds, snapshot});
  return {identity, encoder.bytes()};
}

Resumption from_checkpoint(const record::Checkpoint& checkpoint,
                           const equations::Equations& equations, const std::string& path) {
  Resumption resumption;
  record::Decoder decoder(checkpoint.state);
  record::FieldReader reader(decoder);
  reader.take(resumption);
  if (!reader.other().empty()) {
    throw record::FileError(path,
                            "the checkpoint was written by another version of this program (it has "
                            "\"" +
                                reader.other() +
                                "\"), and this one cannot resume it; "
                                "start the run again, without --resume");
  }
  if (!reader.ok() || !decoder.done() || !fits(resumption.snapshot, equations)) {
    throw record::FileError(path, "the checkpoint is not of this model");
  }
  return resumption;
}

}  // namespace zwang
