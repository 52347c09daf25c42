// SPDX-License-Identifier: Apache-2.0
#include "record/hdf5/file.h"

#include <algorithm>
#include <span>
#include <vector>

#include "record/columns.h"
#include "record/hdf5/column_sets.h"
#include "record/hdf5/session.h"
#include "record/hdf5/text.h"

namespace zwang::record {

namespace {

// Datasets are made when the first rows are written: then it is known whether there will be more.
class Hdf5Columns {
 public:
  Hdf5Columns(const Hdf5Session& session, const Columns& columns);
  void append(std::span<const double> rows);
  void finish();  // writes what waits

 private:
  void make_datasets(std::size_t chunk_rows);
  Hdf5Handle make_dataset(hid_t group, const ColumnSet& set, hsize_t chunk_rows) const;
  void describe(hid_t dataset, const ColumnSet& set) const;
  void flush();
  void write(std::size_t set);
  const double* values_of(const ColumnSet& set);

  const Hdf5Session& session_;
  const Columns& columns_;
  const std::vector<ColumnSet> sets_;
  std::size_t chunk_rows_;
  std::vector<Hdf5Handle> datasets_;
  std::vector<double> chunk_;   // rows that wait: a short run takes no more
  std::vector<double> values_;  // of the set that is written
  std::size_t waiting_ = 0, written_ = 0;
};

/// Rows that are compressed together: 64 KiB of a column, but all columns together not over 64 MiB,
/// and never so few that compression gains nothing.
std::size_t choose_chunk_rows(std::size_t width) {
  return std::clamp<std::size_t>((std::size_t{1} << 23) / width, 16, 8192);
}

/// Of a family so many members are compressed together: about 256 KiB.
hsize_t chunk_members(hsize_t rows, Index members) {
  const hsize_t most = hsize_t{1} << 15;
  return std::clamp<hsize_t>(most / rows, 1, static_cast<hsize_t>(members));
}

Hdf5Handle make_creation(const Hdf5Session& session, int rank, const hsize_t* chunk) {
  Hdf5Handle creation = session.own(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  session.check(H5Pset_obj_track_times(creation, false));
  session.check(H5Pset_chunk(creation, rank, chunk));
  // The unused end of the last chunk is part of the file: it must be the same each time.
  session.check(H5Pset_fill_time(creation, H5D_FILL_TIME_ALLOC));
  session.check(H5Pset_shuffle(creation));  // equal bytes of neighbouring numbers come together
  session.check(H5Pset_deflate(creation, 4));
  return creation;
}

Hdf5Columns::Hdf5Columns(const Hdf5Session& session, const Columns& columns)
    : session_(session),
      columns_(columns),
      sets_(group_columns(columns)),
      chunk_rows_(choose_chunk_rows(static_cast<std::size_t>(columns.count()))) {}

void Hdf5Columns::make_datasets(std::size_t chunk_rows) {
  const Hdf5Handle group = make_group(session_, "columns");
  for (const ColumnSet& set : sets_) {
    datasets_.push_back(make_dataset(group, set, std::max<std::size_t>(chunk_rows, 1)));
    describe(datasets_.back(), set);
  }
}

Hdf5Handle Hdf5Columns::make_dataset(hid_t group, const ColumnSet& set, hsize_t chunk_rows) const {
  const auto members = static_cast<hsize_t>(set.count);
  const int rank = set.family ? 2 : 1;
  const hsize_t none[] = {0, members}, most[] = {H5S_UNLIMITED, members};
  const hsize_t chunk[] = {chunk_rows, set.family ? chunk_members(chunk_rows, set.count) : 1};
  const Hdf5Handle space = session_.own(H5Screate_simple(rank, none, most), H5Sclose);
  const Hdf5Handle creation = make_creation(session_, rank, chunk);
  // Whole chunks are written at once; a cache for each of many columns would only take memory.
  const Hdf5Handle access = session_.own(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
  session_.check(H5Pset_chunk_cache(access, 0, 0, 0));
  return session_.own(H5Dcreate2(group, hdf5_name(set.name).c_str(), H5T_IEEE_F64LE, space,
                                 H5P_DEFAULT, creation, access),
                      H5Dclose);
}

void Hdf5Columns::describe(hid_t dataset, const ColumnSet& set) const {
  const Column& first = columns_[set.first];
  if (set.family) {
    std::vector<std::string> names, meanings;
    for (Index k = 0; k < set.count; ++k) {
      names.push_back(columns_[set.first + k * set.stride].name);
      meanings.push_back(columns_[set.first + k * set.stride].meaning);
    }
    attach_text(session_, dataset, "names", join_lines(names));
    attach_text(session_, dataset, "meanings", join_lines(meanings));
    attach_integer(session_, dataset, "stride", set.stride);
  } else {
    attach_text(session_, dataset, "name", first.name);
    attach_text(session_, dataset, "meaning", first.meaning);
  }
  attach_text(session_, dataset, "unit", first.unit);
  attach_integer(session_, dataset, "index", set.first);
}

void Hdf5Columns::append(std::span<const double> rows) {
  const auto width = static_cast<std::size_t>(columns_.count());
  while (!rows.empty()) {
    if (waiting_ == chunk_rows_) flush();
    const std::size_t count = std::min(rows.size() / width, chunk_rows_ - waiting_);
    const auto now = rows.first(count * width);
    chunk_.insert(chunk_.end(), now.begin(), now.end());
    waiting_ += count;
    rows = rows.subspan(now.size());
  }
}

void Hdf5Columns::finish() {
  if (datasets_.empty()) make_datasets(waiting_);
  flush();
}

void Hdf5Columns::flush() {
  if (waiting_ == 0) return;
  if (datasets_.empty()) make_datasets(chunk_rows_);
  for (std::size_t set = 0; set < sets_.size(); ++set) write(set);
  written_ += waiting_;
  waiting_ = 0;
  chunk_.clear();
}

const double* Hdf5Columns::values_of(const ColumnSet& set) {
  const auto width = static_cast<std::size_t>(columns_.count());
  const auto members = static_cast<std::size_t>(set.count);
  values_.resize(members * waiting_);
  for (std::size_t row = 0; row < waiting_; ++row) {
    const double* const from = chunk_.data() + row * width + static_cast<std::size_t>(set.first);
    for (std::size_t k = 0; k < members; ++k) {
      values_[row * members + k] = from[k * static_cast<std::size_t>(set.stride)];
    }
  }
  return values_.data();
}

void Hdf5Columns::write(std::size_t number) {
  const hid_t dataset = datasets_[number];
  const ColumnSet& set = sets_[number];
  const auto members = static_cast<hsize_t>(set.count);
  const hsize_t begin[] = {written_, 0}, count[] = {waiting_, members},
                size[] = {written_ + waiting_, members};
  session_.check(H5Dset_extent(dataset, size));
  const Hdf5Handle place = session_.own(H5Dget_space(dataset), H5Sclose);
  session_.check(H5Sselect_hyperslab(place, H5S_SELECT_SET, begin, nullptr, count, nullptr));
  const Hdf5Handle shape =
      session_.own(H5Screate_simple(set.family ? 2 : 1, count, nullptr), H5Sclose);
  session_.check(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, shape, place, H5P_DEFAULT, values_of(set)));
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
  columns.finish();
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
