/* The state of each thread is tracked separately. So if a switch of a thread was lost, its next switch
   corrects the count. */
#include "core/model/parallel.h"

#include <stdlib.h>

#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

void parallel_add(struct parallel *p, const struct record *r)
{
    bool is_switch = r->type == PERF_RECORD_SWITCH || r->type == PERF_RECORD_SWITCH_CPU_WIDE;
    const bool counts = is_switch || r->type == PERF_RECORD_EXIT;
    int32_t tid = is_switch ? r->id.tid : r->task.tid;
    if (!counts || tid <= 0)
        return;
    *MEM_ADD(p->v, p->n, p->cap) =
        (struct parallel_change){ .when = r->when, .tid = tid, .in = is_switch && !r->context_switch.out };
}

void parallel_seal(struct parallel *p)
{
    enum { STOPPED = 1, RUNS };
    struct idmap states = { 0 };
    int32_t level = 0; /* relative to the number of threads that ran at the beginning */
    sort_by(p->v, p->n, sizeof(*p->v), when_compare, NULL);
    p->first = 0;
    for (size_t i = 0; i < p->n; i++) {
        struct parallel_change *c = &p->v[i];
        uint32_t *state = idmap_find_or_add(&states, (uint32_t)c->tid);
        bool ran = *state == RUNS;
        if (!*state)
            ran = !c->in;
        p->first += !*state && ran;
        level += c->in - ran;
        *state = c->in ? RUNS : STOPPED;
        c->level = level;
    }
    idmap_free(&states);
}

int32_t parallel_at(const struct parallel *p, struct when when)
{
    size_t n = when_count_until(p->v, p->n, sizeof(*p->v), when);
    int32_t level = p->first;
    if (n)
        level += p->v[n - 1].level;
    if (level < 1)
        return 1;
    return level;
}

void parallel_free(struct parallel *p)
{
    free(p->v);
    *p = (struct parallel){ 0 };
}
