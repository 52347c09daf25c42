// SPDX-License-Identifier: Apache-2.0
#include "motion_ida.h"

#ifdef ZWANG_BENCH_IDA

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>

#include <algorithm>

#include "motion_ggl.h"
#include "stopwatch.h"

namespace bench {
namespace {

struct Problem {
  explicit Problem(const MotionTask& task) : at(task), pattern(at) {}
  Layout at;
  Pattern pattern;
};

int ida_residual(realtype, N_Vector y, N_Vector yp, N_Vector r, void* user) {
  residual(static_cast<const Problem*>(user)->at, N_VGetArrayPointer(y), N_VGetArrayPointer(yp),
           N_VGetArrayPointer(r));
  return 0;
}

int sparse_jacobian(realtype, realtype c, N_Vector y, N_Vector, N_Vector, SUNMatrix J, void* user,
                    N_Vector, N_Vector, N_Vector) {
  const Problem& problem = *static_cast<const Problem*>(user);
  const Pattern& pattern = problem.pattern;
  std::ranges::copy(pattern.starts, SUNSparseMatrix_IndexPointers(J));  // IDA cleared them
  std::ranges::copy(pattern.rows, SUNSparseMatrix_IndexValues(J));
  double* values = SUNSparseMatrix_Data(J);
  std::fill_n(values, pattern.rows.size(), 0.0);
  std::size_t term = 0;
  fill_jacobian(problem.at, c, N_VGetArrayPointer(y),
                [&](int, int) -> double& { return values[pattern.slots[term++]]; });
  return 0;
}

enum class Form { difference_quotient, sparse };

/// IDA's objects, freed in the order that IDA wants.
struct Session {
  explicit Session(const MotionTask& task) : problem(task) { SUNContext_Create(nullptr, &context); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() {
    IDAFree(&memory);
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    for (N_Vector vector : {y, yp, id, absolute}) N_VDestroy(vector);
    SUNContext_Free(&context);
  }

  Problem problem;
  SUNContext context = nullptr;
  void* memory = nullptr;
  N_Vector y = nullptr, yp = nullptr, id = nullptr, absolute = nullptr;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver solver = nullptr;
};

void set_start(Session& s, double tolerance) {
  const Layout& at = s.problem.at;
  for (N_Vector* vector : {&s.y, &s.yp, &s.id, &s.absolute}) {
    *vector = N_VNew_Serial(at.count, s.context);
    N_VConst(0, *vector);
  }
  std::vector<double> qdd, lambda;
  start_accelerations(at.system, qdd, lambda);
  double* y = N_VGetArrayPointer(s.y);
  double* yp = N_VGetArrayPointer(s.yp);
  for (std::size_t i = 0; i < at.q.size(); ++i) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const std::size_t q = at.q[i] + axis, v = at.v[i] + axis, from = 2 * i + axis;
      y[q] = at.system.q[from];
      y[v] = yp[q] = at.system.v[from];
      yp[v] = qdd[from];
      N_VGetArrayPointer(s.id)[q] = N_VGetArrayPointer(s.id)[v] = 1;
    }
  }
  // The multipliers are no part of the answer: their size, m g and 1, is what Newton's iteration
  // is measured by.
  N_VConst(tolerance, s.absolute);
  for (std::size_t k = 0; k < lambda.size(); ++k) {
    y[at.lambda[k]] = lambda[k];
    N_VGetArrayPointer(s.absolute)[at.lambda[k]] = gravity * tolerance;
  }
}

bool set_solver(Session& s, Form form) {
  const Pattern& pattern = s.problem.pattern;
  const int n = s.problem.at.count;
  if (form == Form::sparse) {
    const auto entries = static_cast<sunindextype>(pattern.rows.size());
    s.matrix = SUNSparseMatrix(n, n, entries, CSC_MAT, s.context);
    s.solver = SUNLinSol_KLU(s.y, s.matrix, s.context);
  } else {
    s.matrix = SUNDenseMatrix(n, n, s.context);
    s.solver = SUNLinSol_Dense(s.y, s.matrix, s.context);
  }
  if (IDASetLinearSolver(s.memory, s.solver, s.matrix) != IDA_SUCCESS) return false;
  if (form == Form::sparse) IDASetJacFn(s.memory, sparse_jacobian);
  return true;
}

bool set_up(Session& s, double tolerance, Form form) {
  set_start(s, tolerance);
  s.memory = IDACreate(s.context);
  if (!s.memory || IDAInit(s.memory, ida_residual, 0, s.y, s.yp) != IDA_SUCCESS) return false;
  IDASetUserData(s.memory, &s.problem);
  IDASVtolerances(s.memory, tolerance, s.absolute);
  IDASetId(s.memory, s.id);
  IDASetSuppressAlg(s.memory, SUNTRUE);
  IDASetMaxNumSteps(s.memory, 100000);  // between two samples: no step count in sight needs more
  IDASetErrFile(s.memory, nullptr);
  return set_solver(s, form);
}

MotionResult run(const MotionTask& task, double tolerance, Form form) {
  Session s(task);
  if (!set_up(s, tolerance, form)) return failed_run();
  const Layout& at = s.problem.at;
  MotionSamples samples(at.system);
  const double* y = N_VGetArrayPointer(s.y);
  const double start = thread_microseconds();
  for (int k = 0; k < output_count; ++k) {
    double t = 0;
    if (IDASolve(s.memory, output_time(task, k), &t, s.y, s.yp, IDA_NORMAL) < 0)
      return failed_run();
    for (std::size_t i = 0; i < at.q.size(); ++i) {
      std::copy_n(y + at.q[i], 2, samples.q(k) + 2 * i);
      std::copy_n(y + at.v[i], 2, samples.v(k) + 2 * i);
    }
  }
  const double seconds = (thread_microseconds() - start) * 1e-6;
  long steps = 0;
  IDAGetNumSteps(s.memory, &steps);
  return assess(task, samples, seconds, steps);
}

}  // namespace

MotionResult ida_difference_quotient(const MotionTask& task, double tolerance) {
  return run(task, tolerance, Form::difference_quotient);
}
MotionResult ida_sparse(const MotionTask& task, double tolerance) {
  return run(task, tolerance, Form::sparse);
}

}  // namespace bench

#endif
