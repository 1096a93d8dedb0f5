#include "core/profile/count/caller_rows.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file/threads.h"
#include "core/base/mem.h"
#include "core/profile/keys/key_parts.h"
#include "core/profile/lead_steps.h"

/* Set in the address of a row that stands for many light rows (struct standing); the other bits are the thread's
   tid. */
#define STANDS_FOR_MANY (UINT64_C(1) << 63)

uint32_t caller_rows_place_mark(const struct resolved_addr *resolved)
{
    return key_get_symbol(&(struct view){ .resolved = resolved }).tag;
}

uint32_t caller_rows_find_lead(struct profile *p, struct view *v)
{
    struct cell cells[KEYS_MAX];
    for (size_t k = 0; k < p->nkeys; k++) {
        v->key = p->keys[k];
        cells[k] = (struct cell){ 0 };
        if (!v->key->needs_place)
            cells[k] = v->key->get(v);
    }
    return paths_add_lead(&p->paths, profile_find_or_add_row(p, (uint32_t)p->nevents + v->event, cells));
}

/* Number of entries that are prefetched ahead. */
enum { AHEAD = 16 };

/* RECENT: how many standing rows (struct standing) a shard remembers, to list each only once. STANDINGS: number of
   lists of standing rows, chosen by thread. */
enum { RECENT = 256, STANDINGS = 16 };

struct caller_rows_making {
    struct profile *p;
    struct lead_steps steps;
    uint8_t *leads;  /* per row: whether it is the row of a lead */
    uint32_t *moved; /* new numbers of the rows that take the places of removed leads */
    uint64_t least;
    size_t symbol; /* index of the key of symbols, from symbol_key() */
    struct own_rows {
        /* lists of rows of addresses without a symbol, one list per shard: index + 1; 0: end */
        uint32_t *next, first[LEAD_SHARDS];
    } own;
    struct made {      /* per kind of step: the result for the lead that was processed last */
        uint32_t lead; /* index + 1 of this lead */
        uint32_t kind; /* the new kind of steps after this lead: a kind with a row, or the old kind */
        uint32_t end;  /* index + 1 of the end with the earliest sample after this lead */
    } * made;
    /* number of kinds in the paths; threads add new kinds, which have rows, in any order */
    uint32_t nkinds;
    struct shard *shards;
    struct cell_set many[STANDINGS]; /* the standing rows (struct standing) of all shards, by thread */
};

/* A shard of the steps, which one thread works on. */
struct shard {
    struct caller_rows_making *m;
    /* the summed period of an address without a symbol: no row of the address can have more */
    struct weight {
        uint64_t period;
        uint32_t address; /* its hash; 0: free */
        bool is_own;      /* samples were taken at the address itself */
    } * weights;
    size_t mask;
    uint32_t *rowless; /* kinds that get no row after the current lead */
    size_t nrowless;
    /* A row without weight that stands for all light rows, which are not made, of one lead, object, mark and thread. */
    struct standing {
        struct cell is[2];
    } recent[RECENT]; /* the last ones listed */
    /* Result: the kinds of steps after a lead that get rows: the old number `from`, the new number `to`. */
    struct wanted {
        uint32_t lead, from, to;
    } * wanted;
    size_t nwanted, cap_wanted;
    struct standings { /* by thread */
        struct standing *v;
        size_t n, cap;
    } standings[STANDINGS];
};

/* Replace the row numbers in ends by the new numbers of moved rows. */
static void move_ends(void *arg, size_t from, size_t to)
{
    const struct caller_rows_making *m = arg;
    struct path_end *ends = m->p->paths.ends;
    for (size_t i = from; i < to; i++)
        if (ends[i].row >= m->p->nrows)
            ends[i].row = m->moved[ends[i].row - m->p->nrows];
}

/* Remove the rows of leads from the profile. Rows from the end of the profile fill their places. */
static void take_leads(struct caller_rows_making *m, unsigned threads)
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
    threads_run_ranges(threads, paths->nends, ENDS_EACH, move_ends, m);
    free(m->moved);
    profile_index(p, threads);
}

/* List, for each shard, the rows whose samples were taken at an address without a symbol. */
static void list_own(struct caller_rows_making *m)
{
    const struct profile *p = m->p;
    m->own.next = mem_new(p->nrows, sizeof(*m->own.next));
    for (uint32_t i = 0; i < p->nrows; i++) {
        const struct cell *at = row_cell(p, row_at(p, i), m->symbol);
        if (key_cell_pointer(at))
            continue;
        uint32_t *first = &m->own.first[lead_steps_shard(at->v)];
        m->own.next[i] = *first;
        *first = i + 1;
    }
}

static struct weight *weight_of(const struct shard *s, uint32_t address)
{
    size_t at = address & s->mask;
    while (s->weights[at].address && s->weights[at].address != address)
        at = (at + 1) & s->mask;
    return &s->weights[at];
}

static const struct lead_part *parts_end(const struct caller_rows_making *m)
{
    return m->steps.parts + m->steps.nparts;
}

static size_t count_steps(const struct caller_rows_making *m, size_t shard)
{
    size_t n = 0;
    for (const struct lead_part *part = m->steps.parts; part < parts_end(m); part++)
        for (const struct lead_chunk *c = lead_steps_first(part, shard); c; c = lead_steps_next(part, c))
            n += c->n;
    return n;
}

static void make_weights(struct shard *s, size_t n)
{
    for (s->mask = 255; n + n / 3 >= s->mask;)
        s->mask = s->mask * 2 + 1;
    s->weights = mem_new(s->mask + 1, sizeof(*s->weights));
}

/* Sum the periods of each address. An address may have several rows, even with the same text. Neither one of
   them nor all together exceed this sum. */
static void weigh(struct shard *s, size_t shard)
{
    const struct profile *p = s->m->p;
    for (const struct lead_part *part = s->m->steps.parts; part < parts_end(s->m); part++)
        for (struct lead_chunk *c = lead_steps_first(part, shard); c; c = lead_steps_next(part, c)) {
            for (uint32_t i = 0; i < c->n; i++)
                __builtin_prefetch(&s->weights[c->v[i].address & s->mask], 1);
            for (uint32_t i = 0; i < c->n; i++) {
                if (!c->v[i].address)
                    continue;
                struct weight *w = weight_of(s, c->v[i].address);
                w->address = c->v[i].address;
                w->period = lead_steps_sum(w->period, c->v[i].period);
                c->v[i].address = (uint32_t)(w - s->weights) + 1;
            }
        }
    for (uint32_t i = s->m->own.first[shard]; i; i = s->m->own.next[i - 1]) {
        const struct row *r = row_at(p, i - 1);
        const uint64_t avma = row_cell(p, r, s->m->symbol)->v;
        struct weight *w = weight_of(s, lead_steps_address(avma));
        if (!w->address) /* no step leads to that address as a caller */
            continue;
        w->period = lead_steps_sum(w->period, r->period);
        w->is_own = true;
    }
}

/* The index of the key whose cells may be addresses without a symbol; nkeys: the profile has no such key. */
static size_t symbol_key(const struct profile *p)
{
    size_t k = 0;
    while (k < p->nkeys && p->keys[k]->get != key_get_symbol)
        k++;
    return k;
}

static const struct row *row_of_lead(const struct caller_rows_making *m, uint32_t lead)
{
    return (const struct row *)(const void *)(m->leads + lead * m->p->stride);
}

static uint32_t caller_rows_event_of(const struct caller_rows_making *m, const struct row *lead)
{
    return lead->event - (uint32_t)m->p->nevents;
}

static void cells_of(const struct caller_rows_making *m, const struct row *lead, const struct path_frame *f,
                     struct cell *cells)
{
    struct resolved_addr resolved = { .place = { .object = f->object, .symbol = f->symbol, .at = f->at },
                                      .addr = f->avma,
                                      .level = (char)f->mark };
    if (f->symbol)
        resolved.place.at = f->symbol->start + (f->mark >> 8 & KEY_SYMBOL_INTO);
    struct view v = { .resolved = &resolved };
    for (size_t k = 0; k < m->p->nkeys; k++) {
        v.key = m->p->keys[k];
        if (v.key->needs_place)
            cells[k] = v.key->get(&v);
        else
            cells[k] = *row_cell(m->p, lead, k);
    }
}

/* Whether samples were taken in the row that the step would get. */
static bool has_own(const struct shard *s, const struct lead_step *step)
{
    const struct caller_rows_making *m = s->m;
    const struct paths *p = &m->p->paths;
    const struct row *lead = row_of_lead(m, step->lead);
    struct cell cells[KEYS_MAX];
    cells_of(m, lead, &p->frames[p->kinds[step->kind].frame], cells);
    return profile_find_row(m->p, caller_rows_event_of(m, lead), cells) != NO_ROW;
}

/* Whether the step leads to an address without a symbol, and the row would have less than `least`. */
static bool is_light(const struct shard *s, const struct lead_step *step)
{
    if (!s->weights || !step->address)
        return false;
    const struct weight *w = &s->weights[step->address - 1];
    if (w->period >= s->m->least)
        return false;
    return !w->is_own || !has_own(s, step);
}

/* The new kind of a step after its lead: a kind with a row, or the old kind if the step gets no row. */
static uint32_t caller_rows_want(struct shard *s, const struct lead_step *step)
{
    if (is_light(s, step))
        return step->kind;
    const uint32_t to = threads_add(&s->m->nkinds, 1);
    *MEM_ADD(s->wanted, s->nwanted, s->cap_wanted) = (struct wanted){ step->lead, step->kind, to };
    return to;
}

/* List the standing row of a light row, unless it is among those listed last. */
static void add_standing(struct shard *s, uint32_t lead, const struct path_frame *f, int32_t tid)
{
    const struct standing one = { { { (uintptr_t)f->object, lead }, { f->mark, (uint32_t)tid } } };
    struct standing *recent = &s->recent[((uint32_t)tid ^ (uintptr_t)f->object >> 5) % RECENT];
    struct standings *to = &s->standings[(uint32_t)tid % STANDINGS];
    if (cells_same(one.is, recent->is, 2))
        return;
    *recent = one;
    *MEM_ADD(to->v, to->n, to->cap) = one;
}

static void stand_for_rowless(struct shard *s, uint32_t lead)
{
    const struct paths *p = &s->m->p->paths;
    const struct made *made = s->m->made;
    for (size_t i = 0; i < s->nrowless; i++) {
        if (s->nrowless - i > 2 * AHEAD) {
            const uint32_t far = s->rowless[i + 2 * AHEAD], near = s->rowless[i + AHEAD];
            __builtin_prefetch(&made[far]);
            __builtin_prefetch(&p->kinds[far]);
            __builtin_prefetch(&p->ends[made[near].end - 1].tid);
            __builtin_prefetch(&p->frames[p->kinds[near].frame]);
        }
        const uint32_t kind = s->rowless[i];
        add_standing(s, lead, &p->frames[p->kinds[kind].frame], p->ends[made[kind].end - 1].tid);
    }
    s->nrowless = 0;
}

/* Find the new kind of a step. A step may be listed several times; steps with the same lead and kind get the same new
   kind. */
static void caller_rows_join(struct shard *s, const struct lead_part *part, const struct lead_step *step)
{
    const struct path_end *ends = s->m->p->paths.ends;
    struct made *made = &s->m->made[step->kind];
    if (made->lead != step->lead + 1) {
        *made = (struct made){ step->lead + 1, caller_rows_want(s, step), step->end };
        if (made->kind == step->kind)
            s->rowless[s->nrowless++] = step->kind;
    } else if (when_before(ends[step->end - 1].first, ends[made->end - 1].first)) {
        made->end = step->end;
    }
    if (made->kind != step->kind)
        part->kinds[step->number] = made->kind;
}

static void join_steps(struct shard *s, size_t shard)
{
    uint32_t lead = 0;
    for (const struct lead_part *part = s->m->steps.parts; part < parts_end(s->m); part++)
        for (const struct lead_chunk *c = lead_steps_first(part, shard); c; c = lead_steps_next(part, c)) {
            for (uint32_t i = 0; i < c->n; i++) {
                __builtin_prefetch(&s->m->made[c->v[i].kind], 1);
                if (s->weights)
                    __builtin_prefetch(&s->weights[c->v[i].address]);
            }
            for (uint32_t i = 0; i < c->n; i++) {
                if (c->v[i].lead != lead)
                    stand_for_rowless(s, lead);
                lead = c->v[i].lead;
                caller_rows_join(s, part, &c->v[i]);
            }
        }
    stand_for_rowless(s, lead);
}

static void find_shards(void *arg, size_t from, size_t to)
{
    struct caller_rows_making *m = arg;
    for (size_t i = from; i < to; i++) {
        struct shard *s = &m->shards[i];
        const size_t n = count_steps(m, i);
        s->m = m;
        s->rowless = mem_new(n, sizeof(*s->rowless));
        if (m->least) {
            make_weights(s, n);
            weigh(s, i);
        }
        join_steps(s, i);
        free(s->weights);
        free(s->rowless);
    }
}

/* Merge the shards' lists of standing rows. */
static void join_standings(void *arg, size_t from, size_t to)
{
    struct caller_rows_making *m = arg;
    for (size_t i = from; i < to; i++) {
        m->many[i].each = 2;
        for (struct shard *s = m->shards; s < m->shards + LEAD_SHARDS; s++) {
            const struct standings *of = &s->standings[i];
            for (size_t k = 0; k < of->n; k++)
                cell_set_add(&m->many[i], of->v[k].is);
            free(of->v);
        }
    }
}

/* Make a standing row: it has no weight, but columns become as wide as with all light rows of the thread. */
static void stand_for(struct caller_rows_making *m, const struct cell *is)
{
    const struct row *lead = row_of_lead(m, is[0].tag);
    const struct path_frame many = { .object = (const struct object *)(uintptr_t)is[0].v,
                                     .avma = STANDS_FOR_MANY | is[1].tag,
                                     .mark = (uint32_t)is[1].v };
    struct cell cells[KEYS_MAX];
    cells_of(m, lead, &many, cells);
    struct row *r = row_at(m->p, profile_find_or_add_row(m->p, caller_rows_event_of(m, lead), cells));
    if (!r->samples)
        r->tid = (int32_t)is[1].tag;
}

static void make_row(struct caller_rows_making *m, const struct wanted *wanted)
{
    struct paths *p = &m->p->paths;
    const uint32_t frame = p->kinds[wanted->from].frame;
    const struct row *lead = row_of_lead(m, wanted->lead);
    struct cell cells[KEYS_MAX];
    cells_of(m, lead, &p->frames[frame], cells);
    p->kinds[wanted->to] =
        (struct path_kind){ frame, profile_find_or_add_row(m->p, caller_rows_event_of(m, lead), cells) };
}

static void make_rows(struct caller_rows_making *m)
{
    struct paths *p = &m->p->paths;
    p->nkinds = p->cap_kinds = m->nkinds;
    p->kinds = mem_resize(p->kinds, p->cap_kinds, sizeof(*p->kinds));
    for (struct shard *s = m->shards; s < m->shards + LEAD_SHARDS; s++) {
        for (size_t i = 0; i < s->nwanted; i++) {
            const struct wanted *ahead = &s->wanted[index_ahead(i, AHEAD, s->nwanted)];
            __builtin_prefetch(&p->frames[p->kinds[ahead->from].frame]);
            make_row(m, &s->wanted[i]);
        }
        free(s->wanted);
    }
    for (struct cell_set *many = m->many; many < m->many + STANDINGS; many++) {
        for (size_t i = 0; i < many->n; i++)
            stand_for(m, &many->v[i * many->each]);
        cell_set_free(many);
    }
}

void caller_rows_make(struct profile *p, const uint32_t *earliest, uint64_t least, unsigned threads)
{
    struct paths *paths = &p->paths;
    struct caller_rows_making m = { .p = p,
                                    .symbol = symbol_key(p),
                                    .made = mem_new(paths->nkinds, sizeof(*m.made)),
                                    .nkinds = (uint32_t)paths->nkinds,
                                    .shards = mem_new(LEAD_SHARDS, sizeof(*m.shards)) };
    if (m.symbol < p->nkeys)
        m.least = least;
    take_leads(&m, threads);
    if (m.least)
        list_own(&m);
    lead_steps_list(&m.steps, paths, earliest, threads);
    threads_run_ranges(threads, LEAD_SHARDS, 1, find_shards, &m);
    threads_run_ranges(threads, STANDINGS, 1, join_standings, &m);
    make_rows(&m);
    lead_steps_end(&m.steps, threads);
    free(m.leads);
    free(m.own.next);
    free(m.made);
    free(m.shards);
    free(paths->leads);
    paths->leads = NULL;
    paths->nleads = paths->cap_leads = 0;
}
