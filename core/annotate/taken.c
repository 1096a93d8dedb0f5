#include "core/annotate/taken.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

enum { NO_OBJECT = -1, LONGEST_RUN = 1 << 20 /* bytes; a longer run means that branches are missing */ };

static struct cell get_from(const struct view *v)
{
    const struct place *p = &v->jump->from.place;
    if (!p->object)
        return (struct cell){ .tag = (uint32_t)NO_OBJECT };
    return (struct cell){ .v = p->at, .tag = p->object->index };
}

/* The length in bytes of the run that ends at a branch, and the cycles of this run. */
static struct cell get_run(const struct view *v)
{
    const struct jump *j = v->jump;
    struct cell c = { .v = TAKEN_ALONE, .tag = j->entry.cycles };
    if (j->number + 1 < v->sample->nbranches) {
        const struct branch_entry older = branch_at(v->sample, j->number + 1);
        uint64_t run = j->entry.from - older.to;
        if (run < LONGEST_RUN)
            c.v = run;
    }
    return c;
}

static int taken_by_place(const void *a, const void *b)
{
    const struct taken_branch *x = a, *y = b;
    if (x->object != y->object) {
        if (x->object > y->object)
            return 1;
        return -1;
    }
    return (x->from > y->from) - (x->from < y->from);
}

bool taken_count(struct taken *t, struct capture *c, const struct timeline *tl, struct resolver *r,
                 const struct count_opts *o, struct err *e)
{
    static const struct key from = { .name = "from", .needs_place = true, .get = get_from },
                            run = { .name = "run", .varies = KEY_VARIES, .get = get_run };
    const struct key *const keys[] = { &from, &run };
    struct count_opts count = *o;
    struct profile p;
    count.keys = keys;
    count.nkeys = COUNT(keys);
    count.branches = true;
    *t = (struct taken){ 0 };
    bool ok = count_samples(c, tl, r, &count, &p, e);
    t->v = mem_new(p.nrows, sizeof(*t->v));
    for (uint32_t i = 0; i < p.nrows; i++) {
        const struct row *row = row_at(&p, i);
        const struct cell *at = row_cell(&p, row, 0), *len = row_cell(&p, row, 1);
        if (at->tag != (uint32_t)NO_OBJECT)
            t->v[t->n++] = (struct taken_branch){ at->tag, at->v, len->v, len->tag, row->samples };
    }
    mem_sort(t->v, t->n, sizeof(*t->v), taken_by_place);
    profile_free(&p);
    return ok;
}

void taken_free(struct taken *t)
{
    free(t->v);
    *t = (struct taken){ 0 };
}

/* The index of the first branch of an object at or after an address. */
static size_t first_from(const struct taken *t, uint32_t object, uint64_t at)
{
    const struct taken_branch key = { .object = object, .from = at };
    size_t low = 0;
    BISECT(low, t->n, i, taken_by_place(&t->v[i], &key) < 0);
    return low;
}

/* The row that contains an address in the table's space; for an address before the first row, the first row. */
static size_t row_at_place(const struct listing *l, uint64_t at)
{
    size_t low = sort_count_up_to(l->rows, l->n, sizeof(*l->rows), at);
    if (low)
        return low - 1;
    return 0;
}

struct taken_row *taken_rows(const struct taken *t, const struct listing *l)
{
    struct taken_row *rows = mem_new(l->n + 1, sizeof(*rows));
    const uint32_t object = l->function->object->index;
    uint64_t start = 0, end = 0;
    if (l->n) {
        start = l->rows[0].at;
        end = l->rows[l->n - 1].at + l->rows[l->n - 1].size;
    }
    uint64_t *begun = mem_new(l->n + 1, sizeof(*begun)), ended = 0, running = 0;
    for (size_t i = first_from(t, object, start); i < t->n && t->v[i].object == object && t->v[i].from < end;
         i++) {
        const struct taken_branch *b = &t->v[i];
        const size_t last = row_at_place(l, b->from);
        const bool alone = b->run == TAKEN_ALONE || b->run > b->from;
        const size_t first = alone ? last : row_at_place(l, b->from - b->run);
        begun[first] += b->n;
        rows[last].taken += b->n;
        if (!alone && b->cycles)
            rows[last].runs += b->n;
        if (!alone)
            rows[last].cycles += b->n * b->cycles;
    }
    for (size_t i = 0; i < l->n; i++) {
        running += begun[i];
        rows[i].ran = running - ended;
        ended += rows[i].taken;
    }
    free(begun);
    return rows;
}
