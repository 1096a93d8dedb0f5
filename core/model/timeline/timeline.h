/*
 * timeline: the recorded machine as a function of time: threads, their names, address spaces and mappings. It is
 * built in one pass over the metadata records; from timeline_seal() on it does not change, and any number of
 * workers may read it at once.
 *
 * An address belongs to the latest mapping that covers it at that moment. Overlapping mappings are not split: the
 * latest one that covers the address is the same answer, and a pure function of (space, address, when). Where a
 * space has no mapping its parent answers: after a FORK the parent process as of the fork, after an exec the
 * image before.
 */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_TIMELINE_H
#define PERFOLIO_CORE_MODEL_TIMELINE_TIMELINE_H

#include "core/base/problem.h"
#include "core/model/deferred.h"
#include "core/model/timeline/mapping.h"
#include "core/model/timeline/namespaces.h"
#include "core/model/timeline/pokes.h"

struct timeline;
struct visit_hands;

struct timeline *timeline_new(struct problems *problems);
void timeline_free(struct timeline *t);

/* Adds a metadata record, in file order; it takes effect at its time. Types that change nothing here are ignored. */
void timeline_add(struct timeline *t, const struct record *r);

/* Hands that keep metadata records in parallel (capture.h), instead of timeline_add(). */
extern const struct visit_hands timeline_hands;

/* Also keeps how many threads run at each moment. Before the first record. */
void timeline_track_running(struct timeline *t);

/* Leaves out all mappings: only threads are asked for. Before the first record. */
void timeline_skip_mappings(struct timeline *t);

/* Adds a row of the header's build-id table: objects of that path without a build-id get this one (the inverse of perf's
   dsos__read_build_ids()). */
void timeline_add_build_id(struct timeline *t, const struct env_build_id *b);

/* Applies all records in order of time and builds the indexes. Everything below may be called from then on, from any thread. */
void timeline_seal(struct timeline *t);

/* Sets the layout of the kernels' objects (kernel_layout.h); `env`: the recorded machine. Once, after timeline_seal() and
   before timeline_set_kernel_extent(). */
void timeline_set_kernel_layouts(struct timeline *t, const struct env *env);

/* The name of a thread at a moment, interned; NULL: unknown (reports print ":TID"). [*from, *until) is the window in which
   that is the answer, for caches. A thread has its first name also before that was recorded; with `by_then` NULL until then,
   as perf script has it. */
const char *timeline_comm(const struct timeline *timeline, int32_t tid, struct when when, bool by_then,
                          struct when *from, struct when *until);

/* The namespaces of a thread at a moment; NULL: not recorded until then. */
const struct namespaces *timeline_namespaces(const struct timeline *t, int32_t tid, struct when when);

/* The kernel's changes to its own code, *n of them, in order of time. */
const struct poke *timeline_pokes(const struct timeline *t, size_t *n);

/* The number of recorded threads that ran at a moment, at least 1; only after timeline_track_running()
   (core/model/parallel.h). */
int32_t timeline_running_threads(const struct timeline *t, struct when when);

/* The path of a control group; NULL: unknown. */
const char *timeline_cgroup(const struct timeline *t, uint64_t id);

/* The user part of call chains of a thread that refer to it by a cookie. */
struct deferred_chain timeline_deferred(const struct timeline *t, int32_t tid, uint64_t cookie);

/* The address space of a process at a moment, or NULL, and the window in which that is the answer; `machine`: a guest's pid
   or -1. A kernel has one space per machine. */
const struct space *timeline_space(const struct timeline *t, int32_t machine, int32_t pid, struct when when,
                                   struct when *from, struct when *until);
const struct space *timeline_kernel_space(const struct timeline *t, int32_t machine);

/* Sets the kernel's mapping to its real extent [start, end), which its symbols tell: recorders guess the end (on x86 _etext,
   on arm the end of memory). Before any worker starts. */
void timeline_set_kernel_extent(struct timeline *t, int32_t machine, uint64_t start, uint64_t end);

/* Assumes that JIT code mapped over an object's code is a copy of it (made/remapped.c), unless `is_named` says that
   something names code of the mapping. Each assumption is counted as a problem. Once, before any worker starts. */
void timeline_assume_remapped(struct timeline *t, bool (*is_named)(void *arg, const struct map *m),
                              void *arg);

/* Doubts an object's build-id: it is known to be of a file that lay at the path later. Before any worker starts. */
void timeline_doubt_build_id(struct timeline *t, const struct object *o);

/* Makes objects of ELF files that were mapped from inside larger files (made/embedded.c). `find` tells what lies where
   `code` was mapped, in a file without a build-id; or, with `code` NULL, under the name `entry`, valid during the call.
   Once, before objects are asked for. */
typedef bool timeline_part_finder(void *arg, const struct object *o, const struct object_segment *code,
                                  const char *entry, struct object_part *part);
void timeline_split_embedded(struct timeline *t, timeline_part_finder *find, void *arg);

/* The mapping of a machine's kernel image; NULL: none. */
const struct map *timeline_kernel_map(const struct timeline *t, int32_t machine);

/* All objects, *n of them, in order of appearance. */
const struct object *const *timeline_objects(const struct timeline *t, size_t *n);

/* Lays n pieces of an object's JIT code over its mappings (made/replaced.c): an address belongs to the piece that was there
   at the moment. Once for an object, before any worker starts. */
void timeline_add_jit_pieces(struct timeline *t, const struct object *o, const struct replaced_code *v,
                             size_t n);

/* Whether a program ran JIT code (OBJECT_JIT). */
bool timeline_has_jit_code(const struct timeline *t);

/* All threads, by the last use of each tid, in order of appearance; for --tasks and --mmaps. */
struct task_view {
    int32_t pid, tid, ppid;
    const char *comm; /* its last name; NULL: unknown */
    const struct space *space;
};
size_t timeline_count_tasks(const struct timeline *t);
struct task_view timeline_task(const struct timeline *t, size_t i);

/* All uses of all tids in order of appearance, and their names and namespaces: `name` and `move` count from 0; NULL: there
   are no more. */
struct id_use_view {
    int32_t pid, tid, ppid;
    struct when from;
};
size_t timeline_count_id_uses(const struct timeline *t);
/* The use of a tid at a moment, and the window in which that is the answer; TIMELINE_NO_ID_USE: the tid was not seen yet. */
enum { TIMELINE_NO_ID_USE = UINT32_MAX };
uint32_t timeline_id_use_at(const struct timeline *t, int32_t tid, struct when when, struct when *from,
                            struct when *until);
struct id_use_view timeline_id_use(const struct timeline *t, size_t i);
const char *timeline_id_use_comm(const struct timeline *t, size_t i, size_t name, struct when *from);
const struct namespaces *timeline_id_use_namespaces(const struct timeline *t, size_t i, size_t move,
                                                    struct when *from);

/* All address spaces of processes, also of guests (`machine`: see timeline_space()), in order of appearance. */
size_t timeline_count_spaces(const struct timeline *t);
struct space_view timeline_space_view(const struct timeline *t, size_t i);

#endif
