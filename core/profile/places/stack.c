#include "core/profile/places/stack.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/model/branch.h"

static unsigned mode_of_marker(uint64_t marker)
{
    switch (marker) {
    case PERF_CONTEXT_HV:
        return PERF_RECORD_MISC_HYPERVISOR;
    case PERF_CONTEXT_KERNEL:
        return PERF_RECORD_MISC_KERNEL;
    case PERF_CONTEXT_USER:
        return PERF_RECORD_MISC_USER;
    case PERF_CONTEXT_GUEST_KERNEL:
        return PERF_RECORD_MISC_GUEST_KERNEL;
    case PERF_CONTEXT_GUEST_USER:
        return PERF_RECORD_MISC_GUEST_USER;
    default:
        return 0;
    }
}

void stacks_init(struct stacks *k, struct address_cache *addresses, const struct arch *arch,
                 const struct stack_opts *o, struct problems *problems)
{
    *k = (struct stacks){ .addresses = addresses, .problems = problems, .o = *o };
    if (arch && arch->ra)
        k->link_register = arch_reg_by_name(arch, arch->ra);
    if (k->link_register && k->link_register->perf < 0)
        k->link_register = NULL;
    k->link_in_chain = arch && arch->chain_has_link;
    if (arch && arch->sp)
        k->stack_pointer = arch_reg_by_name(arch, arch->sp);
    if (addresses->r)
        k->unwinder = unwinder_new(addresses->r, arch, o->guess);
    k->unwound = mem_new(o->max, sizeof(*k->unwound));
    k->frames = mem_new(stacks_most(k), sizeof(*k->frames));
    if (o->history) {
        k->branches = mem_new(o->max, sizeof(*k->branches));
        k->passes = mem_new(o->max, sizeof(*k->passes));
    }
}

void stacks_free(struct stacks *k)
{
    unwinder_free(k->unwinder);
    free(k->unwound);
    free(k->branches);
    free(k->passes);
    free(k->frames);
    free(k->entries);
    *k = (struct stacks){ 0 };
}

static uint64_t stack_entry_of(const struct sample *s, uint64_t i)
{
    return load_u64(s->chain.p + 8 * i, s->order);
}

const char *stack_frame_found_text(unsigned found)
{
    static const char *const texts[] = {
        [FRAME_RECORDED] = "recorded",
        [FRAME_LEAF] = "link register",
        [FRAME_BRANCH] = "branch record",
        [FRAME_BRANCH_HISTORY] = "branch record",
        [FRAME_OWN] = "sampled",
        [FRAME_UNWOUND + UNWIND_BY_IP] = "sampled",
        [FRAME_UNWOUND + UNWIND_BY_CFI] = "unwind table",
        [FRAME_UNWOUND + UNWIND_BY_EHABI] = "unwind table of ARM",
        [FRAME_UNWOUND + UNWIND_BY_LINK] = "link register",
        [FRAME_UNWOUND + UNWIND_BY_POINTER] = "frame pointer",
        [FRAME_UNWOUND + UNWIND_BY_SCAN] = "guess",
    };
    if (found < COUNT(texts))
        return texts[found];
    return "";
}

/* Read the sample's call chain into k->entries. If the last marker is PERF_CONTEXT_USER_DEFERRED, the chain ends with
   a cookie, which names the record that has the user part (linux/perf_event.h, PERF_RECORD_CALLCHAIN_DEFERRED). */
static void read_entries(struct stacks *k, const struct sample *s)
{
    size_t n = (size_t)s->nchain;
    struct deferred_chain later = { 0 };
    if (n >= 2 && stack_entry_of(s, n - 2) == PERF_CONTEXT_USER_DEFERRED) {
        uint64_t cookie = stack_entry_of(s, n - 1);
        later = timeline_deferred(k->addresses->t, s->tid, cookie);
        if (!later.v)
            problem_add_at(k->problems, PROBLEM_DEFERRED, 1, s->when.seq,
                           "cookie 0x%" PRIx64 " of process %d, thread %d", cookie, s->pid, s->tid);
        n -= 2;
    }
    if (n + later.n > k->cap_entries) {
        k->cap_entries = 2 * (n + later.n);
        k->entries = mem_resize(k->entries, k->cap_entries, sizeof(*k->entries));
    }
    uint64_t *to = k->entries;
    const uint8_t *at = s->chain.p;
    const enum byte_order order = s->order;
    for (size_t i = 0; i < n; i++)
        to[i] = load_u64(at + 8 * i, order);
    for (size_t i = 0; i < later.n; i++)
        to[n + i] = later.v[i];
    k->nentries = n + later.n;
}

static void stack_add(struct stacks *k, uint64_t avma, unsigned mode, unsigned found)
{
    assert(k->n < stacks_most(k));
    k->frames[k->n++] = (struct frame){ .avma = avma, .mode = (uint8_t)mode, .found = (uint8_t)found };
}

static bool is_stale(struct stacks *k, const struct sample *s, const struct task_slot *task, uint64_t pc,
                     uint64_t to)
{
    const struct resolved_addr at = address_cache_find(k->addresses, task, PERF_RECORD_MISC_USER, pc, s->when,
                                                       0),
                               call = address_cache_find(k->addresses, task, PERF_RECORD_MISC_USER, to - 1,
                                                         s->when, 0);
    return resolver_link_is_stale(pc, to, &at.place, &call.place);
}

/* The caller of a leaf function; 0: unknown. The kernel walks frame pointers, so it skips the caller of a function
   without a frame. If perf recorded the link register for that (arm64, --call-graph fp), the register has the return
   address, unless the unwind table says that the address was saved elsewhere. If the table says nothing, perf on the
   recording machine trusts the register (get_leaf_frame_caller_aarch64 and libunwind's last resort); so do we, unless
   there is no table and the register is stale: docs/differences.md. */
static uint64_t leaf_caller(struct stacks *k, const struct sample *s, const struct task_slot *task,
                            uint64_t leaf)
{
    const struct arch_reg *ra = k->link_register, *sp = k->stack_pointer;
    const bool has_link = ra && sp && s->user_regs.n &&
                          s->event->attr.sample_regs_user == UINT64_C(1) << ra->perf;
    if (!has_link)
        return 0;
    struct ra_place at = address_cache_ra_place(k->addresses, task, leaf, s->when, sp->dwarf);
    bool known = at.rule != RA_UNKNOWN && at.by_sp && at.ra == ra->dwarf;
    const uint64_t to = load_u64(s->user_regs.p, s->order);
    if (!to || to - 1 == leaf)
        return 0;
    bool is_call = at.rule == RA_IN_REGISTER;
    if (!known)
        is_call = at.rule != RA_UNKNOWN || !is_stale(k, s, task, leaf, to);
    if (is_call)
        return to - 1;
    return 0;
}

/* The index of an entry of a powerpc call chain that is not a caller; SIZE_MAX: all are callers. The powerpc kernel
   puts the link register after the innermost address, whether it holds the return address or not
   (linux/arch/powerpc/perf/callchain_64.c, perf_callchain_user_64):

       the address  the link register  what the caller's frame has saved  ...

   If the function has saved the return address in its frame, the register may hold anything. If it has made a frame and
   saved nothing yet, the word in the caller's frame belongs to an older call. As in perf (arch_skip_callchain_idx), this
   applies only to chains that begin in user mode. */
static size_t false_entry(struct stacks *k, const struct sample *s, const struct task_slot *task)
{
    const bool has_link = k->link_in_chain && k->nentries >= 3 && k->entries[0] == PERF_CONTEXT_USER;
    if (!has_link)
        return SIZE_MAX;
    struct ra_place at =
        address_cache_ra_place(k->addresses, task, k->entries[1], s->when, k->stack_pointer->dwarf);
    if (at.rule == RA_SAVED || at.rule == RA_NONE)
        return 2;
    const bool has_saved_nothing = at.rule != RA_UNKNOWN && at.has_frame;
    if (has_saved_nothing && k->nentries > 3)
        return 3;
    return SIZE_MAX;
}

static void stack_leave_out(struct stacks *k, size_t entry)
{
    if (entry == SIZE_MAX ||
        k->entries[entry] >= PERF_CONTEXT_MAX) /* a context marker: a signal frame begins there */
        return;
    k->nentries--;
    memmove(k->entries + entry, k->entries + entry + 1, (k->nentries - entry) * sizeof(*k->entries));
}

/* How many of the first n entries to leave out, so that at most stack_opts.max addresses remain; 0 if the innermost
   entries are used. */
static size_t entries_to_skip(const struct stacks *k, size_t n)
{
    size_t addresses = 0;
    if (k->o.innermost || n <= k->o.max)
        return 0;
    for (size_t i = 0; i < n; i++)
        addresses += k->entries[i] < PERF_CONTEXT_MAX;
    if (addresses > k->o.max)
        return addresses - k->o.max;
    return 0;
}

/* Add the first n entries of the chain as frames. Entries before the first marker are user code; entries after an
   unknown marker are left out, which counts as one problem per chain. */
static void add_recorded(struct stacks *k, const struct sample *s, const struct task_slot *task, size_t n)
{
    unsigned mode = PERF_RECORD_MISC_USER, left = k->o.max;
    size_t skip = entries_to_skip(k, n);
    bool leaf_seen = false;
    const uint64_t *entries = k->entries;
    uint64_t before = PERF_CONTEXT_MAX; /* the entry before */
    uint64_t unknown = 0;               /* the first unknown marker */
    for (size_t i = 0; i < n && left; before = entries[i++]) {
        const uint64_t entry = entries[i];
        if (entry >= PERF_CONTEXT_MAX) {
            mode = mode_of_marker(entry);
            continue;
        }
        if (!mode) {
            if (!unknown)
                unknown = before;
            continue;
        }
        if (skip) {
            skip--;
            continue;
        }
        left--;
        assert(k->n < stacks_most(k));
        k->frames[k->n++] =
            (struct frame){ .avma = entry, .mode = (uint8_t)mode, .is_return = before < PERF_CONTEXT_MAX };
        if (leaf_seen || before != PERF_CONTEXT_USER)
            continue;
        leaf_seen = true; /* a chain has one user part; another one is ignored */
        /* if perf reads the innermost entry first, it looks for the leaf's caller only if another entry follows */
        bool looked_for = !k->o.innermost || i + 1 < n;
        uint64_t caller = 0;
        if (looked_for)
            caller = leaf_caller(k, s, task, entry);
        if (caller)
            stack_add(k, caller, mode, FRAME_LEAF);
    }
    if (unknown)
        problem_add_at(k->problems, PROBLEM_UNKNOWN_CONTEXT, 1, s->when.seq,
                       "%" PRId64 " of process %d, thread %d", (int64_t)unknown, s->pid, s->tid);
}

/* How many entries precede the user part, if branch records replace the user part (--call-graph lbr), which then needs
   no frame pointers; else all entries. perf searches at most max_stack entries (resolve_lbr_callchain_sample). */
static size_t entries_before_calls(const struct stacks *k, const struct sample *s)
{
    if (!(s->event->attr.branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK) || !s->nbranches)
        return k->nentries;
    for (size_t i = 0; i < k->nentries && i < k->o.max; i++)
        if (k->entries[i] == PERF_CONTEXT_USER)
            return i;
    return k->nentries;
}

/* Add the calls that the CPU recorded: the target of the latest call, then the address of each call, the latest
   first. */
static void add_calls(struct stacks *k, const struct sample *s)
{
    uint64_t n = s->nbranches + 1, skip = 0;
    if (!k->o.innermost && n > k->o.max)
        skip = n - k->o.max;
    for (uint64_t i = skip; i < n && i - skip < k->o.max; i++) {
        const uint64_t call = i ? branch_at(s, i - 1).from : branch_at(s, 0).to;
        stack_add(k, call, PERF_RECORD_MISC_USER, FRAME_BRANCH);
    }
}

static void add_end(struct stacks *k, const struct sample *s, const struct task_slot *task, uint64_t avma,
                    uint64_t taken)
{
    unsigned mode = PERF_RECORD_MISC_USER;
    if (!address_cache_find(k->addresses, task, mode, avma, s->when, 0).place.map)
        mode = PERF_RECORD_MISC_KERNEL;
    stack_add(k, avma, mode, FRAME_BRANCH_HISTORY);
    k->frames[k->n - 1].taken = taken;
}

/* Add the branches that led to the sample, the latest first. Each branch gives two frames: its target, then its
   source. If the outermost frames are used, the source comes first; as in perf, the latest branch is still the first
   one (thread__resolve_callchain_sample()). */
static void add_branch_frames(struct stacks *k, const struct sample *s, const struct task_slot *task)
{
    size_t n = s->nbranches < k->o.max ? s->nbranches : k->o.max;
    uint64_t skip = 0;
    if (!k->o.innermost)
        skip = s->nbranches - n;
    for (size_t i = 0; i < n; i++)
        k->branches[i] = branch_at(s, skip + i);
    n = branch_frames_drop_loops(k->branches, k->passes, n);
    for (size_t i = 0; i < n; i++) {
        const struct branch_entry *e = &k->branches[i];
        uint64_t from = branch_frames_from(e, &k->passes[i]), to = branch_frames_to(e);
        if (!k->o.innermost)
            add_end(k, s, task, e->from, from);
        add_end(k, s, task, e->to, to);
        if (k->o.innermost)
            add_end(k, s, task, e->from, from);
    }
}

/* Remove the frames that the branches already show from the chain, which begins with frame `first`: the branches led
   through its innermost calls, so it then begins outside of the outermost of these. A call instruction is assumed to
   have at most 8 bytes. */
static void cut_branch_frames(struct stacks *k, const struct sample *s, size_t first)
{
    size_t next = first, kept = first;
    for (uint64_t i = 0; i < s->nbranches; i++) {
        while (next < k->n && !k->frames[next].is_return)
            next++;
        if (next < k->n && k->frames[next].avma - branch_at(s, i).from - 1 < 8)
            kept = ++next;
    }
    memmove(k->frames + first, k->frames + kept, (k->n - kept) * sizeof(*k->frames));
    k->n -= kept - first;
}

/* For each reason why unwinding stopped before the outermost frame: PROBLEM_* + 1. 0: no problem, since the stack
   ended at 0, or where the tables end on purpose. */
static const uint8_t problem_of[] = {
    [UNWIND_NO_REGISTERS] = 1 + PROBLEM_NOT_UNWOUND,  [UNWIND_UNMAPPED] = 1 + PROBLEM_UNWOUND_NO_MAP,
    [UNWIND_NO_FILE] = 1 + PROBLEM_UNWOUND_NO_OBJECT, [UNWIND_NO_TABLE] = 1 + PROBLEM_UNWOUND_NO_TABLE,
    [UNWIND_NO_RULE] = 1 + PROBLEM_UNWOUND_NO_RULE,   [UNWIND_BAD_RULE] = 1 + PROBLEM_UNWOUND_BAD_RULE,
    [UNWIND_LOOP] = 1 + PROBLEM_UNWOUND_BAD_RULE,     [UNWIND_SHORT] = 1 + PROBLEM_UNWOUND_SHORT,
    [UNWIND_NO_MEMORY] = 1 + PROBLEM_UNWOUND_SHORT,
};

/* Whether a function has no caller, because a process begins in it: the entry of a program, or the entry of ld.so and
   the code after its first call (glibc, dl-machine.h: RTLD_START), which have no unwind tables. The functions are
   known by name; in stripped files the unwinder finds the entry in the ELF header (UNWIND_ENTRY). */
static bool begins_process(const struct symbol *s)
{
    return s && s->name && (!strcmp(s->name, "_start") || !strcmp(s->name, "_dl_start_user"));
}

static void see_stop(struct stacks *k, const struct sample *s, const struct task_slot *task,
                     enum unwind_stop stop, size_t n)
{
    if (stop >= COUNT(problem_of) || !problem_of[stop])
        return;
    while (n && k->unwound[n - 1].avma == UINT64_MAX)
        n--; /* the last frame only marks that the dump was cut off */
    uint64_t last = n ? k->unwound[n - 1].avma : s->ip;
    struct resolved_addr resolved =
        address_cache_find(k->addresses, task, PERF_RECORD_MISC_USER, last, s->when, 0);
    if (stop == UNWIND_NO_RULE && begins_process(resolved.place.symbol))
        return;
    const char *in = "", *path = "";
    if (resolved.place.object) {
        in = " in ";
        path = resolved.place.object->path;
    }
    problem_add_at(k->problems, problem_of[stop] - 1, 1, s->when.seq,
                   "0x%" PRIx64 "%s%s, frame %zu of process %d, thread %d", resolved.addr, in, path, n,
                   s->pid, s->tid);
}

static void add_unwound(struct stacks *k, const struct sample *s, struct task_slot *task)
{
    if (!k->unwinder || !s->user_regs.n) /* threads of the kernel have no user registers */
        return;
    enum unwind_stop stop;
    size_t n = unwind(k->unwinder, s, &task->recent, k->unwound, k->o.max, &stop);
    for (size_t i = 0; i < n; i++)
        stack_add(k, k->unwound[i].avma, PERF_RECORD_MISC_USER, FRAME_UNWOUND + k->unwound[i].found);
    see_stop(k, s, task, stop, n);
}

void stack_find_frames(struct stacks *k, const struct sample *s, struct task_slot *task)
{
    const uint64_t dumped = PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
    read_entries(k, s);
    stack_leave_out(k, false_entry(k, s, task));
    size_t recorded = entries_before_calls(k, s);
    k->n = 0;
    bool history = k->o.history && s->nbranches && recorded == k->nentries;
    if (history)
        add_branch_frames(k, s, task);
    size_t first = k->n;
    add_recorded(k, s, task, recorded);
    if (recorded < k->nentries)
        add_calls(k, s);
    else if ((s->event->attr.sample_type & dumped) == dumped)
        add_unwound(k, s, task);
    if (history)
        cut_branch_frames(k, s, first);
}

void stack_from_sample_ip(struct stacks *k, const struct sample *s)
{
    k->n = 0;
    stack_add(k, s->ip, s->misc & PERF_RECORD_MISC_CPUMODE_MASK, FRAME_OWN);
}
