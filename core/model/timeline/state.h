/* state: the data of a timeline. Private to core/model/timeline. */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_STATE_H
#define PERFOLIO_CORE_MODEL_TIMELINE_STATE_H

#include <assert.h>

#include "core/base/arena.h"
#include "core/base/idmap.h"
#include "core/model/deferred.h"
#include "core/model/parallel.h"
#include "core/model/timeline/pokes.h"
#include "core/model/timeline/id_history.h"
#include "core/model/timeline/kept.h"
#include "core/model/timeline/namespaces.h"
#include "core/model/timeline/objects/objects.h"
#include "core/model/timeline/space.h"

/* A property of tasks over time, such as their names: changes in order of time; once sealed grouped by task. */
struct changes {
    struct change {
        struct when from;
        const void *to;
    } * v;
    /* The task of each change; once sealed: where each task's changes begin, one entry more than tasks. */
    uint32_t *of;
    size_t n, cap, cap_of;
};

/* A thread, or rather one use of a tid: tids are reused, and each use, from its FORK until the next one, is a task. */
struct task {
    int32_t pid, tid, ppid;
    uint32_t named; /* until sealed: place in tasks.comms of its newest name, + 1; 0: unnamed */
};

struct tasks {
    struct task *v; /* in order of appearance */
    size_t n, cap;
    struct id_history history; /* by tid; numbers are places in `v` */
    struct changes comms;      /* values are names, const char * */
    struct changes namespaces; /* values are const struct namespaces * */
    uint32_t *last;            /* once sealed: the last task of each tid */
    size_t nlast;
    const char *idle;   /* name of the idle thread, which no record names */
    struct arena arena; /* struct namespaces */
};

/* tasks_add() begins a new use of a tid, not before earlier ones. tasks_known() finds the current task of a tid; NULL: none.
   The pointers are valid until the next tasks_add(). */
struct task *tasks_add(struct tasks *t, int32_t pid, int32_t tid, struct when from);
struct task *tasks_known(const struct tasks *t, int32_t tid);

/* Changes the name or the namespaces of a task, not before earlier changes of that kind. The value is kept, not copied. */
void tasks_name(struct tasks *t, struct task *k, const char *comm, struct when from);
void tasks_move(struct tasks *t, const struct task *k, const struct namespaces *to, struct when from);

/* The newest name of a task, until sealed; NULL: unknown. */
static inline const char *tasks_comm(const struct tasks *t, const struct task *k)
{
    if (!k->named)
        return NULL;
    return t->comms.v[k->named - 1].to;
}

/* Sorts the changes; none may be added afterwards. */
void tasks_seal(struct tasks *t);
void tasks_free(struct tasks *t);

/* Once sealed: the changes of the i-th task, *n of them. */
static inline const struct change *changes_of(const struct changes *c, size_t i, size_t *n)
{
    assert(c->of[i] <= c->of[i + 1]); /* sealed */
    *n = c->of[i + 1] - c->of[i];
    return c->v + c->of[i];
}

struct guest {
    struct space kernel;
    const char *kernel_path; /* the kernel's path in the header's build-id table; NULL: none */
};

struct timeline {
    struct problems *problems;
    struct kept kept; /* until sealed */
    struct names names;
    struct tasks tasks;
    struct space *spaces; /* of user processes; each begins with a FORK or an exec */
    size_t nspaces;
    struct space_maps maps; /* the maps of all spaces */
    struct space *replaced; /* JIT code laid over the maps of spaces: made/replaced.c */
    size_t nreplaced, cap_replaced;
    struct id_history space_history; /* by machine and pid; numbers are places in `spaces` */
    struct guest **guests;
    size_t nmachines, cap_guests;
    struct idmap guest_by_pid; /* pid -> place in `guests` + 1 */
    struct objects objects;
    struct idmap ksymbol_of; /* until sealed: address -> its newest map in the host's kernel space + 1 */
    struct idmap cgroup_of;  /* id of a control group -> id of its path in `names` */
    struct deferred deferred;
    struct parallel parallel;
    struct pokes pokes;
    bool has_guests;     /* ID_INDEX records tell events of guests (perf inject --guest-data) */
    bool counts_running; /* `parallel` is wanted */
    bool threads_only;   /* mappings are not wanted */
    struct arena arena;  /* of struct map_how */
};

static inline uint64_t space_key(int32_t machine, int32_t pid)
{
    return (uint64_t)(uint32_t)machine << 32 | (uint32_t)pid;
}

static inline struct space *timeline_space_at(const struct timeline *t, size_t i)
{
    assert(i < t->nspaces);
    return &t->spaces[i];
}

/* The newest space of a pid; NULL: none. */
static inline struct space *space_now(const struct timeline *t, int32_t machine, int32_t pid)
{
    uint32_t i = id_history_newest(&t->space_history, space_key(machine, pid));
    if (i == ID_HISTORY_NONE)
        return NULL;
    return timeline_space_at(t, i);
}

#endif
