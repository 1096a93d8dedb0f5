#include "core/profile/count/caller_rows.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/profile/keys/key_parts.h"

/* Set in the address of a row without weight, which has the number of a thread. */
#define STANDS_FOR_MANY (UINT64_C(1) << 63)

uint32_t caller_rows_mark(const struct resolved_addr *resolved)
{
    return key_get_symbol(&(struct view){ .resolved = resolved }).tag;
}

uint32_t caller_rows_lead(struct profile *p, struct view *v)
{
    struct cell cells[KEYS_MAX];
    for (size_t k = 0; k < p->nkeys; k++) {
        v->key = p->keys[k];
        cells[k] = v->key->needs_place ? (struct cell){ 0 } : v->key->get(v);
    }
    return paths_begin_with(&p->paths, profile_row(p, (uint32_t)p->nevents + v->event, cells));
}

struct making {
    struct profile *p;
    const uint32_t *earliest;
    const uint64_t *until;
    uint8_t *leads; /* their rows, by the numbers that leads have now */
    uint64_t least;
    struct weight { /* of what no symbol covers: no row of it has more */
        uint64_t period;
        bool is_own; /* samples have rows there */
    } * weights;     /* by the hash of the address */
    size_t mask;
    struct made {      /* per kind of step, ... */
        uint32_t lead; /* ... behind this one, + 1, ... */
        uint32_t kind; /* ... the one with its row, which is the same where it has none: ... */
        uint32_t end;  /* ... then of the earliest sample, + 1 */
    } * made;
    uint32_t *rowless; /* kinds without a row behind the lead under way */
    size_t nrowless;
    struct standing { /* rows in place of others that were made last */
        const struct row *lead;
        struct path_frame many;
    } standing[16];
};

/* Take the rows of leads out of the profile. */
static void take_leads(struct making *m)
{
    struct profile *p = m->p;
    struct paths *paths = &p->paths;
    uint32_t *to = mem_new(p->nrows, sizeof(*to)), kept = 0, taken = 0;
    m->leads = mem_new(paths->nleads, p->stride);
    for (uint32_t i = 0; i < p->nrows; i++) {
        const bool is_lead = row_at(p, i)->event >= p->nevents;
        to[i] = is_lead ? taken++ : kept++;
        memmove(is_lead ? m->leads + to[i] * p->stride : (uint8_t *)row_at(p, to[i]), row_at(p, i),
                p->stride);
    }
    p->nrows = kept;
    for (size_t i = 0; i < paths->nleads; i++)
        paths->leads[i].row = to[paths->leads[i].row];
    for (size_t i = 0; i < paths->nends; i++)
        paths->ends[i].row = to[paths->ends[i].row];
    free(to);
    profile_index(p);
}

static struct weight *weight_of(const struct making *m, uint64_t address)
{
    return &m->weights[hash_u64(address) & m->mask];
}

static void add(uint64_t *to, uint64_t period)
{
    if (__builtin_add_overflow(*to, period, to))
        *to = UINT64_MAX;
}

/* Lines that are shown may be several rows of one address: all of them together have no more than this. */
static void weigh(struct making *m, size_t symbol)
{
    const struct profile *p = m->p;
    const struct paths *paths = &p->paths;
    uint64_t *of_kind = mem_new(paths->nkinds, sizeof(*of_kind));
    m->mask = 1;
    while (m->mask < paths->nframes)
        m->mask = m->mask * 2 + 1;
    m->weights = mem_new(m->mask + 1, sizeof(*m->weights));
    for (size_t i = 1; i < paths->n; i++)
        add(&of_kind[paths->v[i].kind],
            m->until[paths->first_end[paths->until[i]]] - m->until[paths->first_end[i]]);
    for (size_t i = 0; i < paths->nkinds; i++) {
        const struct path_frame *f = &paths->frames[paths->kinds[i].frame];
        if (!f->symbol)
            add(&weight_of(m, f->avma)->period, of_kind[i]);
    }
    for (uint32_t i = 0; i < p->nrows; i++) {
        const struct row *r = row_at(p, i);
        struct weight *w = weight_of(m, row_cell(p, r, symbol)->v);
        if (key_cell_pointer(row_cell(p, r, symbol)))
            continue;
        add(&w->period, r->period);
        w->is_own = true;
    }
    free(of_kind);
}

/* The key by which each address without a symbol is a row; nkeys: there is none. */
static size_t symbol_key(const struct profile *p)
{
    size_t k = 0;
    while (k < p->nkeys && p->keys[k]->get != key_get_symbol)
        k++;
    return k;
}

static uint32_t event_of(const struct making *m, const struct row *lead)
{
    return lead->event - (uint32_t)m->p->nevents;
}

static void cells_of(const struct making *m, const struct row *lead, const struct path_frame *f,
                     struct cell *cells)
{
    const uint64_t at = f->symbol ? f->symbol->start + (f->mark >> 8 & KEY_SYMBOL_INTO) : f->at;
    const struct resolved_addr resolved = { .place = { .object = f->object, .symbol = f->symbol, .at = at },
                                            .addr = f->avma,
                                            .level = (char)f->mark };
    struct view v = { .resolved = &resolved };
    for (size_t k = 0; k < m->p->nkeys; k++) {
        v.key = m->p->keys[k];
        cells[k] = v.key->needs_place ? v.key->get(&v) : *row_cell(m->p, lead, k);
    }
}

/* A kind of step behind a lead: with a row, or the same. */
static uint32_t make_row(struct making *m, const struct row *lead, uint32_t kind)
{
    struct paths *p = &m->p->paths;
    const uint32_t frame = p->kinds[kind].frame;
    const struct path_frame *f = &p->frames[frame];
    const struct weight *w = m->least && !f->symbol ? weight_of(m, f->avma) : NULL;
    const bool is_light = w && w->period < m->least;
    struct cell cells[KEYS_MAX];
    if (is_light && !w->is_own)
        return kind;
    cells_of(m, lead, f, cells);
    const uint32_t row = is_light ? profile_find_row(m->p, event_of(m, lead), cells)
                                  : profile_row(m->p, event_of(m, lead), cells);
    if (row == NO_ROW)
        return kind;
    *MEM_ADD(p->kinds, p->nkinds, p->cap_kinds) = (struct path_kind){ frame, row };
    return (uint32_t)p->nkinds - 1;
}

/* A row for columns to be wide enough for those that are not made: of a thread in an object. Most follow others of the
   same. */
static void stand_for(struct making *m, const struct row *lead, const struct path_frame *f, int32_t tid)
{
    struct standing *known = &m->standing[(uint32_t)tid % COUNT(m->standing)];
    const struct path_frame many = { .object = f->object,
                                     .avma = STANDS_FOR_MANY | (uint32_t)tid,
                                     .mark = f->mark };
    if (known->lead == lead && path_frame_same(&known->many, &many))
        return;
    *known = (struct standing){ lead, many };
    struct cell cells[KEYS_MAX];
    cells_of(m, lead, &many, cells);
    struct row *r = row_at(m->p, profile_row(m->p, event_of(m, lead), cells));
    if (!r->samples)
        r->tid = tid;
}

/* The paths behind a lead. */
static void make_rows(struct making *m, uint32_t number, uint32_t from, uint32_t to)
{
    const struct paths *p = &m->p->paths;
    const struct row *lead =
        (const struct row *)(const void *)(m->leads + p->leads[number].row * m->p->stride);
    m->nrowless = 0;
    for (uint32_t i = from; i < to; i++) {
        const uint32_t kind = p->v[i].kind, end = m->earliest[i];
        struct made *made = &m->made[kind];
        if (made->lead != number + 1) {
            *made = (struct made){ number + 1, make_row(m, lead, kind), end };
            if (made->kind == kind)
                m->rowless[m->nrowless++] = kind;
        }
        if (made->kind == kind && made->end != end &&
            when_before(p->ends[end - 1].first, p->ends[made->end - 1].first))
            made->end = end;
        p->v[i].kind = made->kind;
    }
    for (size_t i = 0; i < m->nrowless; i++)
        stand_for(m, lead, &p->frames[p->kinds[m->rowless[i]].frame],
                  p->ends[m->made[m->rowless[i]].end - 1].tid);
}

void caller_rows_make(struct profile *p, const uint32_t *earliest, const uint64_t *until, uint64_t least)
{
    struct paths *paths = &p->paths;
    const size_t symbol = symbol_key(p);
    struct making m = { .p = p,
                        .earliest = earliest,
                        .until = until,
                        .least = symbol < p->nkeys ? least : 0,
                        .made = mem_new(paths->nkinds, sizeof(*m.made)),
                        .rowless = mem_new(paths->nkinds, sizeof(*m.rowless)) };
    take_leads(&m);
    if (m.least)
        weigh(&m, symbol);
    for (uint32_t i = 0; i < paths->nleads; i++)
        make_rows(&m, i, paths->leads[i].from,
                  i + 1 < paths->nleads ? paths->leads[i + 1].from : (uint32_t)paths->n);
    free(m.leads);
    free(m.weights);
    free(m.made);
    free(m.rowless);
    free(paths->leads);
    paths->leads = NULL;
    paths->nleads = paths->cap_leads = 0;
}
