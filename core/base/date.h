/* date: formats times as UTC without the C library, so that no time zone or locale of the host changes the output. */
#ifndef PERFOLIO_CORE_BASE_DATE_H
#define PERFOLIO_CORE_BASE_DATE_H

#include "core/base/text.h"

#define NSEC_PER_SEC UINT64_C(1000000000)

/* Adds a time, in seconds since 1970, as "2026-11-20 09:03:59"; `between` is the character between day and time. Times
   before 1970 are negative; the earliest is in the year 1. */
void date_text(struct text *t, int64_t seconds, char between);

#endif
