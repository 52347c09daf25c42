// SPDX-License-Identifier: Apache-2.0
// Bellman's forward sweep in Potter's square-root form.  [KNUX99 21-22] with R = S Sᵀ:
//   f = Sᵀc_k,  α_k = 1 + fᵀf = 1 + c_kᵀR c_k,  β_k = S f = R c_k,
//   S ← S − β_k fᵀ/(α_k + √α_k)   so that   S Sᵀ ← R − β_k β_kᵀ/α_k.
// R itself is never formed: nothing is squared, nothing cancels.

void potter(Index r, Index stages, const double* c, Index ldr, double* S, double* beta,
            double* alpha, double* f) noexcept {
  for (Index k = 0; k < stages; ++k) {
    const double* c_k = c + k * ldr;
    double* beta_k = beta + k * ldr;
    for (Index j = 0; j < ldr; j += W) {
      Pack sum = {};
      for (Index i = 0; i < r; ++i) sum = add_product(sum, splat(c_k[i]), load(S + i * ldr + j));
      store(f + j, sum);
    }
    alpha[k] = 1 + dot(f, f, ldr);  // ≥ 1
    const double shrink = -1 / (alpha[k] + root(alpha[k]));
    for (Index i = 0; i < r; ++i) {
      beta_k[i] = dot(S + i * ldr, f, ldr);                   // [KNUX99 21]
      add_multiple(S + i * ldr, shrink * beta_k[i], f, ldr);  // [KNUX99 22]
    }
  }
}
