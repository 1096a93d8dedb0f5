/*
 * paths_sum_ends(): for each end of settled paths, the sum of all ends before it. Several threads first sum within
 * pieces, then add the sums of all earlier pieces.
 */
#include <assert.h>
#include <stdlib.h>

#include "core/base/file/threads.h"
#include "core/base/mem.h"
#include "core/profile/paths.h"

enum { EACH = 1 << 16 };

static void paths_sum_add(struct path_rest *to, struct path_rest more)
{
    to->samples += more.samples;
    to->period += more.period;
}

static void sum_piece(void *arg, size_t from, size_t to)
{
    const struct paths *p = arg;
    struct path_rest sum = { 0 };
    for (size_t e = from; e < to; e++) {
        paths_sum_add(&sum, (struct path_rest){ p->ends[e].samples, p->ends[e].period });
        p->ended[e + 1] = sum;
    }
}

/* Add the sum of all earlier pieces. The last sum of a piece already includes it (paths_sum_ends()). */
static void add_before(void *arg, size_t from, size_t to)
{
    const struct paths *p = arg;
    for (size_t e = from; from && e + 1 < to; e++)
        paths_sum_add(&p->ended[e + 1], p->ended[from]);
}

void paths_sum_ends(struct paths *p, unsigned threads)
{
    assert(p->first_end && !p->ended); /* settled, and not summed yet */
    p->ended = mem_new(p->nends + 1, sizeof(*p->ended));
    threads_run_ranges(threads, p->nends, EACH, sum_piece, p);
    for (size_t from = EACH; from < p->nends; from += EACH) {
        const size_t to = p->nends - from < EACH ? p->nends : from + EACH;
        paths_sum_add(&p->ended[to], p->ended[from]);
    }
    threads_run_ranges(threads, p->nends, EACH, add_before, p);
}
