// SPDX-License-Identifier: Apache-2.0
#include "zwang/model.h"

#include <gtest/gtest.h>

#include "api/texts.h"
#include "record/scratch.h"

namespace zwang::test {
namespace {

std::vector<Complaint> complaints_about(const std::string& text, const Settings& settings = {}) {
  try {
    read_model(text, "model.toml", settings);
  } catch (const ModelError& error) {
    std::string all;
    for (const Complaint& complaint : error.complaints()) all += complaint.text;
    EXPECT_EQ(error.what(), all);
    return error.complaints();
  }
  return {};
}

std::vector<std::string> codes(const std::vector<Complaint>& complaints) {
  std::vector<std::string> result;
  for (const Complaint& complaint : complaints) result.push_back(complaint.code);
  return result;
}

TEST(Model, NamesWhatItHas) {
  const Model model = read_model(pendulum_text, "pendulum.toml");
  using Names = std::vector<std::string>;
  EXPECT_EQ(model.coordinates(), (Names{"bob.x", "bob.y"}));
  EXPECT_EQ(model.parameters(), (Names{"m", "l", "g"}));
  EXPECT_EQ(model.parameter_values(), (std::vector<double>{1, 1, 9.81}));
  EXPECT_EQ(model.observables(), Names{"height"});
  ASSERT_EQ(model.constraints().size(), 1u);
  EXPECT_EQ(model.constraints()[0].name, "rod");
  EXPECT_EQ(model.constraints()[0].at.line, 16);
  EXPECT_EQ(model.constraints()[0].count, 1u);
  EXPECT_EQ(model.start().q, (std::vector<double>{1, 0}));
  EXPECT_EQ(model.start().v, (std::vector<double>{0, 0}));
  EXPECT_EQ(model.description().title, "Pendulum");
}

TEST(Model, SettingsReplaceParametersAndAllThatFollowsFromThem) {
  const Model model = read_model(pendulum_text, "", {{"l", 2.5}});
  EXPECT_EQ(model.parameter_values(), (std::vector<double>{1, 2.5, 9.81}));
  EXPECT_EQ(model.start().q, (std::vector<double>{2.5, 0}));
  EXPECT_EQ(model.settings(), (Settings{{"l", 2.5}}));
}

TEST(Model, ASettingOfNoParameterIsRefusedWithTheNearestName) {
  const auto complaints = complaints_about(pendulum_text, {{"L", 2}});
  ASSERT_EQ(codes(complaints), std::vector<std::string>{"E313"});
  EXPECT_EQ(complaints[0].at.line, 0);
  EXPECT_EQ(complaints[0].hint, "did you mean 'l'?");
  EXPECT_EQ(complaints[0].text,
            "model.toml: E313: 'L' is not a parameter of this model\n  hint: did you mean 'l'?\n");
}

TEST(Model, EverythingThatIsWrongIsSaidAtOnceWithItsPlace) {
  std::string text = pendulum_text;
  text.replace(text.find("bob.y^2 = l^2"), 13, "bob.z^2 = l^2");
  text.replace(text.find("\"bob.y\""), 7, "\"hight\"");
  const auto complaints = complaints_about(text);
  ASSERT_EQ(complaints.size(), 2u);
  EXPECT_EQ(complaints[0].at.line, 17);
  EXPECT_EQ(complaints[0].at.column, 23);
  EXPECT_TRUE(complaints[0].text.starts_with("model.toml:17:23: " + complaints[0].code + ": "))
      << complaints[0].text;
  EXPECT_NE(complaints[0].text.find("^"), std::string::npos);
  EXPECT_EQ(complaints[1].at.line, 21);
}

TEST(Model, ColumnsOfComplaintsCountCharacters) {
  const auto complaints = complaints_about("title = \"süß\" oops\n");
  ASSERT_FALSE(complaints.empty());
  EXPECT_EQ(complaints[0].at.line, 1);
  EXPECT_EQ(complaints[0].at.column, 15);
}

TEST(Model, NumbersOfSimulateThatAreFormulasAreChecked) {
  const auto with = [](const std::string& line) {
    return codes(
        complaints_about("[parameters]\nT = -1\n[coordinates]\nx = 0\n[free]\n"
                         "lagrangian = \"x'^2\"\n[simulate]\n" +
                         line));
  };
  using Codes = std::vector<std::string>;
  EXPECT_EQ(with("duration = \"T\""), Codes{"E316"});
  EXPECT_EQ(with("duration = \"-T\""), Codes{});
  EXPECT_EQ(with("duration = \"0/(1 + T)\""), Codes{"E316"});
  EXPECT_EQ(with("duration = 1\ntolerance = \"T\""), Codes{"E316"});
  EXPECT_EQ(with("duration = 1\ntolerance = \"-T\""), Codes{"E316"});
  EXPECT_EQ(with("duration = 1\nabsolute = \"T\""), Codes{"E316"});
  EXPECT_EQ(with("duration = 1\nstep = \"T\""), Codes{"E316"});
  EXPECT_EQ(with("duration = 1\nevery = \"T\""), Codes{"E316"});
  EXPECT_EQ(with("duration = 1\noutput = \"1.5*T\""), Codes{"E316"});
  EXPECT_EQ(with("duration = 1\nfrom = \"1/(1 + T)\""), Codes{"E314"});
  EXPECT_EQ(with("duration = \"x\""), Codes{"E302"});
}

TEST(Model, WordsThatAProgramMisspellsAreRefusedWithTheNearest) {
  Description pendulum = pendulum_in_code();
  pendulum.simulate->method = "dopri835";
  pendulum.simulate->kernel = "explicid";
  try {
    compile_model(pendulum);
    FAIL();
  } catch (const ModelError& error) {
    ASSERT_EQ(codes(error.complaints()), (std::vector<std::string>{"E317", "E317"}));
    EXPECT_EQ(error.complaints()[0].hint, "did you mean 'dopri853'?");
    EXPECT_EQ(error.complaints()[1].hint, "did you mean 'explicit'?");
  }
}

TEST(Model, AModelInCodeIsTheModelOfTheFile) {
  const Model file = read_model(pendulum_text, ""), code = compile_model(pendulum_in_code());
  EXPECT_EQ(code.coordinates(), file.coordinates());
  const ModelInstant x = solve_instant(file), y = solve_instant(code);
  EXPECT_EQ(bits(x.instant.acceleration), bits(y.instant.acceleration));
  EXPECT_EQ(bits(x.constraint_matrix), bits(y.constraint_matrix));
}

TEST(Model, ConstraintsWithoutANameGetOneAndTwoOfOneNameAreRefused) {
  Description pendulum = pendulum_in_code();
  pendulum.constraints.push_back(pendulum.constraints[0]);
  EXPECT_THROW(compile_model(pendulum), ModelError);
  pendulum.constraints[1].name = "";
  EXPECT_EQ(compile_model(pendulum).constraints()[1].name, "constraint2");
}

TEST(Model, AFileThatCannotBeReadIsTroubleThatNamesIt) {
  const Scratch scratch;
  const std::string path = scratch.path("nothing.toml");
  const std::string message = message_of<FileTrouble>([&] { load_model(path); });
  EXPECT_TRUE(message.starts_with(path + ": ")) << message;
  EXPECT_THROW(load_model(scratch.path()), FileTrouble);  // a folder
  put_bytes(path, pendulum_text);
  EXPECT_EQ(load_model(path).description().source, path);
}

}  // namespace
}  // namespace zwang::test
