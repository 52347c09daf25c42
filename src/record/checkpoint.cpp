// SPDX-License-Identifier: Apache-2.0
#include "record/checkpoint.h"

#include "record/aside.h"
#include "record/bytes.h"
#include "record/file.h"
#include "record/frame.h"
#include "zwang/status.h"

namespace zwang::record {

namespace {

std::string encode(const Checkpoint& checkpoint) {
  Encoder encoder;
  encode(encoder, checkpoint.identity);
  encoder.number(checkpoint.time);
  encoder.number(checkpoint.step);
  encoder.numbers(checkpoint.state);
  encoder.numbers(checkpoint.memory);
  encoder.u64(checkpoint.steps);
  encoder.u64(checkpoint.rejected);
  encoder.u64(checkpoint.evaluations);
  encoder.u64(checkpoint.segment);
  encoder.u64(checkpoint.rows);
  return encoder.bytes();
}

Checkpoint decode(Decoder& decoder) {
  Checkpoint checkpoint;
  checkpoint.identity = decode_identity(decoder);
  checkpoint.time = decoder.number();
  checkpoint.step = decoder.number();
  checkpoint.state = decoder.numbers();
  checkpoint.memory = decoder.numbers();
  checkpoint.steps = decoder.u64();
  checkpoint.rejected = decoder.u64();
  checkpoint.evaluations = decoder.u64();
  checkpoint.segment = decoder.u64();
  checkpoint.rows = decoder.u64();
  return checkpoint;
}

}  // namespace

void save_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
  const std::string payload = encode(checkpoint);
  if (payload.size() > kLongestPayload) throw InputError("checkpoint", "is too long");
  replace_file(path, preamble(FileKind::checkpoint) + frame(FrameKind::state, payload));
}

Checkpoint load_checkpoint(const std::string& path, const Identity& now) {
  Checkpoint checkpoint = read_checkpoint(Input::from_file(path));
  const std::string other = differences(checkpoint.identity, now);
  if (!other.empty()) throw FileError(path, "belongs to another run: " + other);
  return checkpoint;
}

Checkpoint read_checkpoint(Input input) {
  FrameReader frames(std::move(input), FileKind::checkpoint);
  if (frames.next() == FrameReader::Outcome::frame && frames.kind() == FrameKind::state &&
      frames.at_end()) {
    Decoder decoder(frames.payload());
    Checkpoint checkpoint = decode(decoder);
    if (decoder.done()) return checkpoint;
  }
  throw FileError(frames.name(), "the checkpoint is cut off or damaged");
}

}  // namespace zwang::record
