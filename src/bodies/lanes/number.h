// SPDX-License-Identifier: Apache-2.0
// A number whose products wait for a sum: a·b + c is fused where the instruction set has it, and
// always the same way. P is double, or a register of lanes.

template <class P>
inline P spread(double x);
template <>
inline double spread<double>(double x) {
  return x;
}
template <>
inline Pack spread<Pack>(double x) {
  return splat(x);
}

template <class P>
struct Number {
  P v;
  Number() = default;
  [[gnu::always_inline]] Number(double x) : v(spread<P>(x)) {}
  template <class Q>
  requires(!__is_same(Q, double) && __is_same(Q, P)) [[gnu::always_inline]] Number(Q x) : v(x) {}
};

template <class P>
struct Product {
  P a, b;
  [[gnu::always_inline]] operator Number<P>() const { return Number<P>(a * b); }
};

#define NUMBER_OP    \
  template <class P> \
  [[gnu::always_inline]] inline
NUMBER_OP Number<P> operator+(Number<P> x, Number<P> y) { return x.v + y.v; }
NUMBER_OP Number<P> operator-(Number<P> x, Number<P> y) { return x.v - y.v; }
NUMBER_OP Number<P> operator/(Number<P> x, Number<P> y) { return x.v / y.v; }
NUMBER_OP Number<P> operator-(Number<P> x) { return -x.v; }
NUMBER_OP Product<P> operator*(Number<P> x, Number<P> y) { return {x.v, y.v}; }
NUMBER_OP Product<P> operator*(Product<P> x, Number<P> y) { return {x.a * x.b, y.v}; }
NUMBER_OP Product<P> operator*(Number<P> x, Product<P> y) { return {x.v, y.a * y.b}; }
NUMBER_OP Product<P> operator-(Product<P> x) { return {-x.a, x.b}; }
NUMBER_OP Number<P> operator+(Number<P> x, Product<P> y) { return add_product(x.v, y.a, y.b); }
NUMBER_OP Number<P> operator+(Product<P> x, Number<P> y) { return add_product(y.v, x.a, x.b); }
NUMBER_OP Number<P> operator-(Number<P> x, Product<P> y) { return subtract_product(x.v, y.a, y.b); }
NUMBER_OP Number<P> operator-(Product<P> x, Number<P> y) { return add_product(-y.v, x.a, x.b); }
NUMBER_OP Number<P> operator+(Product<P> x, Product<P> y) {
  return add_product(x.a * x.b, y.a, y.b);
}
NUMBER_OP Number<P> operator-(Product<P> x, Product<P> y) {
  return subtract_product(x.a * x.b, y.a, y.b);
}
#undef NUMBER_OP
