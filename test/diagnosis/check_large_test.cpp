// SPDX-License-Identifier: Apache-2.0
// Models too large for full matrices are looked over as small ones are.

#include <gtest/gtest.h>

#include "diagnosis/findings.h"

namespace zwang::test {
namespace {

std::string chain(int beads, const std::string& more) {
  return "[parameters]\nN = " + std::to_string(beads) +
         "\n[[particles]]\nname = \"p\"\ncount = \"N\"\nmass = 1\nposition = [\"i\", 0]\n"
         "[[constraints]]\nname = \"nail\"\nequation = \"p[1] = [1, 0]\"\n"
         "[[constraints]]\nname = \"links\"\nfor = \"i in 1..N-1\"\n"
         "equation = \"distance(p[i], p[i+1]) = 1\"\n" +
         more;
}

const std::string again =
    "[[constraints]]\nname = \"again\"\nequation = \"distance(p[70], p[71])^2 = 1\"\n";

TEST(CheckLarge, ARodThatIsThereTwiceIsFoundAsInASmallModel) {
  for (const int beads : {100, 2000}) {
    const Diagnosis diagnosis = check_text(chain(beads, again));
    EXPECT_EQ(diagnosis.rows, static_cast<std::size_t>(beads) + 2);
    EXPECT_EQ(diagnosis.rank, static_cast<std::size_t>(beads) + 1);
    const Finding* const finding = find(diagnosis, "redundant");
    ASSERT_TRUE(finding) << beads;
    EXPECT_EQ(finding->constraints, (Names{"again", "links"}));
    EXPECT_NE(finding->text.find("equation 70 of 'links'"), std::string::npos) << finding->text;
  }
}

TEST(CheckLarge, AChainWithoutOneHasFullRank) {
  const Diagnosis diagnosis = check_text(chain(2000, ""));
  EXPECT_EQ(diagnosis.rank, 2001u);
  EXPECT_EQ(diagnosis.freedom, 1999u);
  EXPECT_EQ(codes(diagnosis), Names{"freedom"});
}

TEST(CheckLarge, FreeParticlesTakeNoMatrix) {
  // 30,000 coordinates: a full M would take 7 GB.
  const Diagnosis diagnosis = check_text(
      "[[particles]]\nname = \"p\"\ncount = 10000\nmass = \"i\"\nposition = [\"i\", 0, 0]\n"
      "[free]\ngravity = [0, 0, -9.81]\n");
  EXPECT_EQ(diagnosis.freedom, 30000u);
  EXPECT_EQ(codes(diagnosis), Names{"freedom"});
}

}  // namespace
}  // namespace zwang::test
