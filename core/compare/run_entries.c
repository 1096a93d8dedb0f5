#include "core/compare/runs.h"

#include "core/model/event.h"

/* What lies between where a function begins and what a probe of its entry reports, a bit each. In front of the first
   instruction: 0; on x86 1, for the kernel's breakpoint reports what follows it. Behind an instruction that marks targets of
   branches (endbr64, bti: 4 bytes): 4, and so 5. Behind the call that the kernel's function tracer put there: 5 on x86, 8
   where it is two instructions of 4 bytes (arm64, riscv), 9 on x86 behind an endbr64. */
enum { ENTRIES = 1 << 0 | 1 << 1 | 1 << 4 | 1 << 5 | 1 << 8 | 1 << 9, REACH = 10 };

/* What stands in `hit` for functions with several of them. */
enum { SEVERAL = REACH + 1 };

/* How far a hit of a probe at an entry is from where the function begins; REACH: it is none. */
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

/* PERF_BR_CALL, _IND_CALL (linux/perf_event.h). */
static bool is_call(const struct branch_entry *b)
{
    return b->type == 4 || b->type == 5;
}

/* Whether a branch leads from one function to where another one begins, or is known to be a call. */
static bool enters(const struct jump *j)
{
    const struct place *from = &j->from.place, *to = &j->to.place;
    return to->symbol && to->at == to->symbol->start && (from->symbol != to->symbol || is_call(&j->entry));
}

/* What an event counts are branches (PERF_COUNT_HW_BRANCH_INSTRUCTIONS). */
static bool counts_branches(const struct attr *a)
{
    return a->type == PERF_TYPE_HARDWARE && a->config == 4;
}

/* A stack is of a piece of the run as long as its branches took: cycles, if the CPU counted them, unless branches are what
   the samples' periods are of; else branches. To 5 bits, for each length is a row. Calls that are under way
   (PERF_SAMPLE_BRANCH_CALL_STACK) are none that were made in such a piece. */
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
