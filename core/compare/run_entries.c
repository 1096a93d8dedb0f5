#include "core/compare/runs.h"

#include "core/model/event.h"

/* The offsets in a function that hits of a probe at its entry may report, one bit each. A probe at the
   first instruction reports 0, or on x86 1, since the kernel's int3 breakpoint reports the address after
   it. A probe after an endbr64 or bti (4 bytes) reports 4, on x86 also 5. A probe after the call of the
   kernel's function tracer reports 5 on x86, 9 on x86 if an endbr64 comes first, and 8 if the call is two
   instructions of 4 bytes (arm64, riscv). */
enum { ENTRIES = 1 << 0 | 1 << 1 | 1 << 4 | 1 << 5 | 1 << 8 | 1 << 9, REACH = 10 };

/* The value in `hit` for functions that were hit at several of these offsets. */
enum { SEVERAL = REACH + 1 };

/* The offset in its function of a hit of a probe at the function's entry. REACH: the sample is not such a
   hit. */
static uint32_t run_entries_entry_of(const struct event *event, const struct place *p)
{
    if (event->attr.type != PERF_TYPE_TRACEPOINT || !p->symbol || p->at - p->symbol->start >= REACH)
        return REACH;
    const uint32_t at = (uint32_t)(p->at - p->symbol->start);
    if (ENTRIES >> at & 1)
        return at;
    return REACH;
}

static uint64_t run_entries_key_of(struct run_entries *r, uint32_t number, const struct place *p)
{
    return (uint64_t)idmap_number_key(&r->symbols, (uintptr_t)p->symbol) << 32 | number;
}

void run_entries_note(struct run_entries *r, uint32_t number, const struct event *event,
                      const struct place *p)
{
    const uint32_t at = run_entries_entry_of(event, p);
    if (at == REACH)
        return;
    uint32_t *hit = idmap_find_or_add(&r->hit, run_entries_key_of(r, number, p));
    *hit = !*hit || *hit == at + 1 ? at + 1 : SEVERAL;
}

bool run_entries_is_probe(struct run_entries *r, uint32_t number, const struct event *event,
                          const struct place *p)
{
    const uint32_t at = run_entries_entry_of(event, p);
    return at != REACH && idmap_get(&r->hit, run_entries_key_of(r, number, p)) == at + 1;
}

void run_entries_free(struct run_entries *r)
{
    idmap_free(&r->symbols);
    idmap_free(&r->hit);
}

/* PERF_BR_CALL, PERF_BR_IND_CALL (linux/perf_event.h). */
static bool is_call(const struct branch_entry *b)
{
    return b->type == 4 || b->type == 5;
}

/* Whether a branch enters a function: it leads to the function's beginning, and is a call or comes from
   another function. */
static bool enters(const struct jump *j)
{
    const struct place *from = &j->from.place, *to = &j->to.place;
    return to->symbol && to->at == to->symbol->start && (from->symbol != to->symbol || is_call(&j->entry));
}

/* Whether an event counts branches (PERF_COUNT_HW_BRANCH_INSTRUCTIONS). */
static bool counts_branches(const struct attr *a)
{
    return a->type == PERF_TYPE_HARDWARE && a->config == 4;
}

/* get() of run_entries_key: the length of the branch stack. It is the sum of the cycles of its branches.
   It is the number of branches if the CPU did not record cycles or the event counts branches. It is
   rounded down to 5 significant bits, since each length makes a row. A stack of open calls
   (PERF_SAMPLE_BRANCH_CALL_STACK) has length 0: some of its calls may be long ago. */
static struct cell get_length(const struct view *v)
{
    const struct sample *s = v->sample;
    const struct attr *a = &s->event->attr;
    uint64_t cycles = 0, step = 0;
    if (!enters(v->jump) || a->branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK)
        return (struct cell){ 0 };
    for (uint64_t i = 0; i < s->nbranches && !counts_branches(a); i++)
        cycles += branch_at(s, i).cycles;
    uint64_t length = cycles ? cycles : s->nbranches;
    while (length >> step >= 32)
        step++;
    return (struct cell){ .v = length >> step << step };
}

const struct key run_entries_key = {
    .name = "entered", .needs_place = true, .varies = KEY_VARIES, .get = get_length
};

double run_entries_per_branch(const struct cell *c, double period)
{
    if (c->v)
        return period / (double)c->v;
    return 0;
}
