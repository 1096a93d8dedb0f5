/*
 * Counts the branches of samples instead of the samples. Each branch has weight 1, whatever the sample's period,
 * since reports show shares of all branches. Filters hide whole samples. Keys of places get the target of a
 * branch.
 */
#include "core/profile/count/worker.h"

/* Resolve one end of a branch. It may lie in user code or in the kernel, whatever the mode of the sample. */
static struct resolved_addr end_at(struct worker *w, const struct task_slot *task, uint64_t avma,
                                   struct when when)
{
    struct resolved_addr user = address_cache_find(&w->addresses, task, PERF_RECORD_MISC_USER, avma, when, 0);
    if (user.place.map)
        return user;
    struct resolved_addr kernel =
        address_cache_find(&w->addresses, task, PERF_RECORD_MISC_KERNEL, avma, when, 0);
    if (!kernel.place.map)
        kernel.level = 'H'; /* perf's mark of an address that no mapping covers */
    return kernel;
}

void count_branches(struct worker *w, struct view *v, struct task_slot *task)
{
    const struct sample *s = v->sample;
    struct total *total = &w->profile.totals[v->event];
    bool hidden = filter_hides(&w->o->filter, &w->filtered, v);
    const char level = v->resolved->level;
    for (uint64_t i = 0; i < s->nbranches; i++) {
        struct jump j = { .entry = branch_at(s, i), .number = i };
        if (!w->o->skip_places) {
            j.from = end_at(w, task, j.entry.from, s->when);
            j.to = end_at(w, task, j.entry.to, s->when);
        }
        const bool is_named = j.from.place.symbol && j.to.place.symbol;
        if (w->o->named_only && !is_named)
            continue;
        branch_types_count(&w->profile.branch_types, &j.entry);
        total->samples++;
        total->period++;
        total->hidden_samples += hidden;
        total->hidden_period += hidden;
        if (hidden)
            continue;
        struct resolved_addr led_to = j.to;
        led_to.level = level; /* as in perf, the level is the sample's (hist.c) */
        if (!led_to.place.symbol)
            led_to.addr = j.entry.to;
        v->jump = &j;
        v->resolved = &led_to;
        profile_count(&w->profile, worker_find_or_add_row(w, v), s, 1, true);
    }
}
