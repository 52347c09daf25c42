// SPDX-License-Identifier: Apache-2.0
#include "record/frame.h"

#include "base/contract.h"
#include "record/bytes.h"
#include "record/file.h"

namespace zwang::record {

namespace {

// As PNG's: a byte that is no ASCII, and line ends that a transfer as text would change.
constexpr std::string_view kMagic = "\x8AZWG\r\n\x1A\n";
constexpr std::uint32_t kFormat = 1;

std::uint32_t checksum(std::uint32_t kind, std::string_view payload) noexcept {
  char head[12];
  store_u32(head, kind);
  store_u64(head + 4, payload.size());
  return crc32c(payload, crc32c({head, sizeof head}));
}

std::string_view describe(FileKind kind) {
  return kind == FileKind::part ? "record of a run" : "checkpoint";
}

}  // namespace

std::string preamble(FileKind kind) {
  std::string bytes(kMagic);
  bytes.resize(kPreambleSize);
  store_u32(&bytes[8], kFormat);
  store_u32(&bytes[12], static_cast<std::uint32_t>(kind));
  return bytes;
}

void write_frame_head(char* head, FrameKind kind, std::string_view payload) noexcept {
  expects(payload.size() <= kLongestPayload);
  const auto word = static_cast<std::uint32_t>(kind);
  store_u32(head, word);
  store_u32(head + 4, checksum(word, payload));
  store_u64(head + 8, payload.size());
}

std::string frame(FrameKind kind, std::string_view payload) {
  std::string bytes(kFrameHeadSize, '\0');
  write_frame_head(bytes.data(), kind, payload);
  return bytes += payload;
}

FrameReader::FrameReader(Input input, FileKind kind) : input_(std::move(input)) {
  char head[kPreambleSize] = {};
  if (input_.remaining() >= kPreambleSize) input_.read(head, kPreambleSize);
  if (std::string_view(head, kMagic.size()) != kMagic)
    throw FileError(name(), "is not a " + std::string(describe(kind)));
  if (const std::uint32_t format = load_u32(head + 8); format != kFormat)
    throw FileError(name(), "has format " + std::to_string(format) +
                                ", this program reads format " + std::to_string(kFormat));
  if (load_u32(head + 12) != static_cast<std::uint32_t>(kind))
    throw FileError(
        name(), "is not a " + std::string(describe(kind)) + ", but another file of this program");
}

FrameReader::Outcome FrameReader::next() {
  if (last_ == Outcome::frame) last_ = read_frame();
  return last_;
}

FrameReader::Outcome FrameReader::read_frame() {
  if (input_.remaining() == 0) return Outcome::end;
  if (input_.remaining() < kFrameHeadSize) return Outcome::truncated;
  char head[kFrameHeadSize];
  input_.read(head, kFrameHeadSize);
  const std::uint32_t kind = load_u32(head);
  const std::uint64_t length = load_u64(head + 8);
  if (length > kLongestPayload) return Outcome::damaged;
  if (length > input_.remaining()) return Outcome::truncated;
  payload_.resize(length);
  input_.read(payload_.data(), length);
  if (load_u32(head + 4) != checksum(kind, payload_)) return Outcome::damaged;
  kind_ = static_cast<FrameKind>(kind);
  end_ = input_.offset();
  return Outcome::frame;
}

}  // namespace zwang::record
