// SPDX-License-Identifier: Apache-2.0
#include "record/heading.h"

#include "zwang/status.h"

namespace zwang::record {

void encode(Encoder& encoder, const Heading& heading) {
  encode(encoder, heading.identity);
  encoder.u64(static_cast<std::uint64_t>(heading.columns.count()));
  for (const Column& column : heading.columns) {
    encoder.text(column.name);
    encoder.text(column.meaning);
    encoder.text(column.unit);
  }
}

std::optional<Heading> decode_heading(std::string_view bytes) {
  Decoder decoder(bytes);
  Heading heading;
  heading.identity = decode_identity(decoder);
  const Index count = decoder.count();
  std::vector<Column> columns;
  for (Index i = 0; i < count && decoder.ok(); ++i) {
    Column& column = columns.emplace_back();
    column.name = decoder.text();
    column.meaning = decoder.text();
    column.unit = decoder.text();
  }
  if (!decoder.done()) return std::nullopt;
  try {
    heading.columns = Columns(std::move(columns));
  } catch (const InputError&) {  // names that no run of ours could have
    return std::nullopt;
  }
  return heading;
}

}  // namespace zwang::record
