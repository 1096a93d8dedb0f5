/* state: what a timeline is made of. Private to core/model/timeline. */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_STATE_H
#define PERFOLIO_CORE_MODEL_TIMELINE_STATE_H

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

/* What something of tasks was, from when on: in order of time; once sealed task by task. */
struct changes {
    struct change {
        struct when from;
        const void *to;
    } * v;
    uint32_t
        *of; /* whose each is; once sealed: where those of each task begin, one more than there are tasks */
    size_t n, cap, cap_of;
};

/* A thread: a tid may be used again, and each use is a task of its own, from its FORK until the next one. */
struct task {
    int32_t pid, tid, ppid;
    uint32_t named; /* until the seal: the place in tasks.comms of its newest name, + 1; 0: unknown */
};

struct tasks {
    struct task *v; /* in order of appearance */
    size_t n, cap;
    struct id_history history; /* by tid; numbers are places in v */
    struct changes comms;      /* to a name, const char * */
    struct changes namespaces; /* to const struct namespaces * */
    uint32_t *last;            /* once sealed: tasks that are the last use of their tid */
    size_t nlast;
    const char *idle;   /* what the idle thread is called, which no record names */
    struct arena arena; /* struct namespaces */
};

/* A new use of a tid from a moment on, not before any other; it holds until the next one is added, as what
   tasks_known() returns does: the task that holds a tid, or NULL. */
struct task *tasks_add(struct tasks *t, int32_t pid, int32_t tid, struct when from);
struct task *tasks_known(const struct tasks *t, int32_t tid);

/* What they are from now on, not before any other change of that kind; it is kept, not copied. */
void tasks_name(struct tasks *t, struct task *k, const char *comm, struct when from);
void tasks_move(struct tasks *t, const struct task *k, const struct namespaces *to, struct when from);

/* Its newest name, until the seal; NULL: unknown. */
static inline const char *tasks_comm(const struct tasks *t, const struct task *k)
{
    if (!k->named)
        return NULL;
    return t->comms.v[k->named - 1].to;
}

/* No more changes. */
void tasks_seal(struct tasks *t);
void tasks_free(struct tasks *t);

/* Once sealed: the changes of one kind of the i-th task, *n of them. */
static inline const struct change *changes_of(const struct changes *c, size_t i, size_t *n)
{
    *n = c->of[i + 1] - c->of[i];
    return c->v + c->of[i];
}

struct guest {
    struct space kernel;
    const char *kernel_path; /* as the header's build-id table names it; NULL: not there */
};

struct timeline {
    struct problems *problems;
    struct kept kept; /* until the seal */
    struct names names;
    struct tasks tasks;
    struct space *spaces; /* of users; each from a FORK or an exec on */
    size_t nspaces;
    struct space_maps maps; /* of all spaces */
    struct space *replaced; /* made code that lies over the maps of spaces: made/replaced.c */
    size_t nreplaced, cap_replaced;
    struct id_history space_history; /* by machine and pid; numbers are places in spaces */
    struct guest **guests;
    size_t nmachines, cap_guests;
    struct idmap guest_by_pid; /* pid -> machine + 1 */
    struct objects objects;
    struct idmap ksymbol_of; /* until the seal: address -> its newest map in the host's kernel space + 1 */
    struct idmap cgroup_of;  /* id of a control group -> its path in names */
    struct deferred deferred;
    struct parallel parallel;
    struct pokes pokes;
    bool has_guests;     /* ID_INDEX records say which events are of guests (perf inject --guest-data) */
    bool counts_running; /* a view asks how many threads ran */
    bool threads_only;   /* none asks what was mapped where */
    struct arena arena;  /* struct map_how */
};

static inline uint64_t space_key(int32_t machine, int32_t pid)
{
    return (uint64_t)(uint32_t)machine << 32 | (uint32_t)pid;
}

static inline struct space *timeline_space_at(const struct timeline *t, size_t i)
{
    return &t->spaces[i];
}

/* The space that holds a pid, while records are applied, or in the end. */
static inline struct space *space_now(const struct timeline *t, int32_t machine, int32_t pid)
{
    uint32_t i = id_history_newest(&t->space_history, space_key(machine, pid));
    if (i == ID_HISTORY_NONE)
        return NULL;
    return timeline_space_at(t, i);
}

#endif
