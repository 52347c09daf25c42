// SPDX-License-Identifier: Apache-2.0
#include "record/hdf5/file.h"

#include <algorithm>
#include <span>
#include <vector>

#include "record/columns.h"
#include "record/hdf5/session.h"
#include "record/hdf5/text.h"

namespace zwang::record {

namespace {

class Hdf5Columns {
 public:
  Hdf5Columns(const Hdf5Session& session, const Columns& columns);
  void append(std::span<const double> rows);
  void flush();  // writes what waits

 private:
  void make_dataset(hid_t group, hid_t creation, const Column& column);
  void write_column(std::size_t column);

  const Hdf5Session& session_;
  std::size_t chunk_rows_;
  std::vector<Hdf5Handle> datasets_;
  std::vector<double> chunk_;  // by columns, chunk_rows_ places each
  std::size_t waiting_ = 0, written_ = 0;
};

/// Rows that are compressed together: 64 KiB of a column, but all columns together not over 64 MiB,
/// and never so few that compression gains nothing.
std::size_t choose_chunk_rows(std::size_t width) {
  return std::clamp<std::size_t>((std::size_t{1} << 23) / width, 256, 8192);
}

Hdf5Handle make_creation(const Hdf5Session& session, hsize_t chunk_rows) {
  Hdf5Handle creation = session.own(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  session.check(H5Pset_obj_track_times(creation, false));
  session.check(H5Pset_chunk(creation, 1, &chunk_rows));
  // The unused end of the last chunk is part of the file: it must be the same each time.
  session.check(H5Pset_fill_time(creation, H5D_FILL_TIME_ALLOC));
  session.check(H5Pset_shuffle(creation));  // equal bytes of neighbouring numbers come together
  session.check(H5Pset_deflate(creation, 4));
  return creation;
}

Hdf5Columns::Hdf5Columns(const Hdf5Session& session, const Columns& columns)
    : session_(session),
      chunk_rows_(choose_chunk_rows(static_cast<std::size_t>(columns.count()))),
      chunk_(chunk_rows_ * static_cast<std::size_t>(columns.count())) {
  const Hdf5Handle group = make_group(session, "columns");
  const Hdf5Handle creation = make_creation(session, chunk_rows_);
  for (const Column& column : columns) make_dataset(group, creation, column);
}

void Hdf5Columns::make_dataset(hid_t group, hid_t creation, const Column& column) {
  const hsize_t none = 0, unlimited = H5S_UNLIMITED;
  const Hdf5Handle space = session_.own(H5Screate_simple(1, &none, &unlimited), H5Sclose);
  // Whole chunks are written at once; a cache for each of many columns would only take memory.
  const Hdf5Handle access = session_.own(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
  session_.check(H5Pset_chunk_cache(access, 0, 0, 0));
  Hdf5Handle dataset =
      session_.own(H5Dcreate2(group, hdf5_name(column.name).c_str(), H5T_IEEE_F64LE, space,
                              H5P_DEFAULT, creation, access),
                   H5Dclose);
  attach_text(session_, dataset, "name", column.name);
  attach_text(session_, dataset, "meaning", column.meaning);
  attach_text(session_, dataset, "unit", column.unit);
  attach_integer(session_, dataset, "index", static_cast<std::int64_t>(datasets_.size()));
  datasets_.push_back(std::move(dataset));
}

void Hdf5Columns::append(std::span<const double> rows) {
  const std::size_t width = datasets_.size();
  for (; !rows.empty(); rows = rows.subspan(width)) {
    for (std::size_t j = 0; j < width; ++j) chunk_[j * chunk_rows_ + waiting_] = rows[j];
    if (++waiting_ == chunk_rows_) flush();
  }
}

void Hdf5Columns::flush() {
  if (waiting_ == 0) return;
  for (std::size_t column = 0; column < datasets_.size(); ++column) write_column(column);
  written_ += waiting_;
  waiting_ = 0;
}

void Hdf5Columns::write_column(std::size_t column) {
  const hid_t dataset = datasets_[column];
  const hsize_t begin = written_, count = waiting_, size = written_ + waiting_;
  session_.check(H5Dset_extent(dataset, &size));
  const Hdf5Handle place = session_.own(H5Dget_space(dataset), H5Sclose);
  session_.check(H5Sselect_hyperslab(place, H5S_SELECT_SET, &begin, nullptr, &count, nullptr));
  const Hdf5Handle shape = session_.own(H5Screate_simple(1, &count, nullptr), H5Sclose);
  session_.check(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, shape, place, H5P_DEFAULT,
                          chunk_.data() + column * chunk_rows_));
}

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
