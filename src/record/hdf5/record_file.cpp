// SPDX-License-Identifier: Apache-2.0
#include "record/hdf5/record_file.h"

#include <algorithm>

#include "record/file.h"
#include "record/hdf5/column_sets.h"
#include "record/hdf5/seal.h"
#include "record/input.h"
#include "zwang/status.h"

namespace zwang::record {

namespace {

constexpr std::string_view kSignature = "\x89HDF\r\n\x1A\n";
constexpr std::size_t kFamilyCache = std::size_t{1} << 24;
constexpr hsize_t kMostColumns = 4000000, kLongestText = std::uint64_t{1} << 28;

bool has_signature(const std::string& path) {
  Input input = Input::from_file(path);
  char head[8] = {};
  if (input.remaining() < sizeof head) return false;
  input.read(head, sizeof head);
  return std::string_view(head, sizeof head) == kSignature;
}

// In one walk: to open the k-th by its number, HDF5 sorts all of them each time.
std::vector<std::string> link_names(hid_t group) {
  std::vector<std::string> names;
  const auto add = [](hid_t, const char* name, const H5L_info_t*, void* to) noexcept -> herr_t {
    static_cast<std::vector<std::string>*>(to)->emplace_back(name);
    return 0;
  };
  hsize_t from = 0;
  if (H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, &from, add, &names) < 0) names.clear();
  return names;
}

}  // namespace

RecordFile::RecordFile(const std::string& path, Unsealed unsealed) : path_(path) {
  if (!has_signature(path)) refuse("it is not an HDF5 file");
  if (!check_seal(path) && unsealed == Unsealed::refuse)
    throw FileError(path, "is without its checksum: truncated, or written to by another program");
  open();
}

void RecordFile::refuse(const std::string& why) const {
  throw FileError(path_, "is not a results file of a run: " + why);
}

Hdf5Handle RecordFile::own(hid_t id, Hdf5Handle::Close close) const {
  if (id < 0) refuse("a part of it is missing or damaged");
  return {id, close};
}

void RecordFile::open() {
  file_ = Hdf5Handle(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (file_ < 0) refuse("HDF5 cannot open it; it may be truncated");
  version_ = attribute(file_, "version");
  title_ = attribute(file_, "title");
  model_ = attribute(file_, "model");
  read_columns();
}

std::string RecordFile::attribute(hid_t object, const char* name) const {
  if (H5Aexists(object, name) <= 0) refuse(std::string("it has no '") + name + "'");
  const Hdf5Handle at = own(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const Hdf5Handle type = own(H5Aget_type(at), H5Tclose);
  const Hdf5Handle space = own(H5Aget_space(at), H5Sclose);
  if (H5Tis_variable_str(type) <= 0 || H5Sget_simple_extent_npoints(space) != 1)
    refuse(std::string("its '") + name + "' is not a text");
  char* text = nullptr;
  if (H5Aread(at, type, &text) < 0) refuse(std::string("its '") + name + "' cannot be read");
  const std::string value = text ? text : "";
  H5free_memory(text);
  return value;
}

std::int64_t RecordFile::integer(hid_t object, const char* name) const {
  if (H5Aexists(object, name) <= 0) refuse(std::string("a column has no '") + name + "'");
  const Hdf5Handle at = own(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const Hdf5Handle type = own(H5Aget_type(at), H5Tclose);
  const Hdf5Handle space = own(H5Aget_space(at), H5Sclose);
  std::int64_t value = 0;
  if (H5Tget_class(type) != H5T_INTEGER || H5Sget_simple_extent_npoints(space) != 1 ||
      H5Aread(at, H5T_NATIVE_INT64, &value) < 0)
    refuse(std::string("the '") + name + "' of a column is not a number");
  return value;
}

std::vector<std::uint64_t> RecordFile::extent(hid_t dataset) const {
  const Hdf5Handle type = own(H5Dget_type(dataset), H5Tclose);
  const Hdf5Handle space = own(H5Dget_space(dataset), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space);
  hsize_t size[2] = {};
  if (H5Tget_class(type) != H5T_FLOAT || rank < 1 || rank > 2 ||
      H5Sget_simple_extent_dims(space, size, nullptr) != rank)
    refuse("a column is not a list of numbers");
  return {size, size + rank};
}

void RecordFile::read_set(hid_t dataset, std::vector<Placed>& columns) {
  if (H5Iget_type(dataset) != H5I_DATASET) refuse("one of its columns is not a dataset");
  const std::vector<std::uint64_t> size = extent(dataset);
  const std::size_t set = datasets_.size();
  if (set > 0 && size[0] != rows_) refuse("its columns have different lengths");
  rows_ = size[0];
  const std::int64_t index = integer(dataset, "index");
  const std::string unit = attribute(dataset, "unit");
  if (size.size() == 1) {
    columns.push_back(
        {index, {attribute(dataset, "name"), attribute(dataset, "meaning"), unit}, set, 0});
    return;
  }
  const std::vector<std::string> names = split_lines(attribute(dataset, "names")),
                                 meanings = split_lines(attribute(dataset, "meanings"));
  const std::int64_t stride = integer(dataset, "stride");
  if (names.size() != size[1] || meanings.size() != size[1] || stride < 1 ||
      stride > static_cast<std::int64_t>(kMostColumns))
    refuse("a family of its columns has other names than numbers");
  if (index < 0 || index > static_cast<std::int64_t>(kMostColumns))
    refuse("its columns are not numbered from first to last");
  for (std::size_t k = 0; k < names.size(); ++k) {
    columns.push_back(
        {index + static_cast<std::int64_t>(k) * stride, {names[k], meanings[k], unit}, set, k});
  }
}

void RecordFile::set_columns(std::vector<Placed> columns) {
  std::sort(columns.begin(), columns.end(),
            [](const Placed& x, const Placed& y) { return x.index < y.index; });
  std::vector<Column> in_order;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (columns[k].index != static_cast<std::int64_t>(k))
      refuse("its columns are not numbered from first to last");
    in_order.push_back(std::move(columns[k].column));
    places_.push_back({columns[k].set, columns[k].member});
  }
  try {
    columns_ = Columns(std::move(in_order));
  } catch (const InputError& error) {
    refuse(error.what());
  }
}

void RecordFile::read_columns() {
  if (H5Lexists(file_, "columns", H5P_DEFAULT) <= 0) refuse("it has no columns");
  const Hdf5Handle group = own(H5Gopen2(file_, "columns", H5P_DEFAULT), H5Gclose);
  H5G_info_t info{};
  if (H5Gget_info(group, &info) < 0 || info.nlinks == 0 || info.nlinks > kMostColumns)
    refuse("it has no columns");
  const std::vector<std::string> links = link_names(group);
  if (links.size() != static_cast<std::size_t>(info.nlinks)) refuse("its columns cannot be listed");
  // Columns of a family are read one after the other, and each chunk has many of them.
  const Hdf5Handle access = own(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
  H5Pset_chunk_cache(access, 521, kFamilyCache, 1);
  std::vector<Placed> columns;
  for (const std::string& link : links) {
    Hdf5Handle set = own(H5Oopen(group, link.c_str(), H5P_DEFAULT), H5Oclose);
    if (H5Iget_type(set) == H5I_DATASET && extent(set).size() == 2)
      set = own(H5Dopen2(group, link.c_str(), access), H5Oclose);
    read_set(set, columns);
    datasets_.push_back(std::move(set));
  }
  set_columns(std::move(columns));
}

std::vector<double> RecordFile::column(Index column, std::uint64_t first, std::uint64_t stride,
                                       std::uint64_t most) const {
  const Place& at = places_.at(static_cast<std::size_t>(column));
  const hid_t set = datasets_[at.set];
  const std::uint64_t there = first < rows_ ? (rows_ - first - 1) / stride + 1 : 0;
  const hsize_t begin[] = {first, at.member}, step[] = {stride, 1},
                count[] = {std::min(there, most), 1};
  std::vector<double> values(count[0]);
  if (count[0] == 0) return values;
  const Hdf5Handle place = own(H5Dget_space(set), H5Sclose);
  const Hdf5Handle shape = own(H5Screate_simple(1, count, nullptr), H5Sclose);
  if (H5Sselect_hyperslab(place, H5S_SELECT_SET, begin, step, count, nullptr) < 0 ||
      H5Dread(set, H5T_NATIVE_DOUBLE, shape, place, H5P_DEFAULT, values.data()) < 0)
    throw FileError(path_, "the column '" + columns_[column].name + "' cannot be read");
  return values;
}

std::optional<std::string> RecordFile::text(const std::string& name) const {
  const std::string path = "page/" + name;
  if (H5Lexists(file_, "page", H5P_DEFAULT) <= 0 ||
      H5Lexists(file_, path.c_str(), H5P_DEFAULT) <= 0)
    return std::nullopt;
  const Hdf5Handle set = own(H5Dopen2(file_, path.c_str(), H5P_DEFAULT), H5Dclose);
  const Hdf5Handle type = own(H5Dget_type(set), H5Tclose);
  const Hdf5Handle space = own(H5Dget_space(set), H5Sclose);
  const std::size_t size = H5Tget_size(type);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0 || size == 0 ||
      size > kLongestText || H5Sget_simple_extent_npoints(space) != 1)
    refuse("its '" + name + "' is not a text");
  std::string text(size, '\0');
  if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()) < 0)
    throw FileError(path_, "the text '" + name + "' cannot be read");
  text.resize(text.find_last_not_of('\0') + 1);
  return text;
}

}  // namespace zwang::record
