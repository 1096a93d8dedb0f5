/*
 * tasks: threads and what they were called. A tid may be used again; each use is a task of its own, from its
 * FORK until the next one. Private to core/model.
 */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_TASKS_H
#define PERFOLIO_CORE_MODEL_TIMELINE_TASKS_H

#include "core/model/timeline/id_history.h"
#include "core/model/timeline/namespaces.h"

/* What something of a task was, from when on, in order of time. */
struct changes {
    struct change {
        struct when from;
        const void *to;
    } * v;
    size_t n, cap;
};

struct task {
    int32_t pid, tid, ppid;
    struct when from;
    struct changes comms;      /* to a name, const char * */
    struct changes namespaces; /* to const struct namespaces * */
};

struct tasks {
    struct task **v; /* in order of appearance */
    size_t n, cap;
    struct id_history history; /* by tid; numbers are places in v */
    uint32_t *last;            /* once sealed: tasks that are the last use of their tid */
    size_t nlast;
};

struct task *tasks_add(struct tasks *t, int32_t pid, int32_t tid, struct when from);

/* The task that holds a tid while records are applied, or NULL. */
struct task *tasks_now(const struct tasks *t, int32_t tid);

/* Not before any other change; `to` is kept, not copied. */
void tasks_changes_add(struct changes *c, const void *to, struct when from);

void tasks_seal(struct tasks *t);

void tasks_free(struct tasks *t);

#endif
