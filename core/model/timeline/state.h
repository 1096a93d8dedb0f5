/* state: the data of a timeline. Private to core/model/timeline. */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_STATE_H
#define PERFOLIO_CORE_MODEL_TIMELINE_STATE_H

#include <assert.h>

#include "core/base/idmap.h"
#include "core/model/record.h"
#include "core/model/timeline/mapping.h"
#include "core/base/arena.h"
#include "core/model/deferred.h"
#include "core/model/parallel.h"
#include "core/model/timeline/pokes.h"
#include "core/model/timeline/kept.h"
#include "core/model/timeline/namespaces.h"
#include "core/model/timeline/objects/objects.h"

/* The uses of ids that are reused, such as tids. Each use lasts from a moment until the next use of the
   same id. Uses are added in order of time, and numbered over all ids. The caller stores its data about
   uses in an array that is indexed by these numbers. */

enum { ID_HISTORY_NONE = UINT32_MAX };

struct id_use {
    struct when from;
    uint32_t id; /* the id's index: ids are indexed in order of appearance */
};

struct id_history {
    struct idmap id_of; /* id -> its index + 1 */
    /* until sealed: uses in order of time; once sealed, `from` and `number` replace them, sorted by id,
       then by time */
    struct id_use *v;
    struct when *from;
    uint32_t *number;
    size_t n, cap;
    uint32_t *newest; /* by index of the id: the number of its newest use */
    /* once sealed, by index of the id: where its uses begin in `from`; one more element is the end */
    uint32_t *first;
    size_t nids, cap_ids;
};

/* Adds a use of `id`, not earlier than other uses of it; returns its number. */
uint32_t id_history_add(struct id_history *l, uint64_t id, struct when from);

/* The newest use of an id, or ID_HISTORY_NONE. While records are applied in order of time, the newest use is the current
   one. */
uint32_t id_history_newest(const struct id_history *l, uint64_t id);

/* Sorts the uses; none may be added afterwards. */
void id_history_seal(struct id_history *l);

/* Once sealed: the number of the use of an id at a moment, or ID_HISTORY_NONE. [*from, *until) receives
   the window of time in which the result is the same. */
uint32_t id_history_at(const struct id_history *l, uint64_t id, struct when when, struct when *from,
                       struct when *until);

/* Once sealed: the moment at which use `number`, which is a use of `id`, began. */
struct when id_history_from(const struct id_history *l, uint64_t id, uint32_t number);

void id_history_free(struct id_history *l);

/* The mappings of one address space over time. Private to core/model: the timeline builds spaces; other
   code queries them by the functions of mapping.h. In most processes no two maps ever overlap, and an
   array of maps sorted by address is sufficient. Spaces with overlapping maps have an index
   (space_index.h). */

struct space_index;

/* The struct has 64 bytes, because there is one for each process and each exec. */
struct space {
    struct map *maps;           /* once grouped: in order of time; once sealed: by address, then by time */
    struct space_index *index;  /* once sealed; NULL: no two maps overlap, so no index is needed */
    const struct space *parent; /* used for addresses without a map in this space; NULL: none */
    struct when parent_at;      /* the parent's maps at this moment are used */
    uint32_t n;                 /* number of maps */
    int32_t machine, pid;       /* the process; machine: as in struct space_view */
    /* Once sealed, index + 1 in `maps`; 0: none. begun: the map that is valid first; settled: the map
       whose begin or end is the last change. */
    uint32_t begun, settled;
    uint16_t depth;  /* number of ancestor spaces that have own maps */
    bool after_exec; /* the parent is the image of the same process before an exec */
};

/* The maps of all spaces: in `added` in order of time, later in `gathered` grouped by space. */
struct space_maps {
    struct space_maps_added {
        struct map map;
        struct space *space;
    } * added;
    size_t n, cap;
    struct map *gathered;
};

/* Makes room for n maps, which is the final number. */
void space_maps_expect(struct space_maps *l, size_t n);

/* Adds a map to a space; returns the map's index in `added`. */
size_t space_add(struct space_maps *l, struct space *s, const struct map *m);

/* Groups the maps by space. No map may be added afterwards. The maps live as long as `l`. */
void space_maps_group(struct space_maps *l);
void space_maps_free(struct space_maps *l);

/* Sorts the space's maps, and builds its index if needed. Call it again if maps were changed. */
void space_seal(struct space *s);

/* Once sealed: wherever the space shows object `o`, the maps of `over` take precedence. `over` must
   outlive the space. */
void space_set_overlay(struct space *s, const struct object *o, struct space_index *over);

void space_clear(struct space *s);

/* A property of tasks over time, such as their names. Changes are in order of time; once sealed, they are
   grouped by task. */
struct changes {
    struct change {
        struct when from;
        const void *to;
    } * v;
    /* The task of each change; once sealed: by task, where its changes begin; one more element is the end. */
    uint32_t *of;
    size_t n, cap, cap_of;
};

/* A task: one use of a tid, from its FORK until the next FORK of the same tid. Tids are reused for other threads. */
struct task {
    int32_t pid, tid, ppid;
    uint32_t named; /* until sealed: index + 1 in tasks.comms of its newest name; 0: no name yet */
};

struct tasks {
    struct task *v; /* in order of appearance */
    size_t n, cap;
    struct id_history history; /* uses of tids; the number of a use is its index in `v` */
    struct changes comms;      /* `to` is a name, const char * */
    struct changes namespaces; /* `to` is a const struct namespaces * */
    uint32_t *last;            /* once sealed: index of the last task of each tid */
    size_t nlast;
    const char *idle;   /* name of the idle thread; no record names it */
    struct arena arena; /* memory of struct namespaces */
};

/* tasks_add() begins a new use of a tid; `from` must not be earlier than in previous calls. tasks_current() finds the
   current task of a tid; NULL: none. The pointers are valid until the next tasks_add(). */
struct task *tasks_add(struct tasks *t, int32_t pid, int32_t tid, struct when from);
struct task *tasks_current(const struct tasks *t, int32_t tid);

/* Change the name or the namespaces of a task. `from` must not be earlier than in previous calls. The
   pointers are stored; their targets are not copied. */
void tasks_set_comm(struct tasks *t, struct task *k, const char *comm, struct when from);
void tasks_set_namespaces(struct tasks *t, const struct task *k, const struct namespaces *to,
                          struct when from);

/* The newest name of a task; NULL: unknown. Call it only before the tasks are sealed. */
static inline const char *tasks_comm(const struct tasks *t, const struct task *k)
{
    if (!k->named)
        return NULL;
    return t->comms.v[k->named - 1].to;
}

/* Sorts the changes; none may be added afterwards. */
void tasks_seal(struct tasks *t);
void tasks_free(struct tasks *t);

/* The *n changes of the i-th task. Call it only after sealing. */
static inline const struct change *changes_of(const struct changes *c, size_t i, size_t *n)
{
    assert(c->of[i] <= c->of[i + 1]); /* tasks_seal() was called */
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
    struct space *spaces; /* of user processes; each begins with a FORK or an exec record */
    size_t nspaces;
    struct space_maps maps; /* the maps of all spaces */
    struct space *replaced; /* JIT code that takes precedence over the maps of spaces (made/replaced.c) */
    size_t nreplaced, cap_replaced;
    /* uses of pids, by machine and pid; the number of a use is its index in `spaces` */
    struct id_history space_history;
    struct guest **guests;
    size_t nmachines, cap_guests;
    struct idmap guest_by_pid; /* pid -> index + 1 in `guests` */
    struct objects objects;
    /* until sealed: address -> index + 1 of its newest map in the host's kernel space */
    struct idmap ksymbol_of;
    uint32_t *cgroups; /* ids in `names` of the paths of control groups, in the order of their records */
    size_t ncgroups, cap_cgroups;
    struct idmap cgroup_of; /* id of a control group -> id of its path in `names` */
    struct deferred deferred;
    struct parallel parallel;
    struct pokes pokes;
    bool has_guests;     /* ID_INDEX records say which events are of guests (perf inject --guest-data) */
    bool counts_running; /* timeline_track_running() was called, so `parallel` is filled */
    bool threads_only;   /* timeline_skip_mappings() was called, so mappings are ignored */
    struct arena arena;  /* memory of struct map_how */
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
static inline struct space *timeline_newest_space(const struct timeline *t, int32_t machine, int32_t pid)
{
    uint32_t i = id_history_newest(&t->space_history, space_key(machine, pid));
    if (i == ID_HISTORY_NONE)
        return NULL;
    return timeline_space_at(t, i);
}

#endif
