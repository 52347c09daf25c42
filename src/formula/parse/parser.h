// SPDX-License-Identifier: Apache-2.0
#pragma once
// The structure of a formula: a machine with a stack of values, a stack of operators that wait for
// their second value, and a stack of brackets that wait to be closed. It reads the text once from
// left to right and never recurses, except for sums, whose term is read once for every number.

#include <optional>
#include <vector>

#include "formula/derive/rates.h"
#include "formula/operand.h"
#include "formula/parse/limits.h"
#include "formula/parse/operators.h"
#include "formula/parse/token.h"
#include "formula/parse/words.h"
#include "formula/reaction.h"
#include "formula/table/table_call.h"

namespace zwang::formula {

/// The two sides of an equation; without a relation, left is all there is.
struct Sides {
  Operand left, right;
  Token relation;  // Mark::end if there is none
};

class Parser {
 public:
  Parser(Context& context, const Limits& limits);

  /// Reads the whole text. Meaningless if it complained.
  Sides parse(bool equation);
  /// Whether an `if` was read.
  bool has_choice() const { return has_choice_; }

 private:
  /// What a part of the text is, and so what ends it.
  enum class Part : std::uint8_t {
    whole,   // the formula, to its end
    lower,   // bound of a sum, to `..`
    upper,   // bound of a sum, to `,`
    term,    // of a sum, to `)`
    group,   // to `)`
    call,    // to `)`
    vector,  // to `]`
    index,   // to `]`
    object,  // of a reaction, to `)`
    member,  // of a family of constraints, to `]`
  };
  struct Frame {
    Part part;
    Token open;                       // the bracket
    std::size_t operators, operands;  // sizes of the stacks when it was opened
    Token name;                       // of a call or a family
    const Word* word = nullptr;       // of a call; null if there is no such function
  };
  struct Waiting {
    Token mark;
    Binding binding;
    bool prefix;
  };

  // The machine (parser.cpp).
  bool stopped() const { return context_.complaints.stopped(); }
  void advance();
  void run(Part part, const Token& open);
  Operand finish();
  void read_value();
  void read_after_value();
  void push(const Operand& operand);
  void push(const Token& mark, Binding binding, bool prefix);
  void reduce(Binding least);
  void push_between();
  void push_comparison();
  void push_relation();
  void open(Part part, const Token& name = {}, const Word* word = nullptr);
  void close();

  // Names, derivatives and components (parser_values.cpp).
  void read_name();
  Token read_path();
  void close_index(const Frame& frame, const Operand& index);
  void read_prime();
  std::string_view still(const Operand& x) const;
  bool check_prime(const Operand& x);
  void complain_of_acceleration(Operand& x);
  void read_component();

  // Sums (parser_sum.cpp).
  struct Range {
    bool good = false;
    double first = 0, last = -1;
  };
  void read_sum(const Token& name);
  Range read_range(const Token& open);
  bool check_bound(const Operand& bound, const char* which, double* number);
  Operand read_terms(const Token& open, const Range& range);
  Operand read_term(const Token& open);
  Operand rehearse(const Token& open, const Range& range);
  bool is_within_limits(Index bytes);

  // Bodies (parser_body.cpp).
  bool read_body_call(const Token& path);
  bool read_member_call(const Token& family, const Operand& index, const Token& after);
  void read_axis(const Token& path, const BodyVector& meaning);
  std::string body_ahead() const;

  // Reactions (parser_reaction.cpp).
  void read_reaction(const Token& name, const Word& word);
  std::string read_member();
  bool read_drive(const Token& name);
  bool read_joint(const Token& name);
  bool read_second(const Token& open, ReactionCall& call);
  Operand find_reaction(const Token& name, const ReactionCall& call);

  // Tables (parser_table.cpp).
  bool read_table(const Token& name);
  void read_table_word(TableCall& call);
  Operand look_up(const Token& name, TableCall& call, const Operand& x);
  bool is_last_argument() const;
  std::optional<std::uint32_t> quote_at(std::uint32_t at) const;
  std::string_view read_quoted(std::uint32_t begin, Place& place);

  // What is wrong with the structure (parser_errors.cpp).
  std::string_view words(const Token& token) const;
  std::string found() const;
  std::string product_hint() const;
  void expected(std::string_view what, std::string hint = {});
  void complain_of_value();
  void complain_after_value();
  void complain_of_bracket();
  void complain_of_comma();
  void complain_of_relation();
  void complain_of_second_relation();
  void too_much(const Token& at, std::string what, std::string hint);

  Context& context_;
  const Limits& limits_;
  Scanner scanner_;
  Rates rates_;
  Token token_, last_;  // the one to be read, and the one before
  bool wants_value_ = true;
  bool equation_ = false;
  bool has_choice_ = false;
  std::vector<Operand> operands_;
  std::vector<Waiting> operators_;
  std::vector<Frame> frames_;
  Index depth_ = 0, if_depth_ = 0, sum_depth_ = 0;
  Index sum_terms_ = 0, sum_bytes_ = 0;
  Node first_node_;  // of those that this formula adds
};

}  // namespace zwang::formula
