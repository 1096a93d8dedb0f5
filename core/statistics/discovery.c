#include "core/statistics/moderated.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/statistics/special.h"

double discovery_limit(const struct difference *d, size_t n, double rate)
{
    double *p = mem_new(n, sizeof(*p)), limit = -1;
    size_t tries = 0;
    for (size_t i = 0; i < n; i++)
        if (d[i].known)
            p[tries++] = d[i].p;
    special_sort(p, tries);
    for (size_t i = 0; i < tries; i++)
        if (p[i] <= rate * (double)(i + 1) / (double)tries)
            limit = p[i];
    free(p);
    return limit;
}
