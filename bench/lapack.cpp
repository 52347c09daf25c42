// SPDX-License-Identifier: Apache-2.0
// LAPACK as a peer: Cholesky of M, then dgesdd or dgelsy on D = A L⁻ᵀ; and dgglse, which takes
// the rows as equality constraints of ‖Lᵀẍ − L⁻¹Q‖ (full rank only).
//
// "as written" calls the drivers that check for NaN and allocate their own work arrays; "reused"
// calls the _work drivers with arrays kept between calls.

#include <cblas.h>
#include <lapacke.h>

#include <algorithm>
#include <vector>

#include "contestant.h"

// OpenBLAS only; elsewhere the symbol is missing and null.
extern "C" void openblas_set_num_threads(int count) __attribute__((weak));

namespace bench {
namespace {

using Vector = std::vector<double>;
using Int = lapack_int;

Int integer(std::size_t i) { return static_cast<Int>(i); }

/// L, D = A L⁻ᵀ, w = L⁻¹Q and e = b − D w of one system, column-major.
struct Whitened {
  Vector L, D, w, e;

  void assign(const System& s) {
    const Int n = integer(s.size.n), m = integer(s.size.m);
    L.assign(s.M.begin(), s.M.end());
    D.assign(s.A_columns.begin(), s.A_columns.end());
    w.assign(s.Q.begin(), s.Q.end());
    e.assign(s.b.begin(), s.b.end());
    LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n, L.data(), n);
    cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, m, n, 1.0,
                L.data(), n, D.data(), m);
    cblas_dtrsv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, L.data(), n, w.data(), 1);
    cblas_dgemv(CblasColMajor, CblasNoTrans, m, n, -1.0, D.data(), m, w.data(), 1, 1.0, e.data(),
                1);
  }

  /// w := L⁻ᵀ(w + y), the acceleration.
  const double* finish(const double* y) {
    const Int n = integer(w.size());
    cblas_daxpy(n, 1.0, y, 1, w.data(), 1);
    cblas_dtrsv(CblasColMajor, CblasLower, CblasTrans, CblasNonUnit, n, L.data(), n, w.data(), 1);
    return w.data();
  }
};

/// A LAPACK peer; "as written" drops every array at the start of a call.
class Lapack : public Contestant {
 public:
  Lapack(const Pool& pool, bool reuse)
      : pool_(pool),
        reuse_(reuse),
        n_(integer(pool[0].size.n)),
        m_(integer(pool[0].size.m)),
        tolerance_(rank_tolerance(pool[0].size)) {}

 protected:
  const Pool& pool_;
  bool reuse_;
  Int n_, m_;
  double tolerance_;
};

class Dgelsy : public Lapack {
 public:
  Dgelsy(const Pool& pool, bool reuse) : Lapack(pool, reuse) {
    double size = 0, none = 0;
    Int rank = 0, pivot = 0;
    LAPACKE_dgelsy_work(LAPACK_COL_MAJOR, m_, n_, 1, &none, m_, &none, n_, &pivot, tolerance_,
                        &rank, &size, -1);
    work_.resize(static_cast<std::size_t>(size));
  }

  const double* solve(std::size_t s) override {
    if (!reuse_) system_ = {}, y_ = {}, pivots_ = {};
    system_.assign(pool_[s]);
    y_.assign(static_cast<std::size_t>(n_), 0.0);
    pivots_.assign(static_cast<std::size_t>(n_), 0);
    std::copy(system_.e.begin(), system_.e.end(), y_.begin());
    Int rank = 0;
    if (reuse_) {
      LAPACKE_dgelsy_work(LAPACK_COL_MAJOR, m_, n_, 1, system_.D.data(), m_, y_.data(), n_,
                          pivots_.data(), tolerance_, &rank, work_.data(), integer(work_.size()));
    } else {
      LAPACKE_dgelsy(LAPACK_COL_MAJOR, m_, n_, 1, system_.D.data(), m_, y_.data(), n_,
                     pivots_.data(), tolerance_, &rank);
    }
    return system_.finish(y_.data());
  }

 private:
  Whitened system_;
  Vector y_, work_;
  std::vector<Int> pivots_;
};

class Dgesdd : public Lapack {
 public:
  Dgesdd(const Pool& pool, bool reuse) : Lapack(pool, reuse) {
    double size = 0, none = 0;
    Int whole = 0;
    LAPACKE_dgesdd_work(LAPACK_COL_MAJOR, 'S', m_, n_, &none, m_, &none, &none, m_, &none, least(),
                        &size, -1, &whole);
    work_.resize(static_cast<std::size_t>(size));
    whole_work_.resize(8 * static_cast<std::size_t>(least()));
  }

  const double* solve(std::size_t s) override {
    if (!reuse_) system_ = {}, sigma_ = {}, U_ = {}, Vt_ = {}, y_ = {};
    system_.assign(pool_[s]);
    const Int k = least();
    sigma_.resize(static_cast<std::size_t>(k));
    U_.resize(static_cast<std::size_t>(m_ * k));
    Vt_.resize(static_cast<std::size_t>(k * n_));
    y_.resize(static_cast<std::size_t>(n_));
    if (reuse_) {
      LAPACKE_dgesdd_work(LAPACK_COL_MAJOR, 'S', m_, n_, system_.D.data(), m_, sigma_.data(),
                          U_.data(), m_, Vt_.data(), k, work_.data(), integer(work_.size()),
                          whole_work_.data());
    } else {
      LAPACKE_dgesdd(LAPACK_COL_MAJOR, 'S', m_, n_, system_.D.data(), m_, sigma_.data(), U_.data(),
                     m_, Vt_.data(), k);
    }
    apply_pseudoinverse();
    return system_.finish(y_.data());
  }

 private:
  Int least() const { return std::min(m_, n_); }

  /// y = V Σ⁺ Uᵀe
  void apply_pseudoinverse() {
    Int rank = 0;
    while (rank < least() && sigma_[static_cast<std::size_t>(rank)] > tolerance_ * sigma_[0]) {
      ++rank;
    }
    Vector z(static_cast<std::size_t>(least()));
    cblas_dgemv(CblasColMajor, CblasTrans, m_, rank, 1.0, U_.data(), m_, system_.e.data(), 1, 0.0,
                z.data(), 1);
    for (std::size_t i = 0; i < static_cast<std::size_t>(rank); ++i) z[i] /= sigma_[i];
    cblas_dgemv(CblasColMajor, CblasTrans, rank, n_, 1.0, Vt_.data(), least(), z.data(), 1, 0.0,
                y_.data(), 1);
  }

  Whitened system_;
  Vector sigma_, U_, Vt_, y_, work_;
  std::vector<Int> whole_work_;
};

class Dgglse : public Lapack {
 public:
  Dgglse(const Pool& pool, bool reuse) : Lapack(pool, reuse) {
    double size = 0, none = 0;
    LAPACKE_dgglse_work(LAPACK_COL_MAJOR, n_, n_, m_, &none, n_, &none, m_, &none, &none, &none,
                        &size, -1);
    work_.resize(static_cast<std::size_t>(size));
  }

  const double* solve(std::size_t which) override {
    if (!reuse_) U_ = {}, A_ = {}, w_ = {}, b_ = {}, x_ = {};
    const System& s = pool_[which];
    U_.assign(s.M.begin(), s.M.end());
    A_.assign(s.A_columns.begin(), s.A_columns.end());
    w_.assign(s.Q.begin(), s.Q.end());
    b_.assign(s.b.begin(), s.b.end());
    x_.resize(s.size.n);

    // M = UᵀU, U = Lᵀ with its lower part cleared, w = U⁻ᵀQ
    LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'U', n_, U_.data(), n_);
    for (std::size_t j = 0; j < s.size.n; ++j) {
      std::fill_n(&U_[j * s.size.n + j] + 1, s.size.n - j - 1, 0.0);
    }
    cblas_dtrsv(CblasColMajor, CblasUpper, CblasTrans, CblasNonUnit, n_, U_.data(), n_, w_.data(),
                1);
    if (reuse_) {
      LAPACKE_dgglse_work(LAPACK_COL_MAJOR, n_, n_, m_, U_.data(), n_, A_.data(), m_, w_.data(),
                          b_.data(), x_.data(), work_.data(), integer(work_.size()));
    } else {
      LAPACKE_dgglse(LAPACK_COL_MAJOR, n_, n_, m_, U_.data(), n_, A_.data(), m_, w_.data(),
                     b_.data(), x_.data());
    }
    return x_.data();
  }

 private:
  Vector U_, A_, w_, b_, x_, work_;
};

template <class Driver>
void enter_forms(Field& field, const char* name, Kind kind, const Pool& pool) {
  enter<Driver>(field, name, "as written", kind, pool, false);
  enter<Driver>(field, name, "reused", kind, pool, true);
}

}  // namespace

void enter_lapack(Field& field, const Pool& pool) {
  // One thread: times are of this thread, work handed to others would go unseen.
  if (openblas_set_num_threads) openblas_set_num_threads(1);
  const Size size = pool.front().size;
  enter_forms<Dgelsy>(field, "chol + LAPACK dgelsy", Kind::rank_safe, pool);
  enter_forms<Dgesdd>(field, "chol + LAPACK dgesdd", Kind::rank_safe, pool);
  if (size.r == size.m) enter_forms<Dgglse>(field, "LAPACK dgglse", Kind::full_rank, pool);
}

}  // namespace bench
