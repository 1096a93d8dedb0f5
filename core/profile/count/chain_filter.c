/*
 * What happens to a call chain before its sample is counted: callers without a symbol are dropped, the first
 * symbol that matches `parent` becomes the sample's parent, and a frame that matches `root` becomes the sample's
 * place. Frames are visited in the order in which perf appends them (machine.c, add_callchain_ip()). A frame that
 * matches `root` drops the frames visited before it: its callees if perf appends the innermost frame first, else
 * its callers.
 */
#include "core/profile/count/worker.h"

#include <string.h>

/* Names are compared as they are shown. */
static bool matches(const struct worker *w, const regex_t *r, struct idmap *known, const struct symbol *y)
{
    uint32_t *answer = idmap_find_or_add(known, (uintptr_t)y);
    if (!*answer) {
        struct text name = { 0 };
        symtab_symbol_name(w->o->filter.demangle, y, &name);
        if (regexec(r, text_str(&name), 0, NULL, 0))
            *answer = 1;
        else
            *answer = 2;
        text_free(&name);
    }
    return *answer == 2;
}

/* The index, in a chain of n frames, of the i-th frame that perf appends. */
static size_t chain_filter_frame_at(const struct count_opts *o, size_t i, size_t n)
{
    if (o->stack.innermost)
        return i;
    return n - 1 - i;
}

void count_filter_chain(struct worker *w, struct view *v, struct task_slot *task,
                        struct resolved_addr *resolved)
{
    const struct count_opts *o = w->o;
    struct stacks *k = &w->stacks;
    char level = resolved->level;
    stack_find_frames(k, v->sample, task);
    size_t n = k->n, kept = 0; /* frames that stay are moved to the beginning of the visited part */
    for (size_t i = 0; i < n; i++) {
        const struct frame f = k->frames[chain_filter_frame_at(o, i, n)];
        struct resolved_addr here =
            address_cache_find(&w->addresses, task, f.mode, f.avma, v->sample->when, level);
        const struct symbol *y = here.place.symbol;
        level = here.level;
        const bool may_be_parent = y && o->parent && !v->parent, may_be_root = y && o->root;
        if (may_be_parent && matches(w, o->parent, &w->filtered.parents, y)) {
            v->parent = y;
        } else if (may_be_root && matches(w, o->root, &w->filtered.roots, y)) {
            *resolved = here;
            kept = 0;
        }
        if (!y && o->named_only)
            continue;
        k->frames[chain_filter_frame_at(o, kept++, n)] = f;
    }
    if (!o->stack.innermost)
        memmove(k->frames, k->frames + n - kept, kept * sizeof(*k->frames));
    k->n = kept;
}
