// SPDX-License-Identifier: Apache-2.0
#include "tape/emitter.h"

#include <algorithm>

#include "base/contract.h"

namespace zwang::tape {

namespace {

constexpr std::uint32_t no_output = 0xFFFFFFFFu;

// An operand in memory that is needed again within so many instructions is worth a register.
constexpr Time soon = 40;

int register_count(const NativeOptions& options, bool avx512) {
  return std::min(options.registers, avx512 ? 32 : 16);
}

bool has_calls(const Tape& tape) {
  return std::any_of(tape.code.begin(), tape.code.end(),
                     [](const Instruction& x) { return x.op == Op::call; });
}

}  // namespace

Emitter::Emitter(const Tape& tape, const NativeOptions& options, bool avx512, const double* pool)
    : tape_(tape),
      options_(options),
      number_(tape),
      encoder_(options.width, options.stride,
               options.output_stride ? options.output_stride : options.stride, avx512),
      registers_(encoder_, tape, number_, register_count(options, avx512)),
      pool_(pool),
      first_output_(tape.code.size(), no_output),
      next_output_(tape.outputs.size(), no_output) {
  for (std::size_t k = tape.outputs.size(); k-- > 0;) {
    if (tape.outputs[k].kind() != Operand::Kind::value) continue;
    std::uint32_t& first = first_output_[tape.outputs[k].number()];
    next_output_[k] = first;
    first = static_cast<std::uint32_t>(k);
  }
}

bool Emitter::run() {
  encoder_.begin(pool_, has_calls(tape_));
  for (std::size_t i = 0; i < tape_.code.size();) {
    registers_.unlock_all();
    registers_.recycle();
    if (tape_.code[i].op == Op::call) {
      i = emit_run(i);
    } else {
      emit(i++);
    }
  }
  emit_outputs();
  encoder_.end();
  return !encoder_.failed();
}

Index Emitter::scratch() const { return registers_.scratch_slots() * options_.width + 8; }

void Emitter::emit(std::size_t i) {
  switch (tape_.code[i].op) {
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
      return emit_arithmetic(i);
    case Op::multiply_add:
    case Op::multiply_subtract:
    case Op::negate_multiply_add:
      return emit_fused(i);
    case Op::negate:
    case Op::abs:
    case Op::sqrt:
    case Op::floor:
      return emit_unary(i);
    case Op::min:
    case Op::max:
      return emit_min_max(i);
    case Op::less:
    case Op::less_equal:
    case Op::equal:
      return emit_compare(i);
    case Op::select:
      return emit_select(i);
    case Op::call:
    case Op::result:
      break;
  }
  expects(false);
}

// Whether operand k of instruction i is not used again; of equal operands the last one decides.
bool Emitter::dies(std::size_t i, int k) const {
  const Instruction& x = tape_.code[i];
  const Operand operand[3] = {x.a, x.b, x.c};
  int last = k;
  for (int l = k + 1; l < operands(x.op); ++l) {
    if (operand[l] == operand[k]) last = l;
  }
  return registers_.next_use().after[i][last] == never;
}

// v where it is, unless it is in memory and needed again soon.
Source Emitter::source(Value v, std::size_t i, Time after) {
  if (registers_.in_register(v) < 0 && (after == never || after > static_cast<Time>(i) + soon)) {
    return {-1, registers_.home(v)};
  }
  return {registers_.load(v), {}};
}

// The operands of instruction i have been read.
void Emitter::consume(std::size_t i) {
  const Instruction& x = tape_.code[i];
  const Operand operand[3] = {x.a, x.b, x.c};
  const int count = operands(x.op);
  for (int k = 0; k < count; ++k) {
    registers_.used(value(operand[k]), registers_.next_use().after[i][k]);
  }
  for (int k = 0; k < count; ++k) registers_.release_if_dead(value(operand[k]));
}

void Emitter::store_outputs(Value v, int r) {
  for (std::uint32_t k = first_output_[v]; k != no_output; k = next_output_[k]) {
    const Home home{Home::Base::output, k};
    encoder_.store(home, r);
    if (!registers_.home(v)) registers_.set_home(v, home);
  }
}

// Instruction i has its value in register d.
void Emitter::finish(std::size_t i, int d) {
  const auto v = static_cast<Value>(i);
  registers_.define(v, d);
  store_outputs(v, d);
  registers_.release_if_dead(v);
}

void Emitter::emit_arithmetic(std::size_t i) {
  const Instruction& x = tape_.code[i];
  Value a = value(x.a), b = value(x.b);
  const auto& after = registers_.next_use().after[i];
  Time after_b = after[1];
  const bool commutes = x.op == Op::add || x.op == Op::multiply;
  if (commutes && registers_.in_register(a) < 0 && registers_.in_register(b) >= 0) {
    std::swap(a, b);
    after_b = after[0];
  }
  if (registers_.in_register(b) >= 0) registers_.lock(registers_.in_register(b));
  const int left = registers_.load(a);
  const Source right = a == b ? Source{left, {}} : source(b, i, after_b);
  consume(i);
  registers_.unlock_all();
  if (registers_.in_register(a) >= 0) registers_.lock(left);  // alive: not to be overwritten
  if (right.reg >= 0 && registers_.in_register(b) >= 0) registers_.lock(right.reg);
  const int d = registers_.vacate();
  encoder_.arithmetic(x.op, d, left, right);
  finish(i, d);
}

// a·b + c: the result takes the register of an operand that dies, since the instruction overwrites
// one of its operands.
void Emitter::emit_fused(std::size_t i) {
  using Form = Encoder::Form;
  const Instruction& x = tape_.code[i];
  Value a = value(x.a), b = value(x.b);
  const Value c = value(x.c);
  bool a_dies = dies(i, 0), b_dies = dies(i, 1);
  for (const Value v : {a, b, c}) {
    if (registers_.in_register(v) >= 0) registers_.lock(registers_.in_register(v));
  }
  // From here on, a is the factor that is surely in a register; of the two rather one that lives.
  const bool a_in = registers_.in_register(a) >= 0, b_in = registers_.in_register(b) >= 0;
  if ((!a_in && b_in) || (a_in && b_in && a_dies && !b_dies)) {
    std::swap(a, b);
    std::swap(a_dies, b_dies);
  }
  const bool c_in = registers_.in_register(c) >= 0, c_dies = dies(i, 2);
  const Time after_b = registers_.next_use().after[i][b == value(x.b) ? 1 : 0];
  int d;
  if (c_in && c_dies && c != a && c != b) {
    const int left = registers_.load(a);
    const Source right = a == b ? Source{left, {}} : source(b, i, after_b);
    d = registers_.in_register(c);
    encoder_.fused(x.op, Form::x_times_y_plus_d, d, left, right);
  } else if (b_dies && b != c && registers_.in_register(b) >= 0) {
    const int left = registers_.load(a);
    d = registers_.in_register(b);
    encoder_.fused(x.op, Form::d_times_x_plus_y, d, left,
                   source(c, i, registers_.next_use().after[i][2]));
  } else if (a_dies && a != c && registers_.in_register(a) >= 0) {
    d = registers_.in_register(a);
    if (registers_.in_register(b) >= 0) {
      encoder_.fused(x.op, Form::d_times_x_plus_y, d, registers_.in_register(b),
                     source(c, i, registers_.next_use().after[i][2]));
    } else {
      encoder_.fused(x.op, Form::d_times_y_plus_x, d, registers_.load(c), source(b, i, after_b));
    }
  } else {
    d = fused_into_copy(i);
  }
  consume(i);
  finish(i, d);
}

// No operand may be overwritten: c is copied (or loaded) into a fresh register.
int Emitter::fused_into_copy(std::size_t i) {
  const Instruction& x = tape_.code[i];
  const Value a = value(x.a), b = value(x.b), c = value(x.c);
  const int left = registers_.load(a);
  const Source right = a == b ? Source{left, {}} : source(b, i, registers_.next_use().after[i][1]);
  const int d = registers_.vacate();
  if (registers_.in_register(c) >= 0) {
    encoder_.move(d, registers_.in_register(c));
  } else {
    encoder_.load(d, registers_.home(c));
  }
  encoder_.fused(x.op, Encoder::Form::x_times_y_plus_d, d, left, right);
  return d;
}

void Emitter::emit_unary(std::size_t i) {
  const int a = registers_.load(value(tape_.code[i].a));
  consume(i);
  registers_.unlock_all();
  if (registers_.in_register(value(tape_.code[i].a)) >= 0) registers_.lock(a);
  const int d = registers_.vacate();
  encoder_.unary(tape_.code[i].op, d, a);
  finish(i, d);
}

void Emitter::emit_compare(std::size_t i) {
  const Instruction& x = tape_.code[i];
  const int a = registers_.load(value(x.a)), b = registers_.load(value(x.b));
  const int d = registers_.vacate();
  encoder_.compare(x.op, d, a, b);
  consume(i);
  finish(i, d);
}

void Emitter::emit_min_max(std::size_t i) {
  const Instruction& x = tape_.code[i];
  const int a = registers_.load(value(x.a)), b = registers_.load(value(x.b));
  const int d = registers_.vacate();
  registers_.lock(d);
  encoder_.min_max(x.op, d, a, b, registers_.vacate());
  consume(i);
  finish(i, d);
}

void Emitter::emit_select(std::size_t i) {
  const Instruction& x = tape_.code[i];
  const int condition = registers_.load(value(x.a));
  const int a = registers_.load(value(x.b)), b = registers_.load(value(x.c));
  const int d = registers_.vacate();
  encoder_.select(d, condition, a, b);
  consume(i);
  finish(i, d);
}

// A run of calls: `head`, its results, and the calls with the same arguments that follow.
std::size_t Emitter::emit_run(std::size_t head) {
  const Instruction& x = tape_.code[head];
  std::size_t end = head;
  do end += 1 + std::size_t{x.count};
  while (continues_run(tape_, static_cast<Index>(head), static_cast<Index>(end)));

  const auto begin = static_cast<std::size_t>(x.a.number());
  const auto count = static_cast<std::size_t>(x.count * arity(x.function));
  for (std::size_t k = begin; k < begin + count; ++k) {
    registers_.used(value(tape_.arguments[k]), registers_.next_use().after_argument[k]);
  }
  if (options_.width == 1 && options_.accuracy == Accuracy::fast) {
    call_packed(head, end);
  } else {
    call_on_memory(head, end);
  }
  for (std::size_t k = begin; k < begin + count; ++k) {
    registers_.release_if_dead(value(tape_.arguments[k]));
  }
  for (std::size_t k = head; k < end; ++k) {
    if (tape_.code[k].op == Op::result) deliver(static_cast<Value>(k));
  }
  return end;
}

// A result waits in memory: copies it to the outputs that want it.
void Emitter::deliver(Value v) {
  registers_.unlock_all();
  if (first_output_[v] != no_output) store_outputs(v, registers_.load(v));
  registers_.release_if_dead(v);
}

// The results of a call are in consecutive places.
void Emitter::set_homes(std::size_t call, Home first) {
  for (std::uint32_t k = 0; k < tape_.code[call].count; ++k) {
    registers_.set_home(static_cast<Value>(call + 1 + k), {first.base, first.slot + k});
  }
}

// One instance: up to four arguments travel in one vector.
void Emitter::call_packed(std::size_t head, std::size_t end) {
  const Instruction& x = tape_.code[head];
  const auto begin = static_cast<std::size_t>(x.a.number());
  const std::size_t count = x.count, step = 1 + count;
  const auto lists = static_cast<std::size_t>(arity(x.function));
  registers_.keep_all();

  // Registers below 16 that hold no argument: there are at most eight arguments.
  std::array<Source, 8> sources;
  std::uint32_t taken = 0;
  for (std::size_t k = 0; k < lists * count; ++k) {
    const Value v = value(tape_.arguments[begin + k]);
    const int r = registers_.in_register(v);
    if (r >= 0) taken |= 1u << r;
    sources[k] = {r, r >= 0 ? Home{} : registers_.home(v)};
  }
  std::array<int, 3> temporary = {};
  for (int r = 15, found = 0; r >= 0 && found < 3; --r) {
    if (!(taken >> r & 1)) temporary[found++] = r;
  }
  for (std::size_t l = 0; l < lists; ++l) {
    encoder_.pack(temporary[l], temporary[2], std::span(sources).subspan(l * count, count));
  }
  encoder_.move_vector(0, temporary[0]);
  if (lists > 1) encoder_.move_vector(1, temporary[1]);

  // Sine and cosine: the packed angles wait in memory for the second call.
  const bool again = head + step < end;
  for (std::size_t l = 0; again && l < lists; ++l) {
    if (!packed_[l]) packed_[l] = registers_.reserve(4);
    encoder_.store_vector(packed_[l], static_cast<int>(l));
  }
  registers_.forget_all();
  for (std::size_t call = head; call < end; call += step) {
    for (std::size_t l = 0; call > head && l < lists; ++l) {
      encoder_.load_vector(static_cast<int>(l), packed_[l]);
    }
    encoder_.call(entry(tape_.code[call].function, Accuracy::fast));
    const Home results = registers_.reserve(4);
    encoder_.store_vector(results, 0);
    set_homes(call, results);
  }
}

// Lanes, or accurate functions: from memory to memory, argument by argument.
void Emitter::call_on_memory(std::size_t head, std::size_t end) {
  const Instruction& x = tape_.code[head];
  const auto begin = static_cast<std::size_t>(x.a.number());
  const std::size_t step = 1 + std::size_t{x.count};
  const bool two = arity(x.function) > 1;
  for (std::size_t k = begin; k < begin + std::size_t{x.count} * (two ? 2 : 1); ++k) {
    registers_.keep(value(tape_.arguments[k]));
  }
  registers_.keep_all();
  registers_.forget_all();
  for (std::size_t call = head; call < end; call += step) {
    const Home results = registers_.reserve(x.count);
    for (std::uint32_t k = 0; k < x.count; ++k) {
      const Home z = two ? registers_.home(value(tape_.arguments[begin + x.count + k])) : Home{};
      call_once(tape_.code[call].function, registers_.home(value(tape_.arguments[begin + k])), z,
                {results.base, results.slot + k});
    }
    set_homes(call, results);
  }
}

// y = f(x) or f(x, z) in all lanes: four at a time in registers, or by a routine.
void Emitter::call_once(Function function, Home x, Home z, Home y) {
  if (options_.accuracy == Accuracy::accurate) {
    const auto accurate = reinterpret_cast<const void*>(routine(function, Accuracy::accurate));
    encoder_.call_routine(accurate, x, z, y, options_.width);
    return;
  }
  for (int lane = 0; lane < options_.width; lane += 4) {
    encoder_.load_vector(0, x, lane);
    if (z) encoder_.load_vector(1, z, lane);
    encoder_.call(entry(function, Accuracy::fast));
    encoder_.store_vector(y, 0, lane);
  }
}

// Outputs that are inputs or constants; the values' own are stored where they are made.
void Emitter::emit_outputs() {
  for (std::size_t k = 0; k < tape_.outputs.size(); ++k) {
    if (tape_.outputs[k].kind() == Operand::Kind::value) continue;
    registers_.unlock_all();
    const int r = registers_.load(value(tape_.outputs[k]));
    encoder_.store({Home::Base::output, static_cast<std::uint32_t>(k)}, r);
  }
}

}  // namespace zwang::tape
