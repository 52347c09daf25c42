// SPDX-License-Identifier: Apache-2.0
#pragma once
// All of it: #include <zwang/zwang.h>.

#include "zwang/batch.h"
#include "zwang/bellman.h"
#include "zwang/certificate.h"
#include "zwang/description.h"
#include "zwang/error.h"
#include "zwang/extremal.h"
#include "zwang/import.h"
#include "zwang/instant.h"
#include "zwang/linear.h"
#include "zwang/model.h"
#include "zwang/pseudo_inverse.h"
#include "zwang/report.h"
#include "zwang/run.h"
#include "zwang/simulation.h"
#include "zwang/status.h"
#include "zwang/sweep.h"
#include "zwang/underdetermined.h"
#include "zwang/version.h"
#include "zwang/words.h"
