// SPDX-License-Identifier: Apache-2.0
#pragma once
// The container of our binary files. All numbers are little-endian.
//
//   file   = magic (8 bytes), format (u32), kind of file (4 letters), frames
//   frame  = kind of frame (4 letters), CRC-32C (u32), length (u64), payload (length bytes)
//
// The checksum covers the frame's kind, length and payload. Files grow frame by frame; the last may
// be cut off anywhere when a program is killed.

#include <cstdint>
#include <string>
#include <string_view>

#include "record/input.h"

namespace zwang::record {

/// Four letters as they stand in the file.
constexpr std::uint32_t letters(const char (&word)[5]) {
  std::uint32_t value = 0;
  for (int k = 3; k >= 0; --k) value = value << 8 | static_cast<unsigned char>(word[k]);
  return value;
}

enum class FileKind : std::uint32_t { part = letters("part"), checkpoint = letters("ckpt") };

enum class FrameKind : std::uint32_t {
  heading = letters("head"),
  rows = letters("rows"),
  done = letters("done"),
  state = letters("stat"),  // of checkpoints of earlier versions: numbers by their places
  fields = letters("flds"),
};

inline constexpr std::size_t kPreambleSize = 16, kFrameHeadSize = 16;

/// No frame of ours is longer, so that a damaged length cannot ask for all memory.
inline constexpr std::uint64_t kLongestPayload = std::uint64_t{1} << 28;

std::string preamble(FileKind kind);

/// Writes the head of a frame to head[0 … kFrameHeadSize).
void write_frame_head(char* head, FrameKind kind, std::string_view payload) noexcept;

std::string frame(FrameKind kind, std::string_view payload);

class FrameReader {
 public:
  enum class Outcome { frame, end, truncated, damaged };

  /// Throws FileError if the file is not of this kind, or of a format that is not ours.
  FrameReader(Input input, FileKind kind);

  /// The next frame. All but Outcome::frame are final: nothing after them is looked at.
  Outcome next();

  FrameKind kind() const noexcept { return kind_; }
  std::string_view payload() const noexcept { return payload_; }  // until the next call
  std::uint64_t end() const noexcept { return end_; }             // where the good frames end
  bool at_end() const noexcept { return input_.remaining() == 0; }
  const std::string& name() const noexcept { return input_.name(); }

 private:
  Outcome read_frame();

  Input input_;
  FrameKind kind_ = {};
  std::string payload_;
  std::uint64_t end_ = kPreambleSize;
  Outcome last_ = Outcome::frame;
};

}  // namespace zwang::record
