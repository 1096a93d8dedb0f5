/*
 * The rules by which records change the machine (linux/perf_event.h; perf's util/machine.c for the meaning of
 * synthesised records). Threads are found by tid, processes by pid. Tids and pids are reused: each use lasts
 * from its FORK until the next FORK of the same id. Records are applied in order of time, so until sealing
 * the newest use of an id is the current one.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>

#include "core/base/file/file.h"
#include "core/base/file/threads.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/model/capture.h"
#include "core/model/timeline/objects/id_doubt.h"
#include "core/model/timeline/kept.h"
#include "core/model/timeline/naming.h"
#include "core/model/timeline/state.h"
#include "core/model/timeline/timeline.h"

enum { FORK_DEPTH = 64 };

static const struct when always = { 0, 0 };

static struct guest *find_guest(struct timeline *t, int32_t pid)
{
    uint32_t *known = idmap_find_or_add(&t->guest_by_pid, (uint32_t)pid);
    if (*known)
        return t->guests[*known - 1];
    struct guest *m = mem_new(1, sizeof(*m));
    *MEM_ADD(t->guests, t->nmachines, t->cap_guests) = m;
    *known = (uint32_t)t->nmachines;
    return m;
}

static bool is_guest_mode(uint16_t misc)
{
    unsigned mode = misc & PERF_RECORD_MISC_CPUMODE_MASK;
    return mode == PERF_RECORD_MISC_GUEST_KERNEL || mode == PERF_RECORD_MISC_GUEST_USER;
}

static bool is_kernel_mode(uint16_t misc)
{
    unsigned mode = misc & PERF_RECORD_MISC_CPUMODE_MASK;
    return mode == PERF_RECORD_MISC_KERNEL || mode == PERF_RECORD_MISC_GUEST_KERNEL;
}

/* The pid of a guest's virtual machine; 0: unknown; -1: the host. The cpumode tells whether a record is of a guest. The
   pid is known if the guest was recorded on the host. */
static int32_t machine_pid(uint16_t misc, int32_t pid)
{
    if (!is_guest_mode(misc))
        return -1;
    if (pid < 0)
        return 0;
    return pid;
}

static struct space *space_new(struct timeline *t, int32_t machine, int32_t pid, struct when from)
{
    struct space *n = timeline_space_at(t, t->nspaces++);
    n->machine = machine;
    n->pid = pid;
    id_history_add(&t->space_history, space_key(machine, pid), from);
    return n;
}

static const struct map_how *how_new(struct timeline *t, struct map_how how)
{
    struct map_how *to = arena_new(&t->arena, sizeof(*to));
    *to = how;
    return to;
}

/* The length of a mapping, which ends at the largest address at the latest. */
static uint64_t len_of(const struct record *r)
{
    return lesser_of(r->mmap.len, UINT64_MAX - r->mmap.start);
}

static const char *kernel_path(const struct guest *m, int32_t machine)
{
    if (m->kernel_path)
        return m->kernel_path;
    if (machine < 0)
        return "[kernel.kallsyms]";
    return "[guest.kernel.kallsyms]";
}

static void apply_kernel_mmap(struct timeline *t, const struct record *r)
{
    int32_t machine = machine_pid(r->misc, r->mmap.pid);
    struct guest *m = find_guest(t, machine);
    struct map_how how = { .len = len_of(r), .pgoff = r->mmap.pgoff, .until = WHEN_NEVER, .prot = 5 };
    const char *suffix = naming_kernel_suffix(r->mmap.filename);
    if (!how.len)
        how.len = UINT64_MAX - r->mmap.start;
    if (suffix) {
        if (*suffix)
            how.ref_symbol = arena_names_intern(&t->names, suffix);
        how.object = objects_get(&t->objects, OBJECT_KERNEL, machine, kernel_path(m, machine),
                                 &r->mmap.build_id, NULL);
    } else {
        struct object *module =
            objects_get(&t->objects, OBJECT_MODULE, machine, r->mmap.filename, &r->mmap.build_id, NULL);
        how.object = module;
        how.pgoff = 0;
        module->base = r->mmap.start; /* address of the newest mapping */
    }
    space_add(&t->maps, &m->kernel, &(struct map){ r->mmap.start, r->when, how_new(t, how) });
}

/* Whether perf inject --jit made the record (util/jitdump.c, jit_repipe_code_load): the record's protection is the
   whole st_mode of the file that perf wrote (with S_IFREG), and its generation is a constant. */
static bool is_of_jitdump(const struct record *r)
{
    enum { S_IFREG_BIT = 0100000 };
    return r->type == PERF_RECORD_MMAP2 && r->mmap.prot & S_IFREG_BIT;
}

/* The machine of a user mapping. Mappings of guest processes are recorded only in the guest, and come with
   an ID_INDEX. Without an ID_INDEX the cpumode proves nothing: perf inject -B inserts mappings for callers
   with the last mode that it tried, so mappings of the host may have GUEST_USER. perf, too, counts guests
   as the host unless they were requested (machines__find_for_cpumode). */
static int32_t process_machine(const struct timeline *t, const struct record *r)
{
    if (!t->has_guests)
        return -1;
    return machine_pid(r->misc, r->mmap.pid);
}

/* The map_how of a user mapping. Equal mappings of files of the host share one map_how, even across
   processes. */
static const struct map_how *mapped(struct timeline *t, const struct record *r, int32_t machine)
{
    const bool jitted = is_of_jitdump(r), shares = machine == -1 && !jitted && r->mmap.len == len_of(r);
    if (shares && t->kept.means)
        return t->kept.means;
    char name[OBJECT_NAME_MAX];
    const char *path = r->mmap.filename;
    const bool has_id = r->mmap.build_id.n || objects_has_listed_id(&t->objects, machine, path);
    enum object_kind kind =
        naming_kind_of(path, r->mmap.flags, r->mmap.prot, r->mmap.pid, has_id, &path, name);
    struct file_id file = { r->mmap.maj, r->mmap.min, r->mmap.ino, r->mmap.ino_generation };
    if (jitted)
        file.ino_generation = 0;
    struct object *object =
        objects_get(&t->objects, kind, machine, path, &r->mmap.build_id, kind == OBJECT_USER ? &file : NULL);
    const struct map_how *how = how_new(t, (struct map_how){ .object = object,
                                                             .len = len_of(r),
                                                             .pgoff = kind == OBJECT_VDSO ? 0 : r->mmap.pgoff,
                                                             .until = WHEN_NEVER,
                                                             .ino = r->mmap.ino,
                                                             .prot = r->mmap.prot,
                                                             .flags = r->mmap.flags,
                                                             .is_data = r->mmap.is_data });
    if (jitted || r->mmap.prot & 4) /* PROT_EXEC */
        objects_note_code(object, how->pgoff, r->mmap.len);
    if (!jitted && r->mmap.prot & 4)
        objects_note_segment(&t->objects, object, r->mmap.start, how->pgoff, r->mmap.len);
    object->early = object->early || !r->when.time;
    if (shares && kind != OBJECT_JIT) /* JIT code belongs to one process */
        t->kept.means = how;
    return how;
}

static void apply_user_mmap(struct timeline *t, const struct record *r)
{
    int32_t machine = process_machine(t, r);
    const struct map map = { r->mmap.start, r->when, mapped(t, r, machine) };
    struct space *n = timeline_newest_space(t, machine, r->mmap.pid);
    if (!n)
        n = space_new(t, machine, r->mmap.pid, always);
    space_add(&t->maps, n, &map);
}

static void apply_mmap(struct timeline *t, const struct record *r)
{
    if (is_kernel_mode(r->misc))
        apply_kernel_mmap(t, r);
    else
        apply_user_mmap(t, r);
}

/* The current task of a tid, made if no record mentioned the tid yet. */
static struct task *task_now(struct timeline *t, int32_t pid, int32_t tid)
{
    struct task *k = tasks_current(&t->tasks, tid);
    if (k)
        return k;
    return tasks_add(&t->tasks, pid, tid, always);
}

/* Makes `from` the parent of `n`: where `n` has no mapping, the mapping of `from` at the moment `at` is
   used. False: the chain of ancestors is too long. */
static bool inherit(struct space *n, const struct space *from, struct when at)
{
    while (!from->n && from->parent) { /* skip spaces without own maps */
        if (when_before(from->parent_at, at))
            at = from->parent_at;
        from = from->parent;
    }
    if (from->depth >= FORK_DEPTH)
        return false;
    n->parent = from;
    n->parent_at = at;
    n->depth = from->depth + 1;
    return true;
}

static void apply_comm(struct timeline *t, const struct record *r)
{
    tasks_set_comm(&t->tasks, task_now(t, r->comm.pid, r->comm.tid), r->comm.comm, r->when);
}

/* After an exec the old image stays visible where the new one has no mapping, as in perf (thread.c,
   ____thread__set_comm). Until exec returns, a thread already has the new name, but still the registers
   and the stack of the old image. */
static void apply_exec(struct timeline *t, const struct record *r)
{
    if (!r->comm.exec)
        return;
    const struct space *old = timeline_newest_space(t, -1, r->comm.pid);
    struct space *n = space_new(t, -1, r->comm.pid, r->when);
    if (old) /* inherit() fails after very many images; the first ones are then lost */
        n->after_exec = inherit(n, old, r->when);
}

static void apply_namespaces(struct timeline *t, const struct record *r)
{
    struct namespaces *n = arena_new(&t->tasks.arena, sizeof(*n));
    *n = (struct namespaces){ (size_t)r->namespaces.n, r->order, r->namespaces.links };
    tasks_set_namespaces(&t->tasks, task_now(t, r->namespaces.pid, r->namespaces.tid), n, r->when);
}

static void apply_fork(struct timeline *t, const struct record *r)
{
    const struct task *parent = tasks_current(&t->tasks, r->task.ptid);
    const char *comm = parent ? tasks_comm(&t->tasks, parent) : NULL;
    struct task *k = tasks_add(&t->tasks, r->task.pid, r->task.tid, r->when);
    k->ppid = r->task.ppid;
    if (!comm && !r->task.ptid)
        comm = t->tasks.idle;
    if (comm)
        tasks_set_comm(&t->tasks, k, comm, r->when);
}

/* The kernel's FORK copies the parent's mappings. perf makes up a FORK (with the FORK_EXEC bit) for a
   running task; it does not copy them, because the task's own mappings follow. */
static void apply_new_process(struct timeline *t, const struct record *r)
{
    if (r->task.pid == r->task.ppid) /* threads of one process share the space */
        return;
    const struct space *from = timeline_newest_space(t, -1, r->task.ppid);
    struct space *n = space_new(t, -1, r->task.pid, r->when);
    const bool copies = from && !(r->misc & PERF_RECORD_MISC_FORK_EXEC);
    if (copies && !inherit(n, from, r->when))
        problem_add(t->problems, PROBLEM_DEEP_FORKS, 1, "process %d at offset %" PRIu64, r->task.pid, r->at);
}

static void apply_ksymbol(struct timeline *t, const struct record *r)
{
    struct space *s = &find_guest(t, -1)->kernel;
    uint32_t i = idmap_get(&t->ksymbol_of, r->ksymbol.addr);
    struct map *known = i ? &t->maps.added[i - 1].map : NULL;
    if (known &&
        !when_before(
            known->how->until,
            /* the mapping is gone already, or was recorded twice, since recorders list loaded code */
            WHEN_NEVER)) {
        struct map_how how = *known->how;
        how.until = r->when;
        known->how = how_new(t, how);
    }
    if (r->ksymbol.flags & PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER)
        return;
    struct object *named = objects_get(&t->objects, OBJECT_KSYMBOL, -1, r->ksymbol.name, NULL, NULL);
    if (!r->ksymbol.len || r->ksymbol.len > UINT64_MAX - r->ksymbol.addr)
        return;
    const struct map_how how = { .object = named, .len = r->ksymbol.len, .until = WHEN_NEVER, .prot = 5 };
    const struct map map = { r->ksymbol.addr, r->when, how_new(t, how) };
    named->base = map.start;
    *idmap_find_or_add(&t->ksymbol_of, r->ksymbol.addr) = (uint32_t)space_add(&t->maps, s, &map) + 1;
}

/* The rules of the record types that change the machine; rules for threads come first. */
static const struct kept_rule rules[] = {
#define OWN(member)       sizeof(((struct record *)0)->member)
#define IN(member, field) (offsetof(struct record, member.field) - offsetof(struct record, member))
#define TEXT(member)      offsetof(struct record, member)
#define TID(member)       IN(member, tid)
    { PERF_RECORD_COMM, OWN(comm), IN(comm, comm), TEXT(comm.comm), TID(comm), { apply_comm, apply_exec } },
    { PERF_RECORD_FORK, IN(task, time), IN(task, time), 0, TID(task), { apply_fork, apply_new_process } },
    { PERF_RECORD_NAMESPACES, OWN(namespaces), IN(namespaces, n), 0, 0, { apply_namespaces, NULL } },
    { PERF_RECORD_MMAP, OWN(mmap), IN(mmap, len), TEXT(mmap.filename), 0, { NULL, apply_mmap } },
    { PERF_RECORD_MMAP2, OWN(mmap), IN(mmap, len), TEXT(mmap.filename), 0, { NULL, apply_mmap } },
    { PERF_RECORD_KSYMBOL, OWN(ksymbol), IN(ksymbol, len), TEXT(ksymbol.name), 0, { NULL, apply_ksymbol } },
#undef TID
#undef TEXT
#undef IN
#undef OWN
};
enum { RULES_OF_THREADS = 3 };

/* An id always has the same path, so later records of the id are ignored (perf, cgroup__findnew). */
static void add_cgroup(struct timeline *t, const struct record *r)
{
    uint32_t *path = idmap_find_or_add(&t->cgroup_of, r->cgroup.id);
    if (*path)
        return;
    *path = arena_names_id(&t->names, r->cgroup.path);
    *MEM_ADD(t->cgroups, t->ncgroups, t->cap_cgroups) = *path;
}

static void see_guests(struct timeline *t, const struct record *r)
{
    struct record_guest g;
    for (size_t i = 0; record_guest(r, i, &g); i++)
        t->has_guests |= g.pid != 0;
}

static size_t rules_of(const struct timeline *t)
{
    if (t->threads_only)
        return RULES_OF_THREADS;
    return COUNT(rules);
}

void timeline_add(struct timeline *t, const struct record *r)
{
    if (r->type == PERF_RECORD_HEADER_BUILD_ID)
        timeline_add_build_id(t, &r->build_id);
    if (r->type == PERF_RECORD_CGROUP)
        add_cgroup(t, r);
    if (r->type == PERF_RECORD_ID_INDEX)
        see_guests(t, r);
    if (r->type == PERF_RECORD_CALLCHAIN_DEFERRED)
        deferred_add(&t->deferred, r);
    if (r->type == PERF_RECORD_TEXT_POKE)
        pokes_add(&t->pokes, r);
    if (t->counts_running)
        parallel_add(&t->parallel, r);
    kept_add(&t->kept, rules, rules_of(t), r);
}

/* The records that one thread adds. */
struct hand {
    struct kept_hand *kept;
    size_t rules;
};

static bool hand_takes(const void *arg, uint32_t type)
{
    const struct timeline *t = arg;
    size_t i = 0;
    if (type == PERF_RECORD_EXIT)
        return !t->counts_running;
    while (i < COUNT(rules) && rules[i].type != type)
        i++;
    return i < COUNT(rules);
}

static void *hand_new(void *arg)
{
    struct timeline *t = arg;
    struct hand *h = arena_new(&t->arena, sizeof(*h));
    *h = (struct hand){ kept_new_hand(&t->kept), rules_of(t) };
    return h;
}

static size_t hand_take(void *hand, const struct record *r)
{
    const struct hand *h = hand;
    return kept_hand_add(h->kept, rules, h->rules, r);
}

static void hand_put(void *arg, void *hand, size_t from, size_t to, uint64_t shift)
{
    struct timeline *t = arg;
    const struct hand *h = hand;
    kept_append_from_hand(&t->kept, h->kept, from, to, shift);
}

const struct visit_hands timeline_hands = { hand_takes, hand_new, hand_take, hand_put };

void timeline_add_build_id(struct timeline *t, const struct env_build_id *b)
{
    const char *path =
        objects_add_build_id(&t->objects, b, b->pid != -1); /* pid -1 means the host, whatever the mode */
    if (is_kernel_mode(b->misc) && !naming_is_module_path(b->path)) {
        struct guest *m = find_guest(t, machine_pid(b->misc, b->pid));
        if (!m->kernel_path)
            m->kernel_path = path;
    }
}

static const void *task_slot(const struct timeline *t, int32_t tid)
{
    return idmap_slot_address(&t->tasks.history.id_of, (uint32_t)tid);
}

static const void *space_slot(const struct timeline *t, int32_t pid)
{
    return idmap_slot_address(&t->space_history.id_of, space_key(-1, pid));
}

static void seal_side(struct timeline *t, enum kept_side side)
{
    if (side == KEPT_MAPS) { /* each record adds at most one map or space */
        space_maps_expect(&t->maps, t->kept.n);
        t->spaces = mem_new(t->kept.n, sizeof(*t->spaces));
    }
    kept_replay(&t->kept, t, rules, side, side == KEPT_MAPS ? space_slot : task_slot);
    if (side == KEPT_THREADS) {
        tasks_seal(&t->tasks);
    } else {
        space_maps_group(&t->maps);
        id_history_seal(&t->space_history);
    }
}

static void seal_sides(void *arg, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        seal_side(arg, (enum kept_side)i);
}

static void seal_spaces(void *arg, size_t from, size_t to)
{
    const struct timeline *t = arg;
    for (size_t i = from; i < to; i++)
        space_seal(timeline_space_at(t, i));
}

void timeline_seal(struct timeline *t)
{
    enum { WORTH = 1024, SPACES_EACH = 256 };
    const unsigned threads = t->kept.n < WORTH && !t->kept.nbatches ? 1 : file_processors();
    t->tasks.idle = arena_names_intern(&t->names, "swapper"); /* perf, machine__register_idle_thread() */
    kept_sort(&t->kept, threads);
    threads_run_ranges(threads, t->threads_only ? KEPT_MAPS : KEPT_SIDES, 1, seal_sides, t);
    kept_free(&t->kept);
    threads_run_ranges(threads, t->nspaces, SPACES_EACH, seal_spaces, t);
    parallel_seal(&t->parallel);
    pokes_seal(&t->pokes);
    for (size_t i = 0; i < t->nmachines; i++)
        space_seal(&t->guests[i]->kernel);
    id_doubt_find_all(&t->objects);
}

void timeline_set_kernel_layouts(struct timeline *t, const struct env *env)
{
    for (size_t i = 0; i < t->nmachines; i++) {
        const struct space *s = &t->guests[i]->kernel;
        for (size_t k = 0; k < s->n; k++) {
            const struct object *o = s->maps[k].how->object;
            if (o->kind != OBJECT_KERNEL || o->layout)
                continue;
            const struct kernel_layout l =
                kernel_layout_of(&s->maps[k], s->maps, s->n, o->machine == -1 ? env : NULL);
            objects_set_layout(&t->objects, o, &l);
        }
    }
}

void timeline_set_kernel_extent(struct timeline *t, int32_t machine, uint64_t start, uint64_t end)
{
    struct space *s = &find_guest(t, machine)->kernel;
    for (size_t i = 0; i < s->n; i++)
        if (s->maps[i].how->object->kind == OBJECT_KERNEL) {
            struct map_how how = *s->maps[i].how;
            how.len = end - start;
            s->maps[i] = (struct map){ start, s->maps[i].from, how_new(t, how) };
        }
    space_seal(s);
}
