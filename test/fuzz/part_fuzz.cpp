// SPDX-License-Identifier: Apache-2.0
// Any bytes as the record of a run and as a checkpoint: read, or refused with a message. The first
// byte says whether checksums are mended before, without which few mutations get far.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "mend.h"
#include "record/checkpoint.h"
#include "record/file.h"
#include "record/part_reader.h"

namespace {

using namespace zwang::record;

void read_part(const std::string& bytes) {
  try {
    PartReader reader(Input::from_memory(bytes, "part"));
    std::uint64_t count = 0;
    for (auto rows = reader.next(); !rows.empty(); rows = reader.next()) count += rows.size();
    // Every number that is given stands somewhere in the bytes, and the end has been judged.
    const auto width = static_cast<std::uint64_t>(reader.heading().columns.count());
    if (count != width * static_cast<std::uint64_t>(reader.rows())) std::abort();
    if (8 * count > bytes.size() || reader.block_end() > bytes.size()) std::abort();
    if (reader.ending() == PartReader::Ending::reading) std::abort();
  } catch (const FileError&) {
  }
}

void read_state(const std::string& bytes) {
  try {
    read_checkpoint(Input::from_memory(bytes, "checkpoint"));
  } catch (const FileError&) {
  }
}

/// The bytes with a head that is ours, so that no mutation must find it.
std::string with_head(FileKind kind, const std::string& bytes) { return preamble(kind) + bytes; }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] & 1) {
    read_part(bytes);
    read_state(bytes);
    return 0;
  }
  std::string part = with_head(FileKind::part, bytes);
  std::string state = with_head(FileKind::checkpoint, bytes);
  zwang::test::mend_checksums(part);
  zwang::test::mend_checksums(state);
  read_part(part);
  read_state(state);
  return 0;
}
