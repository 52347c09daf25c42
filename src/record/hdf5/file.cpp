// SPDX-License-Identifier: Apache-2.0
#include "record/hdf5/file.h"

#include "record/hdf5/columns.h"
#include "record/hdf5/session.h"

namespace zwang::record {

namespace {

void write_identity(const Hdf5Session& session, const Identity& identity) {
  attach_text(session, session.file(), "version", "zwang " + identity.version);
  attach_text(session, session.file(), "title", identity.title);
  attach_text(session, session.file(), "model", identity.model);
  attach_text(session, session.file(), "model_hash", hex_text(identity.model_hash));
  attach_text(session, session.file(), "method", identity.method);
}

void write_parameters(const Hdf5Session& session, const std::vector<Parameter>& parameters) {
  const Hdf5Handle group = make_group(session, "parameters");
  for (const Parameter& p : parameters) attach_number(session, group, p.name, p.value);
}

void write_rows(const Hdf5Session& session, RowSource& source) {
  Hdf5Columns columns(session, source.heading().columns);
  for (auto rows = source.next(); !rows.empty(); rows = source.next()) columns.append(rows);
  columns.flush();
}

}  // namespace

void write_hdf5(const std::string& path, RowSource& source, std::span<const NamedText> page) {
  Hdf5Session session(path);
  write_identity(session, source.heading().identity);
  write_parameters(session, source.heading().identity.parameters);
  write_rows(session, source);
  write_texts(session, page);
  session.commit();
}

}  // namespace zwang::record
