#include "core/profile/show/run_entries.h"

#include "core/model/event.h"

/* A probe in front of the first instruction, or behind what the kernel's function tracer put there (an instruction that
   marks targets of branches, and a call), reports an address up to this far from where the function begins; a breakpoint one
   byte behind itself. */
enum { REACH = 16 };

bool run_entries_is_probe(const struct event *event, const struct place *p)
{
    return event->attr.type == PERF_TYPE_TRACEPOINT && p->symbol && p->at - p->symbol->start < REACH;
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
    .name = "entered", .needs_place = true, .varies = true, .get = get_length
};

double run_entries_each(const struct cell *c, double period)
{
    return c->v ? period / (double)c->v : 0;
}
