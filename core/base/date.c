#include "core/base/date.h"

/* Year, month and day of a day counted from 1970-01-01, Gregorian calendar, by eras of 400 years that begin
   on 1 March, so that the leap day comes last (H. Hinnant, "chrono-compatible low-level date algorithms"). */
static void date_of(uint64_t day, unsigned *year, unsigned *month, unsigned *mday)
{
    uint64_t days = day + 719468; /* since 0000-03-01; days before 1970 wrap around */
    uint64_t era = days / 146097;
    unsigned of_era = (unsigned)(days % 146097);
    unsigned y = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    unsigned of_year = of_era - (365 * y + y / 4 - y / 100);
    unsigned m = (5 * of_year + 2) / 153; /* 0: March */
    *mday = of_year - (153 * m + 2) / 5 + 1;
    *month = m < 10 ? m + 3 : m - 9;
    *year = (unsigned)(era * 400) + y + (*month <= 2);
}

void date_text(struct text *t, int64_t seconds, char between)
{
    const int64_t day = seconds / 86400 - (seconds % 86400 < 0);
    unsigned year, month, mday, rest = (unsigned)(seconds - day * 86400);
    date_of((uint64_t)day, &year, &month, &mday);
    text_printf(t, "%04u-%02u-%02u%c%02u:%02u:%02u", year, month, mday, between, rest / 3600, rest / 60 % 60,
                rest % 60);
}
