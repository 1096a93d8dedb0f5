/* date: formats times as UTC without the C library, so that no time zone or locale of the host changes the output. */
#ifndef PERFOLIO_CORE_BASE_DATE_H
#define PERFOLIO_CORE_BASE_DATE_H

#include "core/base/text.h"

#define NSEC_PER_SEC UINT64_C(1000000000)

/* Adds seconds since 1970 as "2026-11-20 09:03:59", with the character `between` day and time. Negative seconds are before
   1970, back to year 1. */
void date_text(struct text *t, int64_t seconds, char between);

#endif
