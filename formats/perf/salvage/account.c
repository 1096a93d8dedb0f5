#include "formats/perf/salvage/account.h"

#include <stdlib.h>

#include "core/base/mem.h"

void account_free(struct salvage_account *a)
{
    free(a->losses);
    *a = (struct salvage_account){ .losses = NULL };
}

static bool continues(const struct salvage_loss *last, const struct salvage_loss *next)
{
    return last->file == next->file && last->unpacked == next->unpacked && last->at + last->n == next->at &&
           last->why == next->why && last->what == next->what;
}

void account_lose(struct salvage_account *a, const struct salvage_loss *loss)
{
    uint64_t *sum = loss->unpacked ? a->unpacked : a->bytes;
    if (!loss->n)
        return;
    sum[SALVAGE_LOST] += loss->n;
    if (a->n && a->open < a->n && continues(&a->losses[a->n - 1], loss)) {
        a->losses[a->n - 1].n += loss->n;
        return;
    }
    if (a->n == SALVAGE_LOSSES) {
        a->unlisted++;
        return;
    }
    struct salvage_loss *to = MEM_ADD(a->losses, a->n, a->cap);
    *to = *loss;
    to->after = a->last;
}

void account_see_time(struct salvage_account *a, uint64_t time)
{
    if (!time || time >= OFF_CPU_TIMESTAMP)
        return;
    a->last = time;
    for (; a->open < a->n; a->open++)
        a->losses[a->open].before = time;
}
