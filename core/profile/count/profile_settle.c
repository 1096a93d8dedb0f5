/* profile_settle: completes a profile after its last sample: settles its paths (paths_settle()), and adds to
   each row the samples whose paths lead through it. */
#include <stdlib.h>
#include <string.h>

#include "core/base/file/threads.h"
#include "core/base/mem.h"
#include "core/profile/bounded_paths.h"
#include "core/profile/count/caller_rows.h"

/* The state of counting callers from paths: each row gets the samples whose paths lead through it, and its own samples
   whose paths do not. Each thread counts a part of the paths into its own counts. */
struct profile_counting {
    struct profile *p;
    struct path_rows rows;
    uint32_t *earliest; /* see paths_find_earliest(); NULL: rows know their earliest samples */
    size_t each;        /* paths per part */
    struct profile_part {
        const struct profile_counting *c;
        struct row_count {
            struct when first;
            uint64_t period;
            int32_t tid;
        } * rows;
    } * parts;
};

static void count_row(void *arg, uint32_t row, uint32_t path, uint32_t end)
{
    const struct profile_part *part = arg;
    const struct profile_counting *c = part->c;
    const struct paths *p = &c->p->paths;
    struct row_count *r = &part->rows[row];
    if (path == PATH_OUTSIDE)
        r->period += p->ends[end].period;
    else
        r->period += paths_ended(p, path).period;
    if (!c->earliest)
        return;
    if (path != PATH_OUTSIDE)
        end = c->earliest[path] - 1;
    const struct path_end *first = &p->ends[end];
    if (when_before(first->first, r->first)) {
        r->first = first->first;
        r->tid = first->tid;
    }
}

static void count_part(void *arg, size_t from, size_t to)
{
    const struct profile_counting *c = arg;
    struct profile_part *part = &c->parts[from / c->each];
    *part = (struct profile_part){ c, mem_new(c->rows.n, sizeof(*part->rows)) };
    for (size_t i = 0; i < c->rows.n; i++)
        part->rows[i].first = WHEN_NEVER;
    paths_visit_topmost_in(&c->p->paths, &c->rows, (uint32_t)from, (uint32_t)to, count_row, part);
}

static void add_parts(const struct profile_counting *c, size_t nparts)
{
    for (uint32_t i = 0; i < c->p->nrows; i++) {
        struct row *r = row_at(c->p, i);
        uint64_t children = 0;
        for (size_t k = 0; k < nparts; k++) {
            const struct row_count *more = &c->parts[k].rows[i];
            children += more->period;
            if (when_before(more->first, r->first)) {
                r->first = more->first;
                r->tid = more->tid;
            }
        }
        row_chain(c->p, r)->children = children;
    }
    for (size_t k = 0; k < nparts; k++)
        free(c->parts[k].rows);
}

/* The smallest period, over all events with samples, of rows that must be made (count_opts.least_percent). */
static uint64_t least_of(const struct profile *p, double percent)
{
    uint64_t least = percent > 0 ? UINT64_MAX : 0;
    for (size_t i = 0; i < p->nevents; i++) {
        const struct total *t = &p->totals[i];
        const double share = (double)(t->period - t->hidden_period) * percent / 100 *
                             0.999; /* rounding must not hide a row */
        if (t->samples && share < (double)least)
            least = (uint64_t)share;
    }
    return least;
}

static void count_paths(struct profile_counting *c, unsigned threads)
{
    const struct paths *p = &c->p->paths;
    /* paths that outweigh the counts, one per row, that each part allocates */
    const size_t worth = p->n / (c->p->nrows + 1) + 1;
    c->rows.n = c->p->nrows;
    c->each = p->n / (threads < worth ? threads : worth) + 1;
    c->parts = mem_new(p->n / c->each + 1, sizeof(*c->parts));
    threads_run_ranges(threads, p->n, c->each, count_part, c);
    add_parts(c, p->n / c->each + (p->n % c->each != 0));
    free(c->parts);
}

static void count_children(struct profile *profile, double least_percent, unsigned threads)
{
    struct profile_counting c = { .p = profile, .earliest = mem_new(profile->paths.n, sizeof(*c.earliest)) };
    paths_find_earliest(&profile->paths, c.earliest, threads);
    if (profile->paths.nleads)
        caller_rows_make(profile, c.earliest, least_of(profile, least_percent), threads);
    count_paths(&c, threads);
    free(c.earliest);
}

/* Subtract the samples that the path or end shows from the row's rests. */
static void subtract_shown(void *arg, uint32_t row, uint32_t path, uint32_t end)
{
    const struct paths *p = arg;
    struct path_rest shown = { p->ends[end].samples, p->ends[end].period };
    if (path != PATH_OUTSIDE)
        shown = paths_ended(p, path);
    p->rests[row].samples -= shown.samples;
    p->rests[row].period -= shown.period;
}

static void find_rests(struct profile *profile, const uint32_t *as)
{
    struct paths *p = &profile->paths;
    free(p->rests);
    p->rests = mem_new(profile->nrows, sizeof(*p->rests));
    for (uint32_t i = 0; i < profile->nrows && i < p->bound->nsamples; i++)
        p->rests[i] = (struct path_rest){ p->bound->samples[i], row_children(profile, row_at(profile, i)) };
    paths_visit_topmost(p, &(struct path_rows){ profile->nrows, as }, subtract_shown, p);
}

static bool is_unseen(const struct profile *p, uint32_t row)
{
    const struct row *r = row_at(p, row);
    return !r->samples && !row_children(p, r) && !when_before(r->first, WHEN_NEVER);
}

/* Remove the rows that were made for frames which transforms then removed from all stacks. */
static void drop_unseen_rows(struct profile *p, unsigned threads)
{
    uint32_t first = 0;
    while (first < p->nrows && !is_unseen(p, first))
        first++;
    if (first == p->nrows)
        return;
    uint32_t *as = mem_new(p->nrows, sizeof(*as)), kept = 0;
    for (uint32_t i = 0; i < p->nrows; i++) {
        as[i] = NO_ROW;
        if (is_unseen(p, i))
            continue;
        if (p->paths.bound && i < p->paths.bound->nsamples)
            p->paths.bound->samples[kept] = p->paths.bound->samples[i];
        memmove(row_at(p, kept), row_at(p, i), p->stride);
        as[i] = kept++;
    }
    for (size_t i = 0; i < p->paths.nends; i++)
        p->paths.ends[i].row = path_row_in(as, p->paths.ends[i].row);
    for (size_t i = 0; i < p->paths.nkinds; i++)
        p->paths.kinds[i].row = path_row_in(as, p->paths.kinds[i].row);
    p->nrows = kept;
    profile_index(p, threads);
    free(as);
}

void profile_settle(struct profile *p, bool children, double least_percent, unsigned threads)
{
    const bool bounded = p->paths.bound;
    if (bounded)
        problem_add(&p->problems, PROBLEM_PATH_CUT, bounded_paths_end(&p->paths), "%s", "");
    paths_settle(&p->paths, threads);
    if (!children)
        return;
    /* rows of callers were counted with the samples; with leads they are made from the remaining paths */
    const bool has_rows = !p->paths.nleads;
    paths_sum_ends(&p->paths, threads);
    if (!bounded)
        count_children(p, least_percent, threads);
    if (has_rows && p->transformed)
        drop_unseen_rows(p, threads);
    if (bounded)
        find_rests(p, NULL);
}

void profile_join_alike_rows(struct profile *p, const uint32_t *as, unsigned threads)
{
    if (p->paths.rests)
        find_rests(p, as);
    else if (p->chain && p->paths.ended)
        count_paths(&(struct profile_counting){ .p = p, .rows.as = as }, threads);
}
