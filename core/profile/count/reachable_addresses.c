/*
 * Other addresses of a sample: ends of branches, the accessed datum, and every word of a stack dump that lies in
 * code. Whatever unwinder is used, the return addresses it can find are among these words.
 */
#include "core/profile/count/worker.h"

#include "core/base/mem.h"
#include "core/model/branch.h"

enum { PAGE_BITS = 12, NOWHERE_SLOTS = 1 << 14, ADDRESS_BITS = 48 };

/* A cache of pages without executable mappings, since most words on a stack are no code addresses. */
struct nowhere {
    struct empty_page {
        const struct space *space;
        uint64_t page;
        struct when at; /* the moment when no mapping covered the page; later mappings may have changed it */
    } slots[NOWHERE_SLOTS];
};

static bool reachable_addresses_see(struct worker *w, struct view *v, const struct task_slot *task,
                                    unsigned mode, uint64_t avma)
{
    char level;
    const struct space *space = address_cache_space(&w->addresses, task, mode, &level);
    if (!space)
        return false;
    uint64_t page = avma >> PAGE_BITS;
    struct empty_page *slot = &w->nowhere->slots[hash_u64(page ^ (uintptr_t)space) % NOWHERE_SLOTS];
    struct when when = v->sample->when;
    const bool is_empty = slot->space == space && slot->page == page && space_is_final(space, slot->at);
    if (is_empty)
        return false;
    struct resolved_addr resolved = address_cache_find(&w->addresses, task, mode, avma, when, 0);
    if (!resolved.place.object) {
        *slot = (struct empty_page){ space, page, when };
        return false;
    }
    v->resolved = &resolved;
    worker_find_or_add_row(w, v);
    return true;
}

/* See an address that may lie in user code or in the kernel. */
static void see_either(struct worker *w, struct view *v, const struct task_slot *task, uint64_t avma)
{
    if (avma && !reachable_addresses_see(w, v, task, PERF_RECORD_MISC_USER, avma))
        reachable_addresses_see(w, v, task, PERF_RECORD_MISC_KERNEL, avma);
}

/* See a word that may be a return address: the call instruction lies before it. On arm64, the bits above the address
   may be a signature (pointer authentication). */
static void see_return(struct worker *w, struct view *v, const struct task_slot *task, uint64_t word)
{
    uint64_t plain = word & ((UINT64_C(1) << ADDRESS_BITS) - 1);
    if (word < UINT64_C(1) << PAGE_BITS)
        return;
    if (reachable_addresses_see(w, v, task, PERF_RECORD_MISC_USER, word))
        reachable_addresses_see(w, v, task, PERF_RECORD_MISC_USER, word - 1);
    else if (plain != word && reachable_addresses_see(w, v, task, PERF_RECORD_MISC_USER, plain))
        reachable_addresses_see(w, v, task, PERF_RECORD_MISC_USER, plain - 1);
}

static void see_stack(struct worker *w, struct view *v, const struct task_slot *task)
{
    const struct sample *s = v->sample;
    bool narrow = s->user_abi == 1; /* PERF_SAMPLE_REGS_ABI_32 */
    size_t step = narrow ? 4 : 8;
    size_t n = s->user_stack_size < s->user_stack.n ? (size_t)s->user_stack_size : s->user_stack.n;
    /* a leaf function's return address may be in a register */
    for (size_t at = 0; at + 8 <= s->user_regs.n; at += 8)
        see_return(w, v, task, load_u64(s->user_regs.p + at, s->order));
    for (size_t at = 0; at + step <= n; at += step) {
        const uint8_t *p = s->user_stack.p + at;
        see_return(w, v, task, narrow ? load_u32(p, s->order) : load_u64(p, s->order));
    }
}

void count_reachable(struct worker *w, struct view *v, struct task_slot *task)
{
    const struct sample *s = v->sample;
    if (!w->nowhere)
        w->nowhere = mem_new(1, sizeof(*w->nowhere));
    if (s->has & PERF_SAMPLE_ADDR)
        see_either(w, v, task, s->addr);
    if (s->has & PERF_SAMPLE_BRANCH_STACK)
        for (uint64_t i = 0; i < s->nbranches; i++) {
            struct branch_entry b = branch_at(s, i);
            see_either(w, v, task, b.from);
            see_either(w, v, task, b.to);
        }
    if (s->has & PERF_SAMPLE_STACK_USER)
        see_stack(w, v, task);
}
