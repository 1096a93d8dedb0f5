/*
 * timeline_make: records by hand, the timeline of some of them, and short questions to it. For the tests of
 * the timeline.
 */
#ifndef PERFOLIO_TESTS_UNIT_TIMELINE_MAKE_H
#define PERFOLIO_TESTS_UNIT_TIMELINE_MAKE_H

#include "core/model/timeline/timeline.h"

/* ---- records ---- */

enum { USER = PERF_RECORD_MISC_USER, KERNEL = PERF_RECORD_MISC_KERNEL };

static inline struct record mmap_of(uint64_t time, int32_t pid, uint64_t start, uint64_t len,
                                    const char *path)
{
    struct record r = { .type = PERF_RECORD_MMAP2, .misc = USER, .when = { time, 0 } };
    r.mmap.pid = r.mmap.tid = pid;
    r.mmap.start = start;
    r.mmap.len = len;
    r.mmap.prot = 5;
    r.mmap.filename = path;
    return r;
}

static inline struct record kernel_of(uint64_t start, uint64_t len, uint64_t pgoff, const char *name)
{
    struct record r = mmap_of(0, -1, start, len, name);
    r.type = PERF_RECORD_MMAP;
    r.misc = KERNEL;
    r.mmap.pgoff = pgoff;
    return r;
}

static inline struct record comm_of(uint64_t time, int32_t pid, int32_t tid, const char *comm, bool exec)
{
    struct record r = { .type = PERF_RECORD_COMM, .when = { time, 0 } };
    r.comm.pid = pid;
    r.comm.tid = tid;
    r.comm.comm = comm;
    r.comm.exec = exec;
    return r;
}

static inline struct record fork_of(uint64_t time, int32_t pid, int32_t ppid, int32_t tid, int32_t ptid)
{
    struct record r = { .type = PERF_RECORD_FORK, .when = { time, 0 } };
    r.task.pid = pid;
    r.task.ppid = ppid;
    r.task.tid = tid;
    r.task.ptid = ptid;
    return r;
}

static inline struct record ksymbol_of(uint64_t time, uint64_t addr, uint32_t len, const char *name,
                                       bool gone)
{
    struct record r = { .type = PERF_RECORD_KSYMBOL, .misc = KERNEL, .when = { time, 0 } };
    r.ksymbol.addr = addr;
    r.ksymbol.len = len;
    r.ksymbol.flags = gone ? PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER : 0;
    r.ksymbol.name = name;
    return r;
}

/* ---- a timeline of some records, in file order ---- */

struct made {
    struct problems problems;
    struct timeline *t;
};

static inline struct timeline *make_with(struct problems *problems, const struct record *r, size_t n)
{
    struct timeline *t = timeline_new(problems);
    for (size_t i = 0; i < n; i++) {
        struct record copy = r[i];
        copy.when.seq = copy.at = 100 * i;
        timeline_add(t, &copy);
    }
    timeline_seal(t);
    return t;
}

/* The problems are those until the seal: nothing that may count more of them is to be asked of it. */
static inline struct made make(const struct record *r, size_t n)
{
    struct made m = { 0 };
    m.t = make_with(&m.problems, r, n);
    return m;
}

#define MAKE(...)                                                                                            \
    make((const struct record[]){ __VA_ARGS__ },                                                             \
         sizeof((const struct record[]){ __VA_ARGS__ }) / sizeof(struct record))

/* The short name of what a process has at an address at the end of a time; "" for nothing. */
static inline const char *what(const struct made *m, int32_t pid, uint64_t avma, uint64_t time)
{
    struct when from, until, when = { time, UINT64_MAX - 1 };
    const struct space *s = timeline_space(m->t, -1, pid, when, &from, &until);
    const struct map *map = s ? space_find(s, avma, when, &from, &until) : NULL;
    return map ? map->how->object->name : "";
}

static inline const struct map *kernel_map(const struct made *m, int32_t machine, uint64_t avma,
                                           uint64_t time)
{
    struct when from, until, when = { time, UINT64_MAX - 1 };
    const struct space *s = timeline_kernel_space(m->t, machine);
    return s ? space_find(s, avma, when, &from, &until) : NULL;
}

static inline const char *who(const struct made *m, int32_t tid, uint64_t time)
{
    struct when from, until, when = { time, UINT64_MAX - 1 };
    const char *comm = timeline_comm(m->t, tid, when, false, &from, &until);
    return comm ? comm : "";
}

#endif
