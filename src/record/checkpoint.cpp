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
  encoder.text(checkpoint.state);
  return encoder.bytes();
}

}  // namespace

void save_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
  const std::string payload = encode(checkpoint);
  if (payload.size() > kLongestPayload) throw InputError("checkpoint", "is too long");
  replace_file(path, preamble(FileKind::checkpoint) + frame(FrameKind::fields, payload));
}

Checkpoint load_checkpoint(const std::string& path, const Identity& now) {
  Checkpoint checkpoint = read_checkpoint(Input::from_file(path));
  const std::string other = differences(checkpoint.identity, now);
  if (!other.empty()) throw FileError(path, "belongs to another run: " + other);
  return checkpoint;
}

Checkpoint read_checkpoint(Input input) {
  FrameReader frames(std::move(input), FileKind::checkpoint);
  const bool whole = frames.next() == FrameReader::Outcome::frame && frames.at_end();
  // Numbers by their places, which only the program that wrote them knows.
  if (whole && frames.kind() == FrameKind::state) {
    throw FileError(
        frames.name(),
        "the checkpoint was written by an earlier version of this program and cannot be "
        "resumed; start the run again, without --resume");
  }
  if (whole && frames.kind() == FrameKind::fields) {
    Decoder decoder(frames.payload());
    Checkpoint checkpoint;
    checkpoint.identity = decode_identity(decoder);
    checkpoint.state = decoder.text();
    if (decoder.done()) return checkpoint;
  }
  throw FileError(frames.name(), "the checkpoint is truncated or damaged");
}

}  // namespace zwang::record
