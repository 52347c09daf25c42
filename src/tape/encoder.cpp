// SPDX-License-Identifier: Apache-2.0
#include "tape/encoder.h"

#include "base/contract.h"

namespace zwang::tape {

namespace x86 = asmjit::x86;
using Id = x86::Inst::Id;
using asmjit::imm;

namespace {

// Predicates of vcmp: ordered, quiet.
constexpr int compare_equal = 0, compare_unordered = 3, compare_less = 0x11,
              compare_less_equal = 0x12;

int predicate(Op op) {
  return op == Op::less ? compare_less : op == Op::less_equal ? compare_less_equal : compare_equal;
}

}  // namespace

Encoder::Encoder(int width, Index input_stride, Index output_stride, bool avx512)
    : width_(width), input_stride_(input_stride), output_stride_(output_stride), avx512_(avx512) {
  code_.init(asmjit::Environment::host());
  code_.setErrorHandler(&failure_);
  code_.attach(&assembler_);
}

x86::Vec Encoder::vec(int r) const {
  const auto number = static_cast<std::uint32_t>(r);
  if (width_ == 1) return x86::xmm(number);
  if (width_ == 4) return x86::ymm(number);
  return x86::zmm(number);
}

x86::Mem Encoder::mem(Home home, int bytes, int lane) const {
  const auto size = static_cast<std::uint32_t>(bytes);
  const auto offset = [&](Index stride) {
    return static_cast<std::int32_t>(home.slot * 8 * stride) + 8 * lane;
  };
  switch (home.base) {
    case Home::Base::scratch:
      return x86::ptr(scratch_, offset(width_), size);
    case Home::Base::input:
      return x86::ptr(input_, offset(input_stride_), size);
    case Home::Base::output:
      return x86::ptr(output_, offset(output_stride_), size);
    case Home::Base::pool:
      return x86::ptr(pool_, static_cast<std::int32_t>(mask_doubles * 8) + offset(width_), size);
    default:
      break;
  }
  expects(false);
  return {};
}

x86::Mem Encoder::mask(Mask mask, int bytes) const {
  return x86::ptr(pool_, static_cast<std::int32_t>(mask) * 64, static_cast<std::uint32_t>(bytes));
}

asmjit::Operand Encoder::operand(Source source) const {
  if (source.reg >= 0) return vec(source.reg);
  return mem(source.home);
}

// With calls, the four addresses live in registers that calls preserve.
void Encoder::begin(const double* pool, bool calls) {
  calls_ = calls;
  input_ = calls ? x86::rbx : x86::rdi;
  output_ = calls ? x86::r12 : x86::rsi;
  scratch_ = calls ? x86::r13 : x86::rdx;
  pool_ = calls ? x86::r14 : x86::rcx;
  x86::Assembler& a = assembler_;
  if (calls) {
    for (const x86::Gp& reg : {x86::rbx, x86::r12, x86::r13, x86::r14}) a.push(reg);
    a.sub(x86::rsp, 8);  // calls want 16-byte alignment
    a.mov(input_, x86::rdi);
    a.mov(output_, x86::rsi);
    a.mov(scratch_, x86::rdx);
  }
  a.mov(pool_, reinterpret_cast<std::uint64_t>(pool));
}

void Encoder::end() {
  x86::Assembler& a = assembler_;
  if (calls_) {
    a.add(x86::rsp, 8);
    for (const x86::Gp& reg : {x86::r14, x86::r13, x86::r12, x86::rbx}) a.pop(reg);
  }
  if (width_ > 1 || calls_) a.vzeroupper();
  a.ret();
}

std::span<const unsigned char> Encoder::code() const {
  const asmjit::CodeBuffer& buffer = code_.textSection()->buffer();
  return {buffer.data(), buffer.size()};
}

void Encoder::load(int d, Home home) { put(Id::kIdVmovsd, Id::kIdVmovupd, vec(d), mem(home)); }
void Encoder::store(Home home, int s) { put(Id::kIdVmovsd, Id::kIdVmovupd, mem(home), vec(s)); }
void Encoder::move(int d, int s) { put(Id::kIdVmovapd, Id::kIdVmovapd, vec(d), vec(s)); }

void Encoder::arithmetic(Op op, int d, int a, Source b) {
  const asmjit::Operand right = operand(b);
  switch (op) {
    case Op::add:
      put(Id::kIdVaddsd, Id::kIdVaddpd, vec(d), vec(a), right);
      break;
    case Op::subtract:
      put(Id::kIdVsubsd, Id::kIdVsubpd, vec(d), vec(a), right);
      break;
    case Op::multiply:
      put(Id::kIdVmulsd, Id::kIdVmulpd, vec(d), vec(a), right);
      break;
    default:
      put(Id::kIdVdivsd, Id::kIdVdivpd, vec(d), vec(a), right);
      break;
  }
}

void Encoder::fused(Op op, Form form, int d, int x, Source y) {
  // [op][form][scalar, packed]
  static constexpr std::uint32_t ids[3][3][2] = {
      {{Id::kIdVfmadd213sd, Id::kIdVfmadd213pd},
       {Id::kIdVfmadd132sd, Id::kIdVfmadd132pd},
       {Id::kIdVfmadd231sd, Id::kIdVfmadd231pd}},
      {{Id::kIdVfmsub213sd, Id::kIdVfmsub213pd},
       {Id::kIdVfmsub132sd, Id::kIdVfmsub132pd},
       {Id::kIdVfmsub231sd, Id::kIdVfmsub231pd}},
      {{Id::kIdVfnmadd213sd, Id::kIdVfnmadd213pd},
       {Id::kIdVfnmadd132sd, Id::kIdVfnmadd132pd},
       {Id::kIdVfnmadd231sd, Id::kIdVfnmadd231pd}},
  };
  const int kind = op == Op::multiply_add ? 0 : op == Op::multiply_subtract ? 1 : 2;
  const auto& id = ids[kind][static_cast<int>(form)];
  put(id[0], id[1], vec(d), vec(x), operand(y));
}

void Encoder::unary(Op op, int d, int a) {
  const int bytes = width_ == 1 ? 16 : 8 * width_;
  x86::Assembler& as = assembler_;
  switch (op) {
    case Op::negate:
      put(Id::kIdVxorpd, Id::kIdVxorpd, vec(d), vec(a), mask(Mask::sign, bytes));
      break;
    case Op::abs:
      put(Id::kIdVandpd, Id::kIdVandpd, vec(d), vec(a), mask(Mask::magnitude, bytes));
      break;
    case Op::sqrt:
      if (width_ == 1) {
        as.emit(Id::kIdVsqrtsd, vec(d), vec(a), vec(a));
      } else {
        as.emit(Id::kIdVsqrtpd, vec(d), vec(a));
      }
      break;
    default:  // floor: round down, exceptions masked
      if (width_ == 1) {
        as.emit(avx512_ ? Id::kIdVrndscalesd : Id::kIdVroundsd, vec(d), vec(a), vec(a), imm(9));
      } else {
        as.emit(avx512_ ? Id::kIdVrndscalepd : Id::kIdVroundpd, vec(d), vec(a), imm(9));
      }
  }
}

void Encoder::compare(Op op, int d, int a, int b) {
  const auto how = imm(predicate(op));
  if (avx512_) {
    put(Id::kIdVcmpsd, Id::kIdVcmppd, x86::k1, vec(a), vec(b), how);
    assembler_.k(x86::k1).z();
    put(Id::kIdVmovsd, Id::kIdVmovupd, vec(d), mask(Mask::one, 8 * width_));
  } else {
    put(Id::kIdVcmpsd, Id::kIdVcmppd, vec(d), vec(a), vec(b), how);
    put(Id::kIdVandpd, Id::kIdVandpd, vec(d), vec(d), mask(Mask::one, width_ == 1 ? 16 : 32));
  }
}

// vmin and vmax give their second operand where one is a NaN; a NaN in the first comes back here.
void Encoder::min_max(Op op, int d, int a, int b, int spare) {
  if (op == Op::min) {
    put(Id::kIdVminsd, Id::kIdVminpd, vec(d), vec(a), vec(b));
  } else {
    put(Id::kIdVmaxsd, Id::kIdVmaxpd, vec(d), vec(a), vec(b));
  }
  const auto unordered = imm(compare_unordered);
  if (avx512_) {
    put(Id::kIdVcmpsd, Id::kIdVcmppd, x86::k1, vec(a), vec(a), unordered);
    assembler_.k(x86::k1);
    put(Id::kIdVblendmpd, Id::kIdVblendmpd, vec(d), vec(d), vec(a));
  } else {
    put(Id::kIdVcmpsd, Id::kIdVcmppd, vec(spare), vec(a), vec(a), unordered);
    put(Id::kIdVblendvpd, Id::kIdVblendvpd, vec(d), vec(d), vec(a), vec(spare));
  }
}

// A condition is 1.0 or 0.0: shifted left by two, the bits of 1.0 reach the sign bit, which is all
// that vblendv looks at.
void Encoder::select(int d, int condition, int a, int b) {
  if (avx512_) {
    put(Id::kIdVptestmq, Id::kIdVptestmq, x86::k1, vec(condition), vec(condition));
    assembler_.k(x86::k1);
    put(Id::kIdVblendmpd, Id::kIdVblendmpd, vec(d), vec(b), vec(a));
  } else {
    put(Id::kIdVpsllq, Id::kIdVpsllq, vec(d), vec(condition), imm(2));
    put(Id::kIdVblendvpd, Id::kIdVblendvpd, vec(d), vec(b), vec(a), vec(d));
  }
}

void Encoder::pack_pair(int d, Source low, Source high) {
  const x86::Vec to = vec(d);
  if (low.reg < 0) {
    load(d, low.home);
    low.reg = d;
  }
  if (high.reg >= 0) {
    assembler_.emit(Id::kIdVunpcklpd, to, vec(low.reg), vec(high.reg));
  } else {
    assembler_.emit(Id::kIdVmovhpd, to, vec(low.reg), mem(high.home));
  }
}

void Encoder::pack(int d, int spare, std::span<const Source> arguments) {
  const auto ymm = x86::ymm(static_cast<std::uint32_t>(d));
  const std::size_t count = arguments.size();
  if (count == 1) {
    const Source& one = arguments[0];
    assembler_.emit(Id::kIdVbroadcastsd, ymm,
                    one.reg >= 0 ? asmjit::Operand(vec(one.reg)) : mem(one.home));
    return;
  }
  pack_pair(d, arguments[0], arguments[1]);
  if (count > 2) pack_pair(spare, arguments[2], arguments[count - 1]);
  assembler_.emit(Id::kIdVinsertf128, ymm, ymm, vec(count > 2 ? spare : d), imm(1));
}

void Encoder::load_vector(int d, Home home, int lane) {
  assembler_.emit(Id::kIdVmovupd, x86::ymm(static_cast<std::uint32_t>(d)), mem(home, 32, lane));
}

void Encoder::store_vector(Home home, int s, int lane) {
  assembler_.emit(Id::kIdVmovupd, mem(home, 32, lane), x86::ymm(static_cast<std::uint32_t>(s)));
}

void Encoder::move_vector(int d, int s) {
  if (d == s) return;
  assembler_.emit(Id::kIdVmovapd, x86::ymm(static_cast<std::uint32_t>(d)),
                  x86::ymm(static_cast<std::uint32_t>(s)));
}

void Encoder::call(const void* function) {
  assembler_.mov(x86::rax, reinterpret_cast<std::uint64_t>(function));
  assembler_.call(x86::rax);
}

void Encoder::call_routine(const void* routine, Home x, Home z, Home y, Index count) {
  assembler_.lea(x86::rdi, mem(x));
  if (z) assembler_.lea(x86::rsi, mem(z));
  assembler_.lea(x86::rdx, mem(y));
  assembler_.mov(x86::ecx, count);
  // The routine may use the older vector instructions, which stumble over full upper halves.
  if (width_ > 1) assembler_.vzeroupper();
  call(routine);
}

}  // namespace zwang::tape
