/*
 * timeline: the recorded machine as a function of time: threads and their names, address spaces, mappings. It
 * is built in one pass over the metadata records. timeline_seal() ends this; afterwards any number of threads
 * may read the timeline in parallel.
 *
 * At any moment an address belongs to the latest mapping that covers it. So overlapping mappings need not be
 * split, and the result is a pure function of (space, address, when). For addresses without a mapping in a
 * space, its parent space is used. After a FORK the parent space is that of the parent process at the time of
 * the fork; after an exec it is the process' image before the exec.
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

/* Adds a metadata record. Records must come in file order; each takes effect at its time. Types that do
   not change a timeline are ignored. */
void timeline_add(struct timeline *t, const struct record *r);

/* Functions by which several threads add metadata records in parallel (struct visit_hands), instead of
   timeline_add(). */
extern const struct visit_hands timeline_hands;

/* Makes the timeline also count the running threads (timeline_running_threads()). Call it before the first
   record is added. */
void timeline_track_running(struct timeline *t);

/* Makes the timeline ignore all mappings, for callers that need only threads. Call it before the first record is
   added. */
void timeline_skip_mappings(struct timeline *t);

/* Adds a row of the header's build-id table. Objects with the row's path and no recorded build-id get the
   row's build-id (the inverse of perf's dsos__read_build_ids()). */
void timeline_add_build_id(struct timeline *t, const struct env_build_id *b);

/* Applies all records in order of time and builds the indexes. Call the functions below only afterwards;
   any thread may call them. */
void timeline_seal(struct timeline *t);

/* Sets the layout of the kernels' objects (kernel_layout.h); `env`: the recorded machine. Call it once, after
   timeline_seal() and before timeline_set_kernel_extent(). */
void timeline_set_kernel_layouts(struct timeline *t, const struct env *env);

/* The name of a thread at a moment, interned; NULL: unknown (reports print ":TID"). [*from, *until)
   receives the window of time in which the result is the same, for caches. Before its first name was
   recorded, a thread already has this first name. With `by_then` it has no name (NULL) until then, as in
   perf script. */
const char *timeline_comm(const struct timeline *timeline, int32_t tid, struct when when, bool by_then,
                          struct when *from, struct when *until);

/* The namespaces of a thread at a moment; NULL: none were recorded before that moment. */
const struct namespaces *timeline_namespaces(const struct timeline *t, int32_t tid, struct when when);

/* The *n changes that the kernel made to its own code, in order of time. */
const struct poke *timeline_pokes(const struct timeline *t, size_t *n);

/* The number of recorded threads that ran at a moment, at least 1 (core/model/parallel.h). Call it only
   after timeline_track_running(). */
int32_t timeline_running_threads(const struct timeline *t, struct when when);

/* The path of a control group; NULL: unknown. */
const char *timeline_cgroup(const struct timeline *t, uint64_t id);

/* The path of control group number i, in the order of their records; a path may occur several times. NULL: there are fewer. */
const char *timeline_nth_cgroup(const struct timeline *t, size_t i);

/* The user part of a thread's call chains with this cookie (core/model/deferred.h). */
struct deferred_chain timeline_deferred(const struct timeline *t, int32_t tid, uint64_t cookie);

/* timeline_space(): the address space of a process at a moment; NULL: none. [*from, *until) receives the window of time
   in which the result is the same. timeline_kernel_space(): the address space of a machine's kernel. `machine`: the pid
   of a guest's virtual machine, or -1 for the host. */
const struct space *timeline_space(const struct timeline *t, int32_t machine, int32_t pid, struct when when,
                                   struct when *from, struct when *until);
const struct space *timeline_kernel_space(const struct timeline *t, int32_t machine);

/* Sets the kernel's mapping to its real extent [start, end), known from the kernel's symbols. Recorders
   only guess the end (on x86 _etext, on arm the end of memory). Call it before any worker starts. */
void timeline_set_kernel_extent(struct timeline *t, int32_t machine, uint64_t start, uint64_t end);

/* Assumes that anonymous executable memory mapped over an object's code is a copy of that code
   (made/remapped.c). It does not assume this if is_named() says that a perf map or jitdump names code in
   the mapping. Each assumption is counted as a problem. Call it once, before any worker starts. */
void timeline_assume_remapped(struct timeline *t, bool (*is_named)(void *arg, const struct map *m),
                              void *arg);

/* Marks the build-id of an object as doubtful (ID_OF_LATER_FILE): it belongs to a file that replaced the mapped one at
   its path. Call it before any worker starts. */
void timeline_doubt_build_id(struct timeline *t, const struct object *o);

/* Makes objects for ELF files that were mapped from inside larger files (made/embedded.c). find() looks up
   an ELF file inside the file of the object `o`, which has no build-id. It looks for the ELF file at the
   offset where `code` was mapped, or, if `code` is NULL, for the one with the name `entry` (valid during
   the call). Call it once, before objects are looked up. */
typedef bool timeline_part_finder(void *arg, const struct object *o, const struct object_segment *code,
                                  const char *entry, struct object_part *part);
void timeline_split_embedded(struct timeline *t, timeline_part_finder *find, void *arg);

/* The mapping of a machine's kernel image; NULL: none. */
const struct map *timeline_kernel_map(const struct timeline *t, int32_t machine);

/* The *n objects, in order of appearance. */
const struct object *const *timeline_objects(const struct timeline *t, size_t *n);

/* Adds n ranges of an object's JIT code, which take precedence over the mappings of the object
   (made/replaced.c). An address belongs to the code that was there at the moment. Call it once for an
   object, before any worker starts. */
void timeline_add_jit_pieces(struct timeline *t, const struct object *o, const struct replaced_code *v,
                             size_t n);

/* Whether some program ran JIT code (OBJECT_JIT). */
bool timeline_has_jit_code(const struct timeline *t);

/* timeline_count_tasks(), timeline_task(): all threads, in order of appearance, for --tasks and --mmaps.
   If a tid was reused, only its last use is listed. */
struct task_view {
    int32_t pid, tid, ppid;
    const char *comm; /* its last name; NULL: unknown */
    const struct space *space;
};
size_t timeline_count_tasks(const struct timeline *t);
struct task_view timeline_task(const struct timeline *t, size_t i);

/* timeline_count_id_uses(), timeline_id_use(): all uses of all tids, in order of appearance.
   timeline_id_use_comm(), timeline_id_use_namespaces(): the names, and the namespaces, of a use one after
   the other; `name` and `move` count them from 0; NULL: there are no more. */
struct id_use_view {
    int32_t pid, tid, ppid;
    struct when from;
};
size_t timeline_count_id_uses(const struct timeline *t);
/* The use of a tid at a moment, as an index for timeline_id_use(); TIMELINE_NO_ID_USE: the tid did not
   occur yet. [*from, *until) receives the window of time in which the result is the same. */
enum { TIMELINE_NO_ID_USE = UINT32_MAX };
uint32_t timeline_id_use_at(const struct timeline *t, int32_t tid, struct when when, struct when *from,
                            struct when *until);
struct id_use_view timeline_id_use(const struct timeline *t, size_t i);
const char *timeline_id_use_comm(const struct timeline *t, size_t i, size_t name, struct when *from);
const struct namespaces *timeline_id_use_namespaces(const struct timeline *t, size_t i, size_t move,
                                                    struct when *from);

/* timeline_count_spaces(), timeline_space_view(): all address spaces of processes, including those of guests, in order
   of appearance. */
size_t timeline_count_spaces(const struct timeline *t);
struct space_view timeline_space_view(const struct timeline *t, size_t i);

#endif
