#include "core/profile/lead_steps.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/file/threads.h"
#include "core/base/mem.h"

/* Number of paths that are prefetched ahead. */
enum { AHEAD = 16 };

/* Size of the hash table, by kind, of the steps listed last. */
enum { KNOWN = 1 << 16 };

struct known {
    uint32_t kind, step; /* step: index + 1; 0: free */
};

static struct lead_step *step_at(const struct lead_part *part, uint32_t step)
{
    return &part->v[step / LEAD_CHUNK].v[step % LEAD_CHUNK];
}

static uint32_t add_step(struct lead_part *part, size_t shard, const struct lead_step *step)
{
    struct lead_list *list = &part->shards[shard];
    if (!list->last || part->v[list->last - 1].n == LEAD_CHUNK) {
        struct lead_chunk *chunk = &part->v[part->n++];
        chunk->n = chunk->next = 0;
        if (list->last)
            part->v[list->last - 1].next = (uint32_t)part->n;
        else
            list->first = (uint32_t)part->n;
        list->last = (uint32_t)part->n;
    }
    struct lead_chunk *chunk = &part->v[list->last - 1];
    chunk->v[chunk->n] = *step;
    return (list->last - 1) * LEAD_CHUNK + chunk->n++;
}

static uint32_t first_step(const struct paths *p, struct lead_part *part, uint32_t lead, uint32_t kind)
{
    const struct path_frame *f = &p->frames[p->kinds[kind].frame];
    struct lead_step step = { .lead = lead, .kind = kind, .number = (uint32_t)part->nkinds };
    size_t shard = kind % LEAD_SHARDS;
    if (!f->symbol) {
        step.address = lead_steps_address(f->avma);
        shard = lead_steps_shard(f->avma);
    }
    part->kinds[part->nkinds++] = kind;
    return add_step(part, shard, &step);
}

/* The memory that is read next for a step of this kind: the step if it is listed already, else its frame. */
static const void *step_or_frame(const struct paths *p, const struct lead_part *part,
                                 const struct known *known, uint32_t kind)
{
    const struct known *k = &known[kind % KNOWN];
    if (k->step && k->kind == kind)
        return step_at(part, k->step - 1);
    return &p->frames[p->kinds[kind].frame];
}

/* The first path, at `from` or later, that may follow a lead. */
static size_t first_led(const struct paths *p, size_t from)
{
    if (from > p->leads[0].from)
        return from;
    return p->leads[0].from;
}

static void lead_steps_add_path(const struct lead_steps *s, struct lead_step *step, size_t path)
{
    const struct paths *p = s->paths;
    const uint32_t end = s->earliest[path];
    step->period = lead_steps_sum(step->period, paths_ended(p, path).period);
    if (!step->end || when_before(p->ends[end - 1].first, p->ends[step->end - 1].first))
        step->end = end;
}

static void list_part(void *arg, size_t from, size_t to)
{
    const struct lead_steps *s = arg;
    struct paths *p = s->paths;
    struct lead_part *part = &s->parts[from / s->each];
    struct known *known = mem_new(KNOWN, sizeof(*known));
    uint32_t lead = 0;
    part->v = mem_new((to - from) / LEAD_CHUNK + LEAD_SHARDS + 1, sizeof(*part->v));
    part->kinds = mem_new(to - from, sizeof(*part->kinds));
    for (size_t i = first_led(p, from); i < to; i++) {
        const uint32_t kind = p->v[i].kind;
        if (to - i > 2 * AHEAD) {
            __builtin_prefetch(&p->kinds[p->v[i + 2 * AHEAD].kind]);
            __builtin_prefetch(step_or_frame(p, part, known, p->v[i + AHEAD].kind));
        }
        while (lead + 1 < p->nleads && p->leads[lead + 1].from <= i)
            lead++;
        struct known *k = &known[kind % KNOWN];
        const bool is_listed = k->step && k->kind == kind && step_at(part, k->step - 1)->lead == lead;
        if (!is_listed)
            *k = (struct known){ kind, first_step(p, part, lead, kind) + 1 };
        struct lead_step *step = step_at(part, k->step - 1);
        lead_steps_add_path(s, step, i);
        p->v[i].kind = step->number;
    }
    free(known);
}

void lead_steps_list(struct lead_steps *s, struct paths *p, const uint32_t *earliest, unsigned threads)
{
    assert(p->nleads && p->ended && threads); /* paths_sum_ends() was called, and there are leads */
    *s = (struct lead_steps){ .paths = p, .earliest = earliest, .each = p->n / threads + 1 };
    s->nparts = p->n / s->each + (p->n % s->each != 0);
    s->parts = mem_new(s->nparts, sizeof(*s->parts));
    threads_run_ranges(threads, p->n, s->each, list_part, s);
}

static void lead_steps_put_part(void *arg, size_t from, size_t to)
{
    const struct lead_steps *s = arg;
    struct paths *p = s->paths;
    struct lead_part *part = &s->parts[from / s->each];
    for (size_t i = first_led(p, from); i < to; i++) {
        __builtin_prefetch(&part->kinds[p->v[index_ahead(i, AHEAD, to)].kind]);
        p->v[i].kind = part->kinds[p->v[i].kind];
    }
    free(part->v);
    free(part->kinds);
}

void lead_steps_end(struct lead_steps *s, unsigned threads)
{
    threads_run_ranges(threads, s->paths->n, s->each, lead_steps_put_part, s);
    free(s->parts);
    s->parts = NULL;
}
