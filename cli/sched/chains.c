#include "cli/sched/chains.h"

#include <inttypes.h>
#include <string.h>

/* The scheduler's own functions, in which every such chain begins, are left out (perf,
 * save_task_callchain()). */
static bool is_scheduler(const char *name)
{
    return !strcmp(name, "schedule") || !strcmp(name, "__schedule") || !strcmp(name, "preempt_schedule");
}

static void see_nameless(struct timehist_view *w, const struct resolved_addr *resolved)
{
    const struct place *p = &resolved->place;
    if (p->object && !p->table)
        problem_add(&w->timehist.schedule.replay->problems, PROBLEM_CALLER_NO_OBJECT, 1,
                    "0x%" PRIx64 " in %s", resolved->addr, p->object->path);
}

bool sched_chain(struct timehist_view *w, const struct sched_event *e, struct text *out)
{
    const struct sample *s = e->sample;
    bool first = true;
    if (!s || !(s->has & PERF_SAMPLE_CALLCHAIN))
        return false;
    stack_of(&w->stacks, s, e->slot);
    for (size_t i = 0; i < w->stacks.n; i++) {
        const struct frame *f = &w->stacks.frames[i];
        struct resolved_addr resolved =
            address_cache_find(w->stacks.addresses, e->slot, f->mode, f->avma, s->when, 0);
        struct text name = { 0 };
        if (resolved.place.symbol)
            symtab_symbol_name(w->s->demangle, resolved.place.symbol, &name);
        else
            see_nameless(w, &resolved);
        if (!name.s || !is_scheduler(name.s)) {
            text_add(out, first ? "" : " <- ");
            text_add_clean(out, name.s ? name.s : "[unknown]");
            first = false;
        }
        text_free(&name);
    }
    return true;
}
