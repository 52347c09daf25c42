// SPDX-License-Identifier: Apache-2.0
#include "tape/functions.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iterator>

namespace zwang::tape {

#ifndef ZWANG_NO_X86
extern const Routine routines_avx2[function_count];
const void* entry_avx2(int number) noexcept;
#endif

namespace {

using One = double (*)(double);
using Two = double (*)(double, double);

// In the order of the enumeration.
constexpr One ones[] = {::sin,  ::cos,  ::tan,  ::asin, ::acos, ::atan,
                        ::sinh, ::cosh, ::tanh, ::exp,  ::log};
constexpr Two twos[] = {::pow, ::atan2, ::hypot};
constexpr int one_count = std::size(ones);
static_assert(one_count + std::size(twos) == function_count);
static_assert(one_count == static_cast<int>(Function::pow));

template <int f>
void apply_one(const double* x, const double*, double* y, Index count) {
  for (Index k = 0; k < count; ++k) y[k] = ones[f](x[k]);
}

template <int f>
void apply_two(const double* x, const double* z, double* y, Index count) {
  for (Index k = 0; k < count; ++k) y[k] = twos[f](x[k], z[k]);
}

constexpr Routine routines_accurate[function_count] = {
    apply_one<0>,  apply_one<1>, apply_one<2>, apply_one<3>, apply_one<4>,
    apply_one<5>,  apply_one<6>, apply_one<7>, apply_one<8>, apply_one<9>,
    apply_one<10>, apply_two<0>, apply_two<1>, apply_two<2>};

enum class Machine : std::uint8_t { baseline, avx2, avx512 };

Machine ask_processor() noexcept {
#ifndef ZWANG_NO_X86
  const char* wish = std::getenv("ZWANG_KERNELS");
  const auto wished = [wish](const char* set) { return wish && std::strcmp(wish, set) == 0; };
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (avx512 && !wished("avx2") && !wished("baseline")) return Machine::avx512;
  if (avx2 && !wished("baseline")) return Machine::avx2;
#endif
  return Machine::baseline;
}

Machine machine() noexcept {
  static const Machine asked = ask_processor();
  return asked;
}

}  // namespace

bool has_avx2() noexcept { return machine() >= Machine::avx2; }
bool has_avx512() noexcept { return machine() >= Machine::avx512; }

const Routine* routines(Accuracy accuracy) noexcept {
#ifndef ZWANG_NO_X86
  if (accuracy == Accuracy::fast && has_avx2()) return routines_avx2;
#endif
  (void)accuracy;
  return routines_accurate;
}

Routine routine(Function f, Accuracy accuracy) noexcept {
  return routines(accuracy)[static_cast<int>(f)];
}

const void* entry(Function f, Accuracy accuracy) noexcept {
  const int number = static_cast<int>(f);
  if (accuracy == Accuracy::accurate)
    return number < one_count ? reinterpret_cast<const void*>(ones[number])
                              : reinterpret_cast<const void*>(twos[number - one_count]);
#ifndef ZWANG_NO_X86
  if (has_avx2()) return entry_avx2(number);
#endif
  return nullptr;
}

}  // namespace zwang::tape
