/* date: times of day as UTC, computed here: the same file has the same text on every host, whatever its time
 * zone and locale. */
#ifndef PERFOLIO_CORE_BASE_DATE_H
#define PERFOLIO_CORE_BASE_DATE_H

#include "core/base/text.h"

#define NSEC_PER_SEC UINT64_C(1000000000)

/* Seconds since 1970 as "2026-11-20 09:03:59", with this character `between` day and time. Below zero they
   are of years before, as far back as year 1. */
void date_text(struct text *t, int64_t seconds, char between);

#endif
