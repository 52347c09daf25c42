// SPDX-License-Identifier: Apache-2.0
#include "motion/lanes/step_tape.h"

#include <algorithm>
#include <map>
#include <span>

#include "instant/mode.h"
#include "tape/compact.h"
#include "tape/functions.h"
#include "tape/writer.h"

namespace zwang::motion {

namespace {

using equations::Array;
using equations::Equations;
using tape::Op;
using tape::Operand;
using Operands = std::vector<Operand>;

constexpr Index most_coordinates = 24;
// Sums of larger blocks are made in registers, in another order (linalg/lanes/triangle.h).
constexpr std::size_t largest_block = 8;

/// A state on the tape.
struct Place {
  Operand t;
  Operands q, v;
};

/// Writes instants: ẍ = M⁻¹Q.
class Instants {
 public:
  Instants(const Equations& equations, tape::Writer& to, tape::Tape dynamics,
           std::vector<std::uint32_t> read, std::vector<Operand> others)
      : equations_(equations),
        to_(to),
        dynamics_(std::move(dynamics)),
        read_(std::move(read)),
        others_(std::move(others)) {}

  /// ẍ; doubt ← what is more of it and of what is found here.
  Operands at(const Place& place, Operand& doubt) {
    find_numbers(place);
    trouble_ = to_.constant(0);
    Operands a;
    Index M = equations_.layout.begin(Array::M);
    const bool diagonal = static_cast<Index>(equations_.mass_blocks.size()) == equations_.n;
    for (const std::size_t size : equations_.mass_blocks) {
      diagonal ? divide(M, a) : solve_block(M, static_cast<Index>(size), a);
      M += static_cast<Index>(size * size);
    }
    Operand sum = a[0];
    for (std::size_t i = 1; i < a.size(); ++i) sum = to_.add(sum, a[i]);
    // 0·ẍ is no number where ẍ is not finite.
    doubt = to_.apply(Op::max, doubt, to_.apply(Op::multiply_add, sum, to_.constant(0), trouble_));
    return a;
  }

 private:
  void find_numbers(const Place& place) {
    Operands inputs;
    for (std::size_t k = 0; k < read_.size(); ++k) inputs.push_back(operand(k, place));
    const Operands outputs = to_.append(dynamics_, inputs);
    numbers_.clear();
    const equations::Block& block = equations_.of(equations::Stage::dynamics).blocks[0];
    for (const equations::Move& move : block.set) numbers_[move.to] = outputs[move.from];
  }

  Operand operand(std::size_t k, const Place& place) const {
    const std::uint32_t slot = read_[k];
    if (slot == equations_.t_slot) return place.t;
    for (std::size_t i = 0; i < place.q.size(); ++i) {
      if (slot == equations_.q_slots[i]) return place.q[i];
      if (slot == equations_.v_slots[i]) return place.v[i];
    }
    return others_[k];
  }

  Operand number(Index position) {
    const auto found = numbers_.find(static_cast<std::uint32_t>(position));
    return found == numbers_.end() ? to_.constant(0) : found->second;  // always zero
  }

  Operand force(Index i) { return number(equations_.layout.begin(Array::Q) + i); }

  Operand inverse_root(Operand x) {
    return to_.apply(Op::divide, to_.constant(1), to_.apply(Op::sqrt, x));
  }

  // As weigh_diagonal; C, which is added, is zero.
  void divide(Index M, Operands& a) {
    const Operand inverse = inverse_root(number(M));
    const Operand g = to_.multiply(force(static_cast<Index>(a.size())), inverse);
    a.push_back(to_.multiply(to_.add(g, to_.constant(0)), inverse));
  }

  // As linalg's factor and back_substitute.
  void solve_block(Index M, Index size, Operands& a) {
    const auto entry = [size](Index r, Index c) { return zwang::at(r * size + c); };
    Operands L(zwang::at(size * size)), inverse, u;
    for (Index c = 0; c < size; ++c) {
      for (Index r = c; r < size; ++r) {
        Operand x = number(M + c * size + r);
        for (Index k = 0; k < c; ++k) x = to_.subtract_product(x, L[entry(r, k)], L[entry(c, k)]);
        if (r == c) inverse.push_back(inverse_root(x));
        L[entry(r, c)] = to_.multiply(x, inverse[zwang::at(c)]);
      }
      const Operand pivot = inverse[zwang::at(c)];
      Operand x = force(static_cast<Index>(a.size()) + c);
      for (Index k = 0; k < c; ++k) x = to_.subtract_product(x, u[zwang::at(k)], L[entry(c, k)]);
      u.push_back(to_.multiply(x, pivot));
      trouble_ = to_.apply(Op::multiply_add, to_.multiply(pivot, pivot), number(M + c * size + c),
                           trouble_);
    }
    for (Operand& x : u) x = to_.add(x, to_.constant(0));  // C
    for (Index c = size; c-- > 0;) {
      Operand x = u[zwang::at(c)];
      for (Index i = size; i-- > c + 1;)
        x = to_.subtract_product(x, L[entry(i, c)], u[zwang::at(i)]);
      u[zwang::at(c)] = to_.multiply(x, inverse[zwang::at(c)]);
    }
    a.insert(a.end(), u.begin(), u.end());
  }

  const Equations& equations_;
  tape::Writer& to_;
  tape::Tape dynamics_;
  std::vector<std::uint32_t> read_;
  Operands others_;
  std::map<std::uint32_t, Operand> numbers_;
  Operand trouble_;
};

/// y + dt Σ w_j k_j, as ode::displace does it: zeros skipped, the sum begins with zero.
Operand displaced(tape::Writer& to, Operand y, Operand dt, std::span<const double> w,
                  std::span<const Operand> k) {
  Operand sum = to.constant(0);
  for (std::size_t j = 0; j < w.size(); ++j) {
    if (w[j] == 0) continue;
    sum = to.add(sum, w[j] == 1 ? k[j] : to.multiply(to.constant(w[j]), k[j]));
  }
  return to.add(to.multiply(sum, dt), y);
}

/// The stages of a step.
struct Stages {
  std::vector<Operands> rates, accelerations;

  Place place(tape::Writer& to, const Place& from, Operand t, Operand dt,
              std::span<const double> w) const {
    Place there{t, {}, {}};
    const auto along = [&](const std::vector<Operands>& k, std::size_t i) {
      Operands one;
      for (const Operands& stage : k) one.push_back(stage[i]);
      return one;
    };
    for (std::size_t i = 0; i < from.q.size(); ++i) {
      there.q.push_back(displaced(to, from.q[i], dt, w, along(rates, i)));
      there.v.push_back(displaced(to, from.v[i], dt, w, along(accelerations, i)));
    }
    return there;
  }
};

/// Inputs that are neither time nor state: what the lanes hold behind their states.
class Others {
 public:
  Others(const Equations& equations, const std::vector<std::uint32_t>& read, Index first) {
    const auto among = [](const std::vector<std::uint32_t>& some, std::uint32_t slot) {
      return std::find(some.begin(), some.end(), slot) != some.end();
    };
    for (const std::uint32_t slot : read) {
      operands.emplace_back();
      if (slot == equations.t_slot || among(equations.q_slots, slot) ||
          among(equations.v_slots, slot))
        continue;
      operands.back() = {Operand::Kind::input, first + static_cast<Index>(slots.size())};
      slots.push_back(slot);
    }
  }

  std::vector<std::uint32_t> slots;
  Operands operands;  // by what is read
};

/// The tapes of one set of equations.
class Steps {
 public:
  Steps(const Equations& equations, const tape::Tape& dynamics)
      : equations_(equations),
        layout_{equations.n},
        dynamics_(dynamics),
        read_(compact_inputs(dynamics_)),
        others_(equations, read_, layout_.others()) {}

  const std::vector<std::uint32_t>& slots() const { return others_.slots; }

  tape::Tape first() const {
    tape::Writer to = writer();
    Operand doubt = to.constant(0);
    const Place here = place(to);
    const Operands a = instants(to).at(here, doubt);
    return finish(to, here, a, doubt);
  }

  // [STEPS 1-2]
  tape::Tape rk4() const {
    const double a_1[] = {0.5}, a_2[] = {0, 0.5}, a_3[] = {0, 0, 1};
    const double b[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    tape::Writer to = writer();
    Instants instant = instants(to);
    Operand doubt = to.input(layout_.doubt());
    const Place here = place(to);
    const Operand dt = to.input(layout_.dt());
    const Operand half = to.add(here.t, to.multiply(to.constant(0.5), dt));
    Stages k{{here.v}, {inputs(to, layout_.a())}};
    const auto next_stage = [&](Operand t, std::span<const double> row) {
      const Place stage = k.place(to, here, t, dt, row);
      k.accelerations.push_back(instant.at(stage, doubt));
      k.rates.push_back(stage.v);
    };
    next_stage(half, a_1);
    next_stage(half, a_2);
    next_stage(to.add(here.t, dt), a_3);
    const Place end = k.place(to, here, to.input(layout_.until()), dt, b);
    const Operands a = instant.at(end, doubt);
    return finish(to, end, a, doubt);
  }

 private:
  tape::Writer writer() const {
    return tape::Writer(layout_.others() + static_cast<Index>(others_.slots.size()));
  }
  Instants instants(tape::Writer& to) const {
    return Instants(equations_, to, dynamics_, read_, others_.operands);
  }
  Operands inputs(const tape::Writer& to, Index first) const {
    Operands all;
    for (Index i = 0; i < layout_.n; ++i) all.push_back(to.input(first + i));
    return all;
  }
  Place place(const tape::Writer& to) const {
    return {to.input(layout_.t()), inputs(to, layout_.q()), inputs(to, layout_.v())};
  }
  static tape::Tape finish(const tape::Writer& to, const Place& end, const Operands& a,
                           Operand doubt) {
    Operands outputs = end.q;
    outputs.insert(outputs.end(), end.v.begin(), end.v.end());
    outputs.insert(outputs.end(), a.begin(), a.end());
    outputs.push_back(doubt);
    return to.finish(outputs);
  }

  const Equations& equations_;
  LaneLayout layout_;
  tape::Tape dynamics_;
  std::vector<std::uint32_t> read_;
  Others others_;
};

}  // namespace

bool suits_lanes(const Equations& equations) {
  const equations::Programs& programs = equations.of(equations::Stage::dynamics);
  const auto fits = [](std::size_t size) { return size <= largest_block; };
  return tape::has_avx2() &&  // where products are not fused, a lone run's bits are others
         equations.order == 2 && equations.m == 0 && equations.n > 0 &&
         equations.n <= most_coordinates && !equations.solids && equations.control_slots.empty() &&
         equations.reactions.empty() && !instant::has_events(equations) &&
         !instant::has_laws(equations) && !instant::has_switches(equations) &&
         std::all_of(equations.mass_blocks.begin(), equations.mass_blocks.end(), fits) &&
         programs.blocks.size() == 1 && !programs.blocks[0].places &&
         programs.blocks[0].add.empty();
}

LaneTapes write_rk4(const Equations& equations, const tape::Tape& dynamics) {
  const Steps steps(equations, dynamics);
  return {steps.first(), steps.rk4(), steps.slots()};
}

}  // namespace zwang::motion
