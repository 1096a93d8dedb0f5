/*
 * timeline: the recorded machine as a function of time: threads and their names, address spaces and what was
 * mapped where. Built in one pass over the metadata records, immutable from timeline_seal() on, then read by
 * any number of workers at once.
 *
 * An address belongs to the latest mapping that covers it at that moment. Nothing is split when mappings
 * overlap: "the latest that covers" is the same answer, and it is a pure function of (space, address, when).
 * A forked space that has no answer of its own asks its parent as of the fork, one from an exec on the space
 * before it.
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

/* Add a metadata record, in file order; it takes effect at its time. Records that change nothing here are
 * ignored. */
void timeline_add(struct timeline *t, const struct record *r);

/* Records that a thread of its own adds while others add what lies elsewhere in the file (capture.h). */
extern const struct visit_hands timeline_hands;

/* Keep, too, how many threads ran at a moment: before the first record is added. */
void timeline_count_running(struct timeline *t);

/* Leave out what was mapped where: threads are all that is asked for. Before the first record is added, too. */
void timeline_threads_only(struct timeline *t);

/* Give objects without a build-id the one of the header's table, by path (perf, dsos__read_build_ids'
 * inverse). */
void timeline_add_build_id(struct timeline *t, const struct env_build_id *b);

/* No more records: put them in order of time, apply them, index. Everything below may be called from here on,
 * from any thread. */
void timeline_seal(struct timeline *t);

/* Tell the kernels' objects what the recording says of where they lay (kernel_layout.h); `env`: the recorded
   machine's. Once, after the seal and before timeline_fit_kernel(). */
void timeline_lay_out(struct timeline *t, const struct env *env);

/* The name of a thread at a moment, interned, or NULL when it is unknown (reports print ":TID"); and the
   window [*from, *until) in which that is the answer, for caches. `by_then`: as it was known by then, NULL before it
   was recorded for the first time, as perf script has it; else it had its first name before that, too. */
const char *timeline_comm(const struct timeline *timeline, int32_t tid, struct when when, bool by_then,
                          struct when *from, struct when *until);

/* The namespaces that a thread was in at a moment, or NULL when nothing was recorded of that until then. */
const struct namespaces *timeline_namespaces(const struct timeline *t, int32_t tid, struct when when);

/* The changes that the kernel made to its own code, in order of time: *n of them. */
const struct poke *timeline_pokes(const struct timeline *t, size_t *n);

/* How many of the recorded threads ran at a moment, at least 1; only where that is kept
   (core/model/parallel.h). */
int32_t timeline_running(const struct timeline *t, struct when when);

/* The path of a control group, or NULL. */
const char *timeline_cgroup(const struct timeline *t, uint64_t id);

/* The user's part of call chains of a thread that name it by a cookie. */
struct deferred_chain timeline_deferred(const struct timeline *t, int32_t tid, uint64_t cookie);

/* The address space of a process at a moment, or NULL; `machine` is a guest's pid or -1. The kernel's spaces
   are functions of the machine alone. */
const struct space *timeline_space(const struct timeline *t, int32_t machine, int32_t pid, struct when when,
                                   struct when *from, struct when *until);
const struct space *timeline_kernel(const struct timeline *t, int32_t machine);

/* The kernel's mapping as it really was: recordings know where it begins and guess where it ends (on x86 at
   _etext, on arm at the end of memory), its symbols know both. Before any worker starts. */
void timeline_fit_kernel(struct timeline *t, int32_t machine, uint64_t start, uint64_t end);

/* Take made code that lies over an object's for that, but where `is_named` says that something names code of the
   mapping (made/remapped.c); what is assumed is a problem. Once, before any worker starts. */
void timeline_assume_remapped(struct timeline *t, bool (*is_named)(void *arg, const struct map *m),
                              void *arg);

/* Take back an object's build-id, which is known to be of a file that lay at its path later. Before any worker starts. */
void timeline_doubt(struct timeline *t, const struct object *o);

/* Make objects of ELF files that were mapped out of larger files (made/embedded.c), as `find` knows them: what lies where `code`
   of a file without a build-id was mapped, or (NULL) under the name `entry`, which lives until it returns. Once, before objects
   are asked for. */
typedef bool timeline_part_finder(void *arg, const struct object *o, const struct object_segment *code,
                                  const char *entry, struct object_part *part);
void timeline_split(struct timeline *t, timeline_part_finder *find, void *arg);

/* The mapping of a machine's kernel image, or NULL. */
const struct map *timeline_kernel_map(const struct timeline *t, int32_t machine);

/* Objects in order of appearance. */
const struct object *const *timeline_objects(const struct timeline *t, size_t *n);

/* Of an object of made code, n pieces that lay where others did (made/replaced.c): an address of it is of the one that lay there
   at the moment. Once for an object, before any worker starts. */
void timeline_replace(struct timeline *t, const struct object *o, const struct replaced_code *v, size_t n);

/* Whether a program ran code that it had made (OBJECT_JIT). */
bool timeline_has_made_code(const struct timeline *t);

/* Every thread, by the last use of its tid, in order of appearance: for --tasks and --mmaps. */
struct task_view {
    int32_t pid, tid, ppid;
    const char *comm; /* the last one, or NULL */
    const struct space *space;
};
size_t timeline_tasks(const struct timeline *t);
struct task_view timeline_task(const struct timeline *t, size_t i);

/* Every use of every tid, in order of appearance, and the names and namespaces it had: `name` and `move`
   count from 0, NULL ends. */
struct id_use_view {
    int32_t pid, tid, ppid;
    struct when from;
};
size_t timeline_id_uses(const struct timeline *t);
/* Which of them holds a tid at a moment, and the window in which that is the answer; TIMELINE_NO_ID_USE
   before anything is known of it. */
enum { TIMELINE_NO_ID_USE = UINT32_MAX };
uint32_t timeline_id_use_at(const struct timeline *t, int32_t tid, struct when when, struct when *from,
                            struct when *until);
struct id_use_view timeline_id_use(const struct timeline *t, size_t i);
const char *timeline_id_use_comm(const struct timeline *t, size_t i, size_t name, struct when *from);
const struct namespaces *timeline_id_use_namespaces(const struct timeline *t, size_t i, size_t move,
                                                    struct when *from);

/* Every address space of a process, guests' (`machine`: see timeline_space) among them, in order of
 * appearance. */
size_t timeline_spaces(const struct timeline *t);
struct space_view timeline_space_view(const struct timeline *t, size_t i);

#endif
