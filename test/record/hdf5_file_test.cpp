// SPDX-License-Identifier: Apache-2.0
// What stands in the HDF5 file, as its own library reads it; and that nothing else does.

#include "record/hdf5/file.h"

#include <gtest/gtest.h>
#include <hdf5.h>

#include <ctime>
#include <thread>

#include "record/file.h"
#include "record/hdf5/text.h"
#include "record/part_reader.h"
#include "record/part_writer.h"
#include "record/sample.h"
#include "record/scratch.h"

namespace zwang::record {
namespace {

using test::Scratch;

/// A file, read by the C library of HDF5 with nothing of ours between.
class Reader {
 public:
  explicit Reader(const std::string& path)
      : file_(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT)) {
    EXPECT_GE(file_, 0);
  }
  ~Reader() { H5Fclose(file_); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  std::vector<double> column(const std::string& name) const {
    const hid_t set = H5Dopen2(file_, ("columns/" + name).c_str(), H5P_DEFAULT);
    EXPECT_GE(set, 0) << name;
    const hid_t space = H5Dget_space(set);
    EXPECT_EQ(H5Sget_simple_extent_ndims(space), 1);
    std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
    H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Sclose(space);
    H5Dclose(set);
    return values;
  }

  std::string text(const std::string& object, const std::string& name) const {
    const hid_t attribute = open(object, name);
    const hid_t type = H5Aget_type(attribute);
    EXPECT_TRUE(H5Tis_variable_str(type) > 0 && H5Tget_cset(type) == H5T_CSET_UTF8) << name;
    char* text = nullptr;
    H5Aread(attribute, type, &text);
    const std::string value = text ? text : "";
    H5free_memory(text);
    H5Tclose(type);
    H5Aclose(attribute);
    return value;
  }

  template <typename Number>
  Number number(const std::string& object, const std::string& name, hid_t type) const {
    const hid_t attribute = open(object, name);
    Number value{};
    H5Aread(attribute, type, &value);
    H5Aclose(attribute);
    return value;
  }

  /// The columns in the order in which they were made.
  std::vector<std::string> columns() const {
    std::vector<std::string> names;
    const hid_t group = H5Gopen2(file_, "columns", H5P_DEFAULT);
    const auto add = [](hid_t, const char* name, const H5L_info_t*, void* to) -> herr_t {
      static_cast<std::vector<std::string>*>(to)->push_back(name);
      return 0;
    };
    EXPECT_GE(H5Literate(group, H5_INDEX_CRT_ORDER, H5_ITER_INC, nullptr, add, &names), 0);
    H5Gclose(group);
    return names;
  }

 private:
  hid_t open(const std::string& object, const std::string& name) const {
    const hid_t id = H5Aopen_by_name(file_, object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT);
    EXPECT_GE(id, 0) << object << " " << name;
    return id;
  }
  hid_t file_;
};

void write(const std::string& path, const Table& table) {
  TableRows rows(table);
  write_hdf5(path, rows);
}

TEST(Hdf5File, EveryColumnReadsBackToTheBit) {
  const Scratch scratch;
  for (Index rows : {0, 1, 8191, 8192, 8193, 20000}) {  // around the ends of chunks
    const Table table = test::any_table(test::sample_heading(), rows, 51);
    write(scratch.path("a.h5"), table);
    const Reader reader(scratch.path("a.h5"));
    for (Index j = 0; j < table.width(); ++j)
      EXPECT_EQ(test::bits(reader.column(table.heading().columns[j].name)),
                test::bits(table.column(j)))
          << rows << " rows, column " << j;
  }
}

TEST(Hdf5File, SaysWhereItComesFromAndWhatItsColumnsMean) {
  const Scratch scratch;
  write(scratch.path("a.h5"), test::any_table(test::sample_heading(), 3, 52));
  const Reader reader(scratch.path("a.h5"));
  EXPECT_EQ(reader.text("/", "version"), "zwang 0.1.0");
  EXPECT_EQ(reader.text("/", "title"), "A pendulum");
  EXPECT_EQ(reader.text("/", "model"), "pendulum.toml");
  EXPECT_EQ(reader.text("/", "model_hash"), "0123456789abcdef");
  EXPECT_EQ(reader.text("/", "method"), "dopri853, explicit, 1e-9");
  EXPECT_EQ(reader.number<double>("parameters", "len", H5T_NATIVE_DOUBLE), 1.25);
  EXPECT_EQ(reader.number<double>("parameters", "g", H5T_NATIVE_DOUBLE), 9.81);
  const std::string force = "columns/force(rod).bob.x";
  EXPECT_EQ(reader.text(force, "name"), "force(rod).bob.x");
  EXPECT_EQ(reader.text(force, "meaning"), "force of constraint rod on bob.x");
  EXPECT_EQ(reader.text(force, "unit"), "N");
  EXPECT_EQ(reader.number<std::int64_t>(force, "index", H5T_NATIVE_INT64), 3);
  EXPECT_EQ(reader.text("columns/bob.x'", "unit"), "");
}

TEST(Hdf5File, ColumnsAreListedInTheirOrder) {
  const Scratch scratch;
  write(scratch.path("a.h5"), test::any_table(test::wide_heading(30), 2, 53));
  std::vector<std::string> expected;
  for (int i = 0; i < 30; ++i) expected.push_back("c" + std::to_string(i));
  EXPECT_EQ(Reader(scratch.path("a.h5")).columns(), expected);
}

TEST(Hdf5File, NamesThatHdf5WouldMisreadAreEscapedAndKeptAsTheyWere) {
  const Scratch scratch;
  const std::vector<std::string> names = {".", "a/b", "a%2Fb", "/", "..", "ẍ", "x y"};
  std::vector<Column> columns;
  for (const std::string& name : names) columns.push_back({name, "", ""});
  const Table table = test::any_table({test::sample_identity(), Columns(columns)}, 5, 54);
  write(scratch.path("a.h5"), table);
  const Reader reader(scratch.path("a.h5"));
  for (Index j = 0; j < table.width(); ++j) {
    const std::string& name = names[static_cast<std::size_t>(j)];
    EXPECT_EQ(reader.text("columns/" + hdf5_name(name), "name"), name);
    EXPECT_EQ(test::bits(reader.column(hdf5_name(name))), test::bits(table.column(j))) << name;
  }
}

TEST(Hdf5Name, IsTheNameWhereverHdf5TakesIt) {
  for (const char* name : {"t", "bob.x", "bob.x''", "force(rod).bob.x", "..", ".x", "ẍ"})
    EXPECT_EQ(hdf5_name(name), name);
  EXPECT_EQ(hdf5_name("."), "%2E");
  EXPECT_EQ(hdf5_name("a/b"), "a%2Fb");
  EXPECT_EQ(hdf5_name("a%2Fb"), "a%252Fb");
}

// HDF5 marks objects with the second of their making: the two files are of different seconds.
TEST(Hdf5File, EqualRecordsGiveEqualBytesAtAnyTime) {
  const Scratch scratch;
  const Table table = test::any_table(test::sample_heading(), 10000, 55);
  write(scratch.path("a.h5"), table);
  for (const std::time_t now = std::time(nullptr); std::time(nullptr) == now;)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  PartWriter writer(scratch.path("b.part"), table.heading(), {1e9, 70});
  for (Index i = 0; i < table.rows(); ++i) writer.append(table.row(i));
  writer.finish();
  PartReader reader(scratch.path("b.part"));
  write_hdf5(scratch.path("b.h5"), reader);
  EXPECT_TRUE(test::bytes_of(scratch.path("a.h5")) == test::bytes_of(scratch.path("b.h5")));
}

// HDF5 itself crashes when a write fails: at every size of disk ours must not let it see that.
TEST(Hdf5File, OnAFullDiskTheOldFileStaysAndNothingElse) {
  const Scratch scratch;
  const std::string path = scratch.path("a.h5");
  const Table table = test::any_table(test::sample_heading(), 20000, 56);
  write(path, table);
  const auto whole = static_cast<rlim_t>(std::filesystem::file_size(path));
  test::put_bytes(path, "old");
  for (rlim_t size : {rlim_t{0}, rlim_t{50}, rlim_t{1000}, rlim_t{3000}, rlim_t{10000},
                      rlim_t{100000}, whole / 2, whole - 3000, whole - 1}) {
    std::string message;
    {
      const test::SmallDisk disk(size);
      message = test::message_of<FileError>([&] { write(path, table); });
    }
    EXPECT_EQ(message, path + ": cannot be written: File too large") << size;
    EXPECT_EQ(test::bytes_of(path), "old") << size;
    EXPECT_EQ(scratch.names(), std::vector<std::string>{"a.h5"}) << size;
  }
  EXPECT_EQ(H5Fget_obj_count(static_cast<hid_t>(H5F_OBJ_ALL), H5F_OBJ_ALL), 0);
  write(path, table);
  EXPECT_EQ(Reader(path).column("t").size(), 20000u);
}

TEST(Hdf5File, AMissingFolderIsSaid) {
  const Scratch scratch;
  const std::string path = scratch.path("none/a.h5");
  EXPECT_EQ(test::message_of<FileError>(
                [&] { write(path, test::any_table(test::sample_heading(), 1, 57)); }),
            path + ": cannot be written: No such file or directory");
}

/// A source whose disk fails after some rows.
class Failing : public RowSource {
 public:
  const Heading& heading() const noexcept override { return heading_; }
  std::span<const double> next() override {
    if (++calls_ > 2) throw FileError("a.part", "cannot be read");
    return rows_;
  }

 private:
  Heading heading_ = test::sample_heading();
  std::vector<double> rows_ = std::vector<double>(40000);
  int calls_ = 0;
};

TEST(Hdf5File, IfTheRowsFailNothingIsLeftOpen) {
  const Scratch scratch;
  Failing source;
  EXPECT_EQ(test::message_of<FileError>([&] { write_hdf5(scratch.path("a.h5"), source); }),
            "a.part: cannot be read");
  EXPECT_TRUE(scratch.names().empty());
  EXPECT_EQ(H5Fget_obj_count(static_cast<hid_t>(H5F_OBJ_ALL), H5F_OBJ_ALL), 0);
}

TEST(Hdf5File, ThreadsMayWriteAtTheSameTime) {
  const Scratch scratch;
  const Table table = test::any_table(test::sample_heading(), 3000, 58);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] { write(scratch.path(std::to_string(i) + ".h5"), table); });
  for (std::thread& thread : threads) thread.join();
  for (int i = 1; i < 4; ++i)
    EXPECT_TRUE(test::bytes_of(scratch.path("0.h5")) ==
                test::bytes_of(scratch.path(std::to_string(i) + ".h5")));
}

}  // namespace
}  // namespace zwang::record
