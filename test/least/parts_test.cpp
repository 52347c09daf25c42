// SPDX-License-Identifier: Apache-2.0
// What hangs together, against flooding one coordinate after the other.

#include "least/parts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/random.h"

namespace zwang::test {
namespace {

struct Net {
  std::vector<std::size_t> blocks;
  std::vector<Index> begin{0}, column;
  std::vector<unsigned char> takes_part;
  Index n = 0;
};

Net draw_net(Random& random) {
  Net net;
  for (Index k = random.integer(1, 12); k > 0; --k) {
    net.blocks.push_back(static_cast<std::size_t>(random.integer(1, 4)));
    net.n += static_cast<Index>(net.blocks.back());
  }
  for (Index i = random.integer(0, 15); i > 0; --i) {
    for (Index e = random.integer(0, 3); e > 0; --e)
      net.column.push_back(random.integer(0, net.n - 1));
    net.begin.push_back(static_cast<Index>(net.column.size()));
    net.takes_part.push_back(random.integer(0, 2) > 0);
  }
  return net;
}

/// By coordinate the smallest one that hangs together with it.
std::vector<Index> flood(const Net& net) {
  std::vector<Index> of(at(net.n));
  for (Index i = 0; i < net.n; ++i) of[at(i)] = i;
  const auto join = [&](Index a, Index b) {
    const Index low = std::min(of[at(a)], of[at(b)]), high = std::max(of[at(a)], of[at(b)]);
    std::replace(of.begin(), of.end(), high, low);
  };
  Index first = 0;
  for (const std::size_t size : net.blocks) {
    for (Index i = 1; i < static_cast<Index>(size); ++i) join(first, first + i);
    first += static_cast<Index>(size);
  }
  for (std::size_t i = 0; i < net.takes_part.size(); ++i)
    for (Index e = net.begin[i]; net.takes_part[i] && e < net.begin[i + 1]; ++e)
      join(net.column[at(net.begin[i])], net.column[at(e)]);
  return of;
}

TEST(Parts, AreWhatBlocksAndRowsJoin) {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Net net = draw_net(random);
    least::Parts parts(net.blocks, net.begin, net.column);
    EXPECT_TRUE(parts.split(net.takes_part.data()));
    EXPECT_FALSE(parts.split(net.takes_part.data()));
    const std::vector<Index> known = flood(net);
    std::vector<unsigned char> seen(known.size(), 0);
    Index rows = 0, before = -1;
    for (Index p = 0; p < parts.count(); ++p) {
      const least::Parts::List own = parts.coordinates(p);
      ASSERT_GT(own.size, 0);
      EXPECT_GT(own.numbers[0], before);
      before = own.numbers[0];
      for (Index k = 0; k < own.size; ++k) {
        EXPECT_EQ(known[at(own.numbers[k])], own.numbers[0]);
        EXPECT_EQ(parts.place(own.numbers[k]), k);
        ++seen[at(own.numbers[k])];
      }
      for (const Index i : parts.rows(p)) {
        EXPECT_TRUE(net.takes_part[at(i)]);
        EXPECT_EQ(parts.part_of_row(i), p);
        EXPECT_EQ(parts.rows(p).numbers[parts.row_place(i)], i);
        for (Index e = net.begin[at(i)]; e < net.begin[at(i) + 1]; ++e)
          EXPECT_EQ(known[at(net.column[at(e)])], own.numbers[0]);
      }
      rows += parts.rows(p).size;
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), net.n);
    EXPECT_EQ(rows, std::count(net.takes_part.begin(), net.takes_part.end(), 1));
    const auto roots = std::count_if(known.begin(), known.end(), [&](const Index& x) {
      return x == static_cast<Index>(&x - known.data());
    });
    EXPECT_EQ(parts.count(), roots);
  }
}

}  // namespace
}  // namespace zwang::test
