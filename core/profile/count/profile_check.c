/*
 * profile_check: whether the figures of a finished profile agree with each other. Sums are compared modulo 2^64, since
 * periods in a file may be any number, and no file may make its profile look wrong.
 */
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/profile/count/profile.h"

/* The sums that a row, or all rows of an event, must have. */
struct row_sum {
    uint64_t samples, period, children;
    uint32_t seen; /* of a row: index + 1 of the last end that was added to it */
};

/* Checks that the events and cells of rows exist, and that the rows of each event and its hidden samples add
   up to all its samples. */
static bool rows_agree(const struct profile *p)
{
    struct row_sum *sums = mem_new(p->nevents + 1, sizeof(*sums));
    bool agree = true;
    for (uint32_t i = 0; agree && i < p->nrows; i++) {
        const struct row *r = row_at(p, i);
        agree = r->event < p->nevents && (!p->shared.each || r->shared < p->shared.n);
        struct row_sum *sum = &sums[agree ? r->event : 0];
        sum->samples += r->samples;
        sum->period += r->period;
    }
    for (size_t e = 0; agree && e < p->nevents; e++) {
        const struct total *t = &p->totals[e];
        agree = sums[e].samples + t->hidden_samples == t->samples &&
                sums[e].period + t->hidden_period == t->period;
    }
    free(sums);
    return agree;
}

/* Checks that each settled path follows its parent, inside the range of its parent, and that ends are in the order of
   their paths. */
static bool paths_agree(const struct paths *p)
{
    bool agree = true;
    for (size_t i = 1; agree && i < p->n; i++) {
        const uint32_t parent = p->v[i].parent;
        agree = parent < i && i < p->until[i] && p->until[i] <= p->until[parent] && p->v[i].kind < p->nkinds;
    }
    for (size_t i = 0; agree && i < p->nends; i++) {
        const uint32_t path = p->ends[i].path;
        agree = path < p->n && i >= p->first_end[path] && i < p->first_end[path + 1];
    }
    return agree;
}

/* Checks that each row's samples are those that ended in it, and that its children are the samples whose paths lead
   through it. */
static bool ends_agree(const struct profile *p)
{
    const struct paths *paths = &p->paths;
    struct row_sum *sums = mem_new(p->nrows, sizeof(*sums));
    for (uint32_t i = 0; i < paths->nends; i++) {
        const struct path_end *e = &paths->ends[i];
        sums[e->row].samples += e->samples;
        sums[e->row].period += e->period;
        for (uint32_t row = e->row, path = e->path;; path = paths->v[path].parent) {
            if (row != NO_ROW && sums[row].seen != i + 1) {
                sums[row].children += e->period;
                sums[row].seen = i + 1;
            }
            if (path == PATH_OUTSIDE)
                break;
            row = paths->kinds[paths->v[path].kind].row;
        }
    }
    bool agree = true;
    for (uint32_t i = 0; agree && i < p->nrows; i++) {
        const struct row *r = row_at(p, i);
        agree = r->samples == sums[i].samples && r->period == sums[i].period &&
                (!p->chain || row_children(p, r) == sums[i].children);
    }
    free(sums);
    return agree;
}

bool profile_check(const struct profile *p)
{
    const bool has_paths = p->paths.nends && p->paths.until, are_cut = p->paths.rests;
    return rows_agree(p) && (!has_paths || (paths_agree(&p->paths) && (are_cut || ends_agree(p))));
}
