/*
 * mapping_hits: which processes have an address mapped at a given time, by the timeline. There is one hit per
 * distinct mapping, with all processes that have it (the holders). No symbols are looked up here.
 */
#ifndef PERFOLIO_LIB_QUESTION_PROVENANCE_MAPPING_HITS_H
#define PERFOLIO_LIB_QUESTION_PROVENANCE_MAPPING_HITS_H

#include "core/base/text.h"
#include "core/model/timeline/timeline.h"

struct holder {
    int32_t pid;           /* -1: the kernel */
    const struct map *map; /* the mapping, its own or inherited from its parent */
};

struct mapping_hit {
    const struct map *map; /* the mapping of the first holder; the other holders have an equal one */
    int32_t machine;
    struct holder *holders;
    size_t nholders, cap_holders;
};

struct mapping_hits {
    struct mapping_hit *v;
    size_t n, cap;
};

/* Adds the holders of address `avma` at a time, in order of appearance. `pid`: only this process, or the kernel if
   the process has nothing mapped there; -1: all. */
void mapping_hits_add(struct mapping_hits *found, const struct timeline *t, uint64_t avma, int32_t pid,
                      struct when when);
void mapping_hits_free(struct mapping_hits *found);

/* All address spaces, malloc'ed: those of processes, then those of kernels, each once (see timeline_kernel_space()).
   A kernel's space has the pid -1. */
struct space_view *mapping_hits_spaces(const struct timeline *t, size_t *n);

/* Whether a space belongs to a kernel, or is the address space that process `pid` (-1: any process) has at a time. */
bool mapping_hits_space_is_current(const struct timeline *t, const struct space_view *v, int32_t pid,
                                   struct when when);

/* The first mapping of a space that covers an address at any time; NULL: none. */
const struct map *mapping_hits_first_map(const struct space *s, uint64_t avma);

/* Adds a holder in words: "the kernel", or the pid of a process and its name at the time: "224 (wl-alpha)". */
void mapping_hits_holder_text(const struct timeline *t, const struct holder *h, int32_t machine,
                              struct when when, struct text *out);

/* Adds since when a mapping exists: "since 112.003000000"; without times (`timed`), the position of its record in the
   file; or "since the beginning" for a mapping that the recorder found when it started. */
void mapping_hits_since_text(struct when from, bool timed, struct text *out);

#endif
