#include "core/profile/count/worker.h"

#include <stdlib.h>

#include "core/base/mem.h"

uint32_t worker_find_or_add_row(struct worker *w, struct view *v)
{
    struct cell cells[KEYS_MAX];
    for (size_t k = 0; k < w->o->nkeys; k++) {
        v->key = w->o->keys[k];
        cells[k] = v->key->get(v);
    }
    return profile_find_or_add_row(&w->profile, v->event, cells);
}

uint32_t worker_make_name_id(struct worker *w, const struct task_slot *task)
{
    if (!w->rows_by_task)
        return 1;
    uint32_t name = idmap_number_key(&w->names, (uintptr_t)task->comm);
    if (task->comm && !w->rows_by_tid)
        return 2 * name;
    uint32_t thread = idmap_number_key(&w->tasks, (uint64_t)(uint32_t)task->pid << 32 | (uint32_t)task->tid);
    return 2 * idmap_number_key(&w->threads, (uint64_t)name << 32 | thread) + 1;
}

void worker_cache_row(const struct worker *w, const struct row_wanted *wanted, uint64_t avma,
                      const struct resolved_addr *resolved, bool by_symbol, uint32_t row, enum row_lack lack)
{
    const struct place *p = &resolved->place;
    const struct symbol *y = p->symbol;
    uint64_t before = 0, behind = 0;
    const bool is_whole = by_symbol && w->rows_by_symbol && y &&
                          !y->is_object; /* rows of data also differ by offset */
    if (is_whole) {
        const struct symbol *end = p->table->v + p->table->n;
        uint64_t until = y->end;
        if (y + 1 < end && y[1].start < until)
            until = y[1].start;
        if (p->at >= y->start && p->at < until) {
            uint64_t in_front = avma - p->map->start, left = map_end(p->map) - 1 - avma;
            before = p->at - y->start;
            if (before > in_front)
                before = in_front;
            behind = until - 1 - p->at;
            if (behind > left)
                behind = left;
        }
    }
    row_cache_put(wanted, before, behind, row, lack);
}

void worker_init(struct worker *w, struct capture *c, const struct timeline *t, struct resolver *r,
                 const struct count_opts *o)
{
    *w = (struct worker){ .c = c, .o = o, .drops = filter_may_drop(&o->filter), .rows_by_symbol = true };
    for (size_t k = 0; k < o->nkeys; k++) {
        w->rows_by_task = w->rows_by_task || !o->keys[k]->needs_place;
        w->rows_by_tid = w->rows_by_tid || o->keys[k]->needs_tid;
        w->keys_vary = w->keys_vary || o->keys[k]->varies;
        w->rows_by_symbol = w->rows_by_symbol && (!o->keys[k]->needs_place || o->keys[k]->by_symbol);
    }
    w->remembers_rows = !w->keys_vary && !o->skip_places && o->nkeys && !filter_may_hide(&o->filter) &&
                        !count_filters_chains(o) && !transforms_any(&o->transforms) && !o->branches;
    const bool takes_chains = o->children || o->paths;
    if (w->remembers_rows || takes_chains)
        row_cache_init(&w->row_cache);
    w->kernel.space = timeline_kernel_space(t, -1);
    address_cache_init(&w->addresses, t, r);
    profile_init(&w->profile, o->keys, o->nkeys, c->events.n, o->children);
    w->profile.transformed = transforms_any(&o->transforms);
    if (takes_chains || count_filters_chains(o))
        stacks_init(&w->stacks, &w->addresses, c->env.arch, &o->stack, &w->profile.problems);
    if (o->values)
        trace_look_init(&w->look, o->values, &w->profile.problems);
    if (o->hit) {
        size_t n;
        timeline_objects(t, &n);
        w->hit = mem_new(n, sizeof(*w->hit));
    }
}

void worker_end(struct worker *w)
{
    stacks_free(&w->stacks);
    address_cache_free(&w->addresses);
    reads_free(&w->reads);
    idmap_free(&w->names);
    idmap_free(&w->tasks);
    idmap_free(&w->threads);
    idmap_free(&w->filtered.symbols);
    idmap_free(&w->filtered.parents);
    idmap_free(&w->filtered.roots);
    transforming_free(&w->transforming);
    trace_look_free(&w->look);
    row_cache_free(&w->row_cache);
    free(w->nowhere);
}

void worker_free(struct worker *w)
{
    worker_end(w);
    profile_free(&w->profile);
    free(w->hit);
}
