// SPDX-License-Identifier: Apache-2.0
#include "report/page.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "record/file.h"
#include "record/hdf5/file.h"
#include "record/scratch.h"
#include "record/table.h"
#include "report/contents.h"
#include "report/groups.h"
#include "report/template.h"

namespace zwang::report {
namespace {

using test::Scratch;

std::string write_waves(const Scratch& scratch, Index rows, int width,
                        const std::string& drawn = "") {
  record::Heading heading;
  std::vector<record::Column> columns = {{"t", "time", ""}};
  for (int k = 1; k < width; ++k)
    columns.push_back({"x" + std::to_string(k), k < width / 2 ? "coordinate" : "acceleration", ""});
  heading.columns = record::Columns(columns);
  record::Table table(heading);
  table.prepare(rows);
  std::vector<double> row(static_cast<std::size_t>(width));
  for (Index i = 0; i < rows; ++i) {
    for (std::size_t k = 0; k < row.size(); ++k)
      row[k] = k == 0 ? 1e-3 * static_cast<double>(i)
                      : std::sin(0.01 * static_cast<double>(k) * static_cast<double>(i));
    table.append(row);
  }
  record::TableRows source(table);
  const record::NamedText texts[] = {
      {"words", "<p>words</p>"}, {"scene", "{\"points\": []}"}, {"drawn", drawn}};
  record::write_hdf5(scratch.path("waves.h5"), source, texts);
  return scratch.path("waves.h5");
}

TEST(Template, HasEveryMarkAndForbidsWhatIsNotItsOwn) {
  const std::string page(page_template());
  for (const char* mark : {"%ZWANG_WORDS%", "%ZWANG_SCENE%", "%ZWANG_DATA%"}) {
    EXPECT_NE(page.find(mark), std::string::npos) << mark;
    EXPECT_EQ(page.find(mark), page.rfind(mark)) << mark;
  }
  EXPECT_NE(page.find("%ZWANG_TITLE%"), std::string::npos);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  EXPECT_LT(page.size(), 1000000u);
}

TEST(Fill, LooksAtTheTemplateOnceAndNotAtWhatItPutsIn) {
  const PageParts parts{"%ZWANG_WORDS%", "%ZWANG_DATA%", "%ZWANG_TITLE%", "d"};
  EXPECT_EQ(
      fill("%ZWANG_TITLE%|%ZWANG_TITLE%|%ZWANG_WORDS%|%ZWANG_SCENE%|%ZWANG_DATA%|%ZWANG_X%", parts),
      "%ZWANG_WORDS%|%ZWANG_WORDS%|%ZWANG_DATA%|%ZWANG_TITLE%|d|%ZWANG_X%");
}

TEST(Contents, SmallRecordsAreThereToTheBit) {
  const Scratch scratch;
  const record::RecordFile record(write_waves(scratch, 200, 20));
  const Contents contents = choose_contents(record);
  EXPECT_EQ(contents.stride, 1u);
  EXPECT_EQ(contents.precision.bits, 53);
  EXPECT_TRUE(contents.left_out.empty());
  EXPECT_EQ(contents_html(record, contents), "");
  EXPECT_LT(make_page(record, page_template()).size(), 1500000u);
}

TEST(Contents, LargeRecordsAreShortenedAndItIsSaid) {
  const Scratch scratch;
  const record::RecordFile record(write_waves(scratch, 12000, 40));
  const Contents contents = choose_contents(record);
  EXPECT_EQ(contents.columns[0].numbers.type, "f64");  // times stay apart
  EXPECT_LE(contents.precision.bits, 24);
  const std::string words = contents_html(record, contents);
  EXPECT_NE(words.find("digits"), std::string::npos) << words;
  // What its budget allows, 21 bytes for each sample, a tenth over for what was judged by a part.
  EXPECT_LT(contents.stream().size(), 1.1 * 21 * 12000);
  // What is left out is of the least interest.
  for (const Index k : contents.left_out)
    EXPECT_EQ(record.columns()[k].meaning, "acceleration") << record.columns()[k].name;
}

TEST(Contents, WhatIsDrawnIsNeverLeftOut) {
  const Scratch scratch;
  const auto contents_with = [&](const std::string& drawn) {
    return choose_contents(record::RecordFile(write_waves(scratch, 12000, 80, drawn)));
  };
  const Contents without = contents_with("");
  ASSERT_FALSE(without.left_out.empty());
  const Index last = without.left_out.back(), first = without.left_out.front();
  const Contents with =
      contents_with(std::to_string(first) + " " + std::to_string(last) + " 4000 ");
  for (const Index k : {first, last}) {
    EXPECT_EQ(std::count(with.left_out.begin(), with.left_out.end(), k), 0) << k;
    EXPECT_EQ(with.columns[static_cast<std::size_t>(k)].count, 12000u);
  }
}

TEST(Groups, WhatTellsOfTheWholeIsLeftOutAfterWhatThereIsOfEveryBody) {
  const int coordinate = group_of({"x", "coordinate", ""}).interest;
  for (const char* meaning : {"time", "energy", "work of the constraints", "observable",
                              "independent constraint equations", "drawing"})
    EXPECT_LT(group_of({"a", meaning, ""}).interest, coordinate) << meaning;
  for (const char* meaning : {"rate", "acceleration", "force of constraint rod on x"})
    EXPECT_GT(group_of({"a", meaning, ""}).interest, coordinate) << meaning;
  EXPECT_EQ(group_of({"force(rod).bob.x", "force of constraint rod on bob.x", ""}).of, "rod");
  EXPECT_EQ(group_of({"bob.x''", "acceleration", ""}).of, "bob");
}

TEST(Page, RecordWithoutTextsIsRefused) {
  const Scratch scratch;
  record::Heading heading;
  heading.columns = record::Columns({{"t", "time", ""}});
  const record::Table table(heading);
  record::TableRows source(table);
  record::write_hdf5(scratch.path("a.h5"), source);
  const record::RecordFile record(scratch.path("a.h5"));
  EXPECT_THROW(make_page(record, page_template()), record::FileError);
}

}  // namespace
}  // namespace zwang::report
