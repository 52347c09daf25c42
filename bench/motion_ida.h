// SPDX-License-Identifier: Apache-2.0
#pragma once
// SUNDIALS IDA on the stabilised index-2 form, in two forms: the Jacobian dense, by IDA's difference
// quotients; and given, sparse, for KLU, which is faster than dense or banded at every size here.

#include "motion_task.h"

namespace bench {

#ifdef ZWANG_BENCH_IDA
MotionResult ida_difference_quotient(const MotionTask& task, double tolerance);
MotionResult ida_sparse(const MotionTask& task, double tolerance);
#endif

}  // namespace bench
