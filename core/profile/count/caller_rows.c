#include "core/profile/count/caller_rows.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file/threads.h"
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

/* What is looked at so much later is on its way from the memory. */
enum { AHEAD = 16 };

/* A kind of step behind a lead, as a part of the paths has it. */
struct met {
    uint64_t period; /* of what ended behind such steps, each of them alone: no row has more */
    uint32_t lead, kind;
    uint32_t end;    /* of the earliest sample, + 1 */
    uint32_t weight; /* where that of its address is, + 1; 0: a symbol covers it */
};

struct making {
    struct profile *p;
    const uint32_t *earliest;
    const uint64_t *until;
    uint8_t *leads;  /* their rows, by the numbers that leads have now */
    uint32_t *moved; /* where rows went that were behind those that stay */
    uint64_t least;
    struct weight { /* of what no symbol covers: no row of it has more */
        uint64_t period;
        bool is_own; /* samples have rows there */
    } * weights;     /* by the hash of the address */
    size_t mask;
    size_t each; /* paths of a part */
    /* What a part of the paths meets, in this order; a path has the number of it for its kind then. */
    struct met_part {
        struct met *v;
        size_t n, cap;
    } * parts;
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

static void move_ends(void *arg, size_t from, size_t to)
{
    const struct making *m = arg;
    struct path_end *ends = m->p->paths.ends;
    for (size_t i = from; i < to; i++)
        if (ends[i].row >= m->p->nrows)
            ends[i].row = m->moved[ends[i].row - m->p->nrows];
}

/* Take the rows of leads out of the profile; the last others go where they were. */
static void take_leads(struct making *m, unsigned threads)
{
    enum { ENDS_EACH = 1 << 14 };
    struct profile *p = m->p;
    const struct paths *paths = &p->paths;
    uint32_t last = (uint32_t)p->nrows;
    m->leads = mem_new(paths->nleads, p->stride);
    m->moved = mem_new(paths->nleads, sizeof(*m->moved));
    for (size_t i = 0; i < paths->nleads; i++)
        memcpy(m->leads + i * p->stride, row_at(p, paths->leads[i].row), p->stride);
    p->nrows -= paths->nleads;
    for (size_t i = 0; i < paths->nleads; i++) {
        const uint32_t hole = paths->leads[i].row;
        if (hole >= p->nrows)
            continue;
        while (row_at(p, --last)->event >= p->nevents)
            ;
        memcpy(row_at(p, hole), row_at(p, last), p->stride);
        m->moved[last - p->nrows] = hole;
    }
    threads_share(threads, paths->nends, ENDS_EACH, move_ends, m);
    free(m->moved);
    profile_index(p, threads);
}

static size_t weight_at(const struct making *m, uint64_t address)
{
    return hash_u64(address) & m->mask;
}

static void add(uint64_t *to, uint64_t period)
{
    if (__builtin_add_overflow(*to, period, to))
        *to = UINT64_MAX;
}

static struct met first_met(const struct making *m, uint32_t lead, uint32_t kind)
{
    const struct paths *p = &m->p->paths;
    const struct path_frame *f = &p->frames[p->kinds[kind].frame];
    const bool is_weighed = m->weights && !f->symbol;
    return (struct met){ .lead = lead,
                         .kind = kind,
                         .weight = is_weighed ? (uint32_t)weight_at(m, f->avma) + 1 : 0 };
}

static void meet_part(void *arg, size_t from, size_t to)
{
    const struct making *m = arg;
    struct paths *p = &m->p->paths;
    struct met_part *part = &m->parts[from / m->each];
    uint32_t *known = mem_new(p->nkinds, sizeof(*known)), lead = 0; /* by kind, + 1 */
    for (size_t i = from > p->leads[0].from ? from : p->leads[0].from; i < to; i++) {
        const uint32_t kind = p->v[i].kind, end = m->earliest[i];
        if (to - i > 2 * AHEAD) {
            const uint32_t far = p->v[i + 2 * AHEAD].kind, near = p->v[i + AHEAD].kind;
            __builtin_prefetch(&known[far], 1);
            __builtin_prefetch(&p->kinds[far]);
            __builtin_prefetch(known[near] ? (const void *)&part->v[known[near] - 1]
                                           : &p->frames[p->kinds[near].frame]);
        }
        while (lead + 1 < p->nleads && p->leads[lead + 1].from <= i)
            lead++;
        if (!known[kind] || part->v[known[kind] - 1].lead != lead) {
            *MEM_ADD(part->v, part->n, part->cap) = first_met(m, lead, kind);
            known[kind] = (uint32_t)part->n;
        }
        struct met *met = &part->v[known[kind] - 1];
        add(&met->period, m->until[p->first_end[p->until[i]]] - m->until[p->first_end[i]]);
        if (!met->end || when_before(p->ends[end - 1].first, p->ends[met->end - 1].first))
            met->end = end;
        p->v[i].kind = known[kind] - 1;
    }
    free(known);
}

/* Lines that are shown may be several rows of one address: all of them together have no more than this. */
static void weigh(const struct making *m, size_t nparts, size_t symbol)
{
    const struct profile *p = m->p;
    for (const struct met_part *part = m->parts; part < m->parts + nparts; part++)
        for (size_t i = 0; i < part->n; i++) {
            const struct met *met = &part->v[i];
            __builtin_prefetch(&m->weights[met[part->n - i > AHEAD ? AHEAD : 0].weight], 1);
            if (met->weight)
                add(&m->weights[met->weight - 1].period, met->period);
        }
    for (uint32_t i = 0; i < p->nrows; i++) {
        const struct row *r = row_at(p, i);
        if (p->nrows - i > AHEAD)
            __builtin_prefetch(&m->weights[weight_at(m, row_cell(p, row_at(p, i + AHEAD), symbol)->v)], 1);
        if (key_cell_pointer(row_cell(p, r, symbol)))
            continue;
        struct weight *w = &m->weights[weight_at(m, row_cell(p, r, symbol)->v)];
        add(&w->period, r->period);
        w->is_own = true;
    }
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
static uint32_t make_row(struct making *m, const struct row *lead, const struct met *met)
{
    struct paths *p = &m->p->paths;
    const uint32_t kind = met->kind;
    const struct weight *w = met->weight ? &m->weights[met->weight - 1] : NULL;
    const bool is_light = w && w->period < m->least;
    struct cell cells[KEYS_MAX];
    if (is_light && !w->is_own)
        return kind;
    const uint32_t frame = p->kinds[kind].frame;
    cells_of(m, lead, &p->frames[frame], cells);
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

static const struct row *row_of_lead(const struct making *m, uint32_t lead)
{
    return (const struct row *)(const void *)(m->leads + lead * m->p->stride);
}

/* What stands for the rows behind a lead that are not made. */
static void stand_for_rowless(struct making *m, uint32_t lead)
{
    const struct paths *p = &m->p->paths;
    for (size_t i = 0; i < m->nrowless; i++) {
        if (m->nrowless - i > 2 * AHEAD) {
            const uint32_t far = m->rowless[i + 2 * AHEAD], near = m->rowless[i + AHEAD];
            __builtin_prefetch(&m->made[far]);
            __builtin_prefetch(&p->kinds[far]);
            __builtin_prefetch(&p->ends[m->made[near].end - 1].tid);
            __builtin_prefetch(&p->frames[p->kinds[near].frame]);
        }
        const uint32_t kind = m->rowless[i];
        stand_for(m, row_of_lead(m, lead), &p->frames[p->kinds[kind].frame],
                  p->ends[m->made[kind].end - 1].tid);
    }
    m->nrowless = 0;
}

/* Of all parts, one behind the other: what more than one of them meets is one. */
static void make_rows(struct making *m, size_t nparts)
{
    const struct path_end *ends = m->p->paths.ends;
    uint32_t lead = 0;
    for (const struct met_part *part = m->parts; part < m->parts + nparts; part++)
        for (size_t i = 0; i < part->n; i++) {
            struct met *met = &part->v[i];
            const struct met *ahead = &met[part->n - i > AHEAD ? AHEAD : 0];
            __builtin_prefetch(&m->made[ahead->kind], 1);
            if (ahead->weight)
                __builtin_prefetch(&m->weights[ahead->weight - 1]);
            if (met->lead != lead)
                stand_for_rowless(m, lead);
            lead = met->lead;
            struct made *made = &m->made[met->kind];
            if (made->lead != lead + 1) {
                *made = (struct made){ lead + 1, make_row(m, row_of_lead(m, lead), met), met->end };
                if (made->kind == met->kind)
                    m->rowless[m->nrowless++] = met->kind;
            } else if (when_before(ends[met->end - 1].first, ends[made->end - 1].first)) {
                made->end = met->end;
            }
            met->kind = made->kind;
        }
    stand_for_rowless(m, lead);
}

/* Give the paths their kinds. */
static void put_part(void *arg, size_t from, size_t to)
{
    const struct making *m = arg;
    struct paths *p = &m->p->paths;
    const struct met *met = m->parts[from / m->each].v;
    for (size_t i = from > p->leads[0].from ? from : p->leads[0].from; i < to; i++) {
        __builtin_prefetch(&met[p->v[to - i > AHEAD ? i + AHEAD : i].kind]);
        p->v[i].kind = met[p->v[i].kind].kind;
    }
    free(m->parts[from / m->each].v);
}

void caller_rows_make(struct profile *p, const uint32_t *earliest, const uint64_t *until, uint64_t least,
                      unsigned threads)
{
    struct paths *paths = &p->paths;
    const size_t symbol = symbol_key(p);
    const size_t worth = paths->n / (paths->nkinds + 1) + 1; /* a part has a number for each kind */
    struct making m = { .p = p,
                        .earliest = earliest,
                        .until = until,
                        .least = symbol < p->nkeys ? least : 0,
                        .each = paths->n / (threads < worth ? threads : worth) + 1,
                        .made = mem_new(paths->nkinds, sizeof(*m.made)),
                        .rowless = mem_new(paths->nkinds, sizeof(*m.rowless)) };
    const size_t nparts = paths->n / m.each + (paths->n % m.each != 0);
    m.parts = mem_new(nparts, sizeof(*m.parts));
    take_leads(&m, threads);
    if (m.least) {
        m.mask = 1;
        while (m.mask < paths->nframes)
            m.mask = m.mask * 2 + 1;
        m.weights = mem_table(m.mask + 1, sizeof(*m.weights));
    }
    threads_share(threads, paths->n, m.each, meet_part, &m);
    if (m.least)
        weigh(&m, nparts, symbol);
    make_rows(&m, nparts);
    threads_share(threads, paths->n, m.each, put_part, &m);
    free(m.leads);
    free(m.weights);
    free(m.parts);
    free(m.made);
    free(m.rowless);
    free(paths->leads);
    paths->leads = NULL;
    paths->nleads = paths->cap_leads = 0;
}
