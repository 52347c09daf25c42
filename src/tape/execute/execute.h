// SPDX-License-Identifier: Apache-2.0
// One pass over the steps for L lanes. Included as pack.h is.

/// to ← f(a, b, c), register by register.
template <int L, class F>
[[gnu::always_inline]] inline void apply(double* memory, const Step& step, F f) {
  using P = typename Carrier<L>::Type;
  const double *a = memory + L * Index{step.a}, *b = memory + L * Index{step.b},
               *c = memory + L * Index{step.c};
  double* to = memory + L * Index{step.to};
  _Pragma("GCC unroll 16") for (Index k = 0; k < L; k += sizeof(P) / 8) {
    P x, y, z;
    __builtin_memcpy(&x, a + k, sizeof(P));
    __builtin_memcpy(&y, b + k, sizeof(P));
    __builtin_memcpy(&z, c + k, sizeof(P));
    const P result = f(x, y, z);
    __builtin_memcpy(to + k, &result, sizeof(P));
  }
}

/// One lane: the arguments side by side, so that one routine serves all of them.
inline void call_together(const Execution& run, const Step& step, bool two) {
  const std::uint32_t* list = run.lists + step.a;
  const int count = step.count;
  double x[4], z[4];
  for (int k = 0; k < count; ++k) x[k] = run.memory[list[k]];
  if (two)
    for (int k = 0; k < count; ++k) z[k] = run.memory[list[count + k]];
  run.routines[static_cast<int>(step.function)](x, z, x, count);
  list += two ? 2 * count : count;
  for (int k = 0; k < count; ++k) run.memory[list[k]] = x[k];
}

template <int L>
void call(const Execution& run, const Step& step) {
  const bool two = step.function >= Function::pow;
  if constexpr (L == 1) return call_together(run, step, two);
  const std::uint32_t* list = run.lists + step.a;
  const int count = step.count;
  for (int k = 0; k < count; ++k) {
    const double* x = run.memory + L * Index{list[k]};
    const double* z = run.memory + L * Index{list[two ? count + k : k]};
    double* y = run.memory + L * Index{list[two ? 2 * count + k : count + k]};
    run.routines[static_cast<int>(step.function)](x, z, y, L);
  }
}

#define ZWANG_STEP(operation, formula)                \
  case Op::operation:                                 \
    apply<L>(run.memory, *s, [](P a, P b, P c) -> P { \
      (void)a, (void)b, (void)c;                      \
      return formula;                                 \
    });                                               \
    break;

// A tree of conditional jumps instead of one indirect jump, which processors predict badly on long
// tapes: 1.8 ns per step against 7.7 (20 000 steps, one lane, Zen 4). Clang has no such attribute.
#ifdef __clang__
#define ZWANG_CONDITIONAL_JUMPS
#else
#define ZWANG_CONDITIONAL_JUMPS [[gnu::optimize("no-jump-tables")]]
#endif

template <int L>
ZWANG_CONDITIONAL_JUMPS void execute(const Execution& run) noexcept {
  using P = typename Carrier<L>::Type;
  for (const Step* s = run.first; s != run.last; ++s) {
    switch (s->op) {
      ZWANG_STEP(add, a + b)
      ZWANG_STEP(subtract, a - b)
      ZWANG_STEP(multiply, a * b)
      ZWANG_STEP(divide, a / b)
      ZWANG_STEP(multiply_add, fused(a, b, c))
      ZWANG_STEP(multiply_subtract, fused(a, b, -c))
      ZWANG_STEP(negate_multiply_add, fused(-a, b, c))
      ZWANG_STEP(negate, -a)
      ZWANG_STEP(abs, magnitude(a))
      ZWANG_STEP(sqrt, root(a))
      ZWANG_STEP(floor, lower(a))
      ZWANG_STEP(min, least(a, b))
      ZWANG_STEP(max, greatest(a, b))
      ZWANG_STEP(less, a < b ? splat<P>(1) : splat<P>(0))
      ZWANG_STEP(less_equal, a <= b ? splat<P>(1) : splat<P>(0))
      ZWANG_STEP(equal, a == b ? splat<P>(1) : splat<P>(0))
      ZWANG_STEP(select, a != 0 ? b : c)
      case Op::call:
        call<L>(run, *s);
        break;
      case Op::result:
        break;
    }
  }
}
