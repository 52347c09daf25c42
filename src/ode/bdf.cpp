// SPDX-License-Identifier: Apache-2.0
#include "ode/bdf.h"

#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <new>
#include <vector>

#include "base/contract.h"
#include "linalg/vector.h"
#include "ode/controller.h"
#include "ode/jacobian.h"

namespace zwang::ode {

namespace {

// What CVODE's callbacks answer.
constexpr int kGood = 0, kTrySmaller = 1;

/// A library does not print; every code is turned into an Outcome.
void be_silent(int, const char*, const char*, char*, void*) {}

Outcome outcome_of(int code) noexcept {
  switch (code) {
    case CV_SUCCESS:
    case CV_TSTOP_RETURN:
      return Outcome::done;
    case CV_CONV_FAILURE:
      return Outcome::not_converged;
    case CV_LSETUP_FAIL:
    case CV_LSOLVE_FAIL:
      return Outcome::singular;
    case CV_RHSFUNC_FAIL:
    case CV_FIRST_RHSFUNC_ERR:
    case CV_REPTD_RHSFUNC_ERR:
    case CV_UNREC_RHSFUNC_ERR:
      return Outcome::not_finite;
    case CV_PROJFUNC_FAIL:
    case CV_REPTD_PROJFUNC_ERR:
      return Outcome::not_projected;
    default:
      return Outcome::too_small;
  }
}

}  // namespace

/// CVODE's handles, and the functions that it calls.
struct Bdf::Memory {
  Memory(const System& f, const BdfOptions& options);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  static int evaluate(double t, N_Vector y, N_Vector dydt, void* self);
  static int differentiate(double t, N_Vector y, N_Vector f0, SUNMatrix J, void* self, N_Vector,
                           N_Vector, N_Vector);
  static int project(double t, N_Vector y, N_Vector correction, double tolerance, N_Vector error,
                     void* self);

  void set_options(const BdfOptions& options);
  void release() noexcept;

  System system;
  Projection projection;
  SUNContext context = nullptr;
  N_Vector y = nullptr, absolute = nullptr, work = nullptr;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver solver = nullptr;
  void* cvode = nullptr;
  double relative;
  std::vector<double> J;        // n × n, row-major
  std::vector<double> scratch;  // 2n
  long differences = 0;         // calls of f that stood in for a Jacobian
  double t = 0, t_stop = 0;
  bool stepped = false;                        // there is a step to interpolate in
  bool failed = false, failed_before = false;  // f did, in this step, in the one before
};

Bdf::Memory::Memory(const System& f, const BdfOptions& options)
    : system(f),
      projection(options.projection),
      relative(options.relative),
      J(f.n * f.n),
      scratch(2 * f.n) {
  expects(static_cast<Index>(options.absolute.size()) == f.n);
  bool made = SUNContext_Create(nullptr, &context) == 0;
  for (N_Vector* vector : {&y, &absolute, &work})
    made = made && (*vector = N_VNew_Serial(f.n, context));
  made = made && (matrix = SUNDenseMatrix(f.n, f.n, context)) &&
         (solver = SUNLinSol_Dense(y, matrix, context)) && (cvode = CVodeCreate(CV_BDF, context));
  if (made) {
    std::copy(options.absolute.begin(), options.absolute.end(), NV_DATA_S(absolute));
    N_VConst(0, y);
    made = CVodeSetErrHandlerFn(cvode, be_silent, nullptr) == 0 &&
           CVodeInit(cvode, evaluate, 0, y) == 0;
  }
  if (!made) {
    release();
    throw std::bad_alloc();  // nothing above fails for another reason
  }
  set_options(options);
}

void Bdf::Memory::set_options(const BdfOptions& options) {
  int wrong = CVodeSetUserData(cvode, this);
  wrong |= CVodeSVtolerances(cvode, options.relative, absolute);
  wrong |= CVodeSetLinearSolver(cvode, solver, matrix);
  wrong |= CVodeSetJacFn(cvode, differentiate);  // CVODE's own differences would allocate
  if (projection.project) wrong |= CVodeSetProjFn(cvode, project);
  wrong |= CVodeSetMaxOrd(cvode, options.highest_order);
  wrong |= CVodeSetInitStep(cvode, options.first_step);
  wrong |= CVodeSetMaxStep(cvode, options.largest_step);
  ensures(wrong == 0);
  static_cast<void>(wrong);
}

void Bdf::Memory::release() noexcept {
  if (cvode) CVodeFree(&cvode);
  if (solver) SUNLinSolFree(solver);
  if (matrix) SUNMatDestroy(matrix);
  for (N_Vector vector : {y, absolute, work})
    if (vector) N_VDestroy(vector);
  if (context) SUNContext_Free(&context);
}

Bdf::Memory::~Memory() { release(); }

int Bdf::Memory::evaluate(double t, N_Vector y, N_Vector dydt, void* self) {
  Memory& memory = *static_cast<Memory*>(self);
  const System& f = memory.system;
  const bool good = f.f(f.self, t, NV_DATA_S(y), NV_DATA_S(dydt));
  if (good && linalg::all_finite(NV_DATA_S(dydt), f.n)) return kGood;
  memory.failed = true;
  return kTrySmaller;
}

int Bdf::Memory::differentiate(double t, N_Vector y, N_Vector f0, SUNMatrix J, void* self, N_Vector,
                               N_Vector, N_Vector) {
  Memory& memory = *static_cast<Memory*>(self);
  const System& f = memory.system;
  double* rows = memory.J.data();
  const Tolerances tolerances{NV_DATA_S(memory.absolute), memory.relative};
  if (!f.jacobian) memory.differences += f.n;
  if (!form_jacobian(f, t, NV_DATA_S(y), NV_DATA_S(f0), tolerances, rows, memory.scratch.data()))
    return kTrySmaller;
  for (Index j = 0; j < f.n; ++j)
    for (Index i = 0; i < f.n; ++i) SM_ELEMENT_D(J, i, j) = rows[i * f.n + j];
  return kGood;
}

int Bdf::Memory::project(double t, N_Vector y, N_Vector correction, double tolerance,
                         N_Vector error, void* self) {
  const Projection& p = static_cast<Memory*>(self)->projection;
  const bool good = p.project(p.self, t, NV_DATA_S(y), NV_DATA_S(correction), tolerance,
                              error ? NV_DATA_S(error) : nullptr);
  return good ? kGood : kTrySmaller;
}

Bdf::Bdf(const System& system, const BdfOptions& options)
    : memory_(std::make_unique<Memory>(system, options)) {}
Bdf::~Bdf() = default;
Bdf::Bdf(Bdf&&) noexcept = default;
Bdf& Bdf::operator=(Bdf&&) noexcept = default;

Outcome Bdf::start(double t, const double* y, double t_stop) noexcept {
  Memory& m = *memory_;
  expects(t != t_stop);
  std::copy_n(y, m.system.n, NV_DATA_S(m.y));
  m.t = t;
  m.t_stop = t_stop;
  m.stepped = m.failed = false;
  m.differences = 0;
  int code = CVodeReInit(m.cvode, t, m.y);
  if (code == CV_SUCCESS) code = CVodeSetStopTime(m.cvode, t_stop);
  return outcome_of(code);
}

Outcome Bdf::step() noexcept {
  Memory& m = *memory_;
  expects(m.t != m.t_stop);
  m.failed_before = m.failed;
  m.failed = false;
  const int code = CVode(m.cvode, m.t_stop, m.y, &m.t, CV_ONE_STEP);
  m.stepped = m.stepped || code >= 0;
  // CVODE would creep towards a time beyond which f fails, in steps that t no longer feels.
  const bool creeps = code >= 0 && m.t != m.t_stop && too_small(m.t, step_size());
  if (!creeps) return outcome_of(code);
  return m.failed || m.failed_before ? Outcome::not_finite : Outcome::too_small;
}

double Bdf::time() const noexcept { return memory_->t; }
const double* Bdf::state() const noexcept { return NV_DATA_S(memory_->y); }

const double* Bdf::error() noexcept {
  if (CVodeGetEstLocalErrors(memory_->cvode, memory_->work) != CV_SUCCESS) {
    N_VConst(0, memory_->work);
  }
  return NV_DATA_S(memory_->work);
}

double Bdf::step_size() const noexcept {
  double dt = 0;
  CVodeGetLastStep(memory_->cvode, &dt);
  return dt;
}

bool Bdf::interpolate(double at, double* y) noexcept {
  Memory& m = *memory_;
  if (!m.stepped || CVodeGetDky(m.cvode, at, 0, m.work) != CV_SUCCESS) return false;
  std::copy_n(NV_DATA_S(m.work), m.system.n, y);
  return true;
}

bool Bdf::interpolate_rate(double at, double* dydt) noexcept {
  Memory& m = *memory_;
  if (!m.stepped || CVodeGetDky(m.cvode, at, 1, m.work) != CV_SUCCESS) return false;
  std::copy_n(NV_DATA_S(m.work), m.system.n, dydt);
  return true;
}

BdfCounts Bdf::counts() const noexcept {
  void* cvode = memory_->cvode;
  BdfCounts counts;
  CVodeGetNumSteps(cvode, &counts.steps);
  CVodeGetNumRhsEvals(cvode, &counts.evaluations);
  CVodeGetNumJacEvals(cvode, &counts.jacobians);
  CVodeGetNumLinSolvSetups(cvode, &counts.factorisations);
  CVodeGetNumErrTestFails(cvode, &counts.rejected);
  counts.evaluations += memory_->differences;
  return counts;
}

}  // namespace zwang::ode
