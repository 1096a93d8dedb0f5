/* problem_advice: what a person can do about a problem (core/base/problem.h). */
#ifndef PERFOLIO_LIB_SESSION_PROBLEM_ADVICE_H
#define PERFOLIO_LIB_SESSION_PROBLEM_ADVICE_H

#include "core/base/problem.h"

/* A sentence without a full stop; NULL: there is nothing to do. */
const char *problem_advice(enum problem_kind kind);

#endif
