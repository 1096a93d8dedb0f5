/*
 * mapping_hits: who has an address mapped at a moment, out of the timeline: one hit for each mapping that
 * differs, with all the processes that have it. Nothing is resolved here.
 */
#ifndef PERFOLIO_LIB_QUESTION_PROVENANCE_MAPPING_HITS_H
#define PERFOLIO_LIB_QUESTION_PROVENANCE_MAPPING_HITS_H

#include "core/base/text.h"
#include "core/model/timeline/timeline.h"

struct holder {
    int32_t pid;           /* -1: the kernel */
    const struct map *map; /* its own or its parent's */
};

struct mapping_hit {
    const struct map *map; /* of the first holder; those of the others are at the same place */
    int32_t machine;
    struct holder *holders;
    size_t nholders, cap_holders;
};

struct mapping_hits {
    struct mapping_hit *v;
    size_t n, cap;
};

/* Add who has `avma` mapped at a moment, in order of appearance. `pid`: only that process, and the kernel
   where the process has nothing there; -1: all. */
void mapping_hits_add(struct mapping_hits *found, const struct timeline *t, uint64_t avma, int32_t pid,
                      struct when when);
void mapping_hits_free(struct mapping_hits *found);

/* The spaces of processes, then those of kernels, each once (see timeline_kernel_space), whose pid is -1; malloc'ed. */
struct space_view *mapping_hits_spaces(const struct timeline *t, size_t *n);

/* Whether a space is a kernel's, or that of its process at a moment, and the process is `pid` (-1: any). */
bool mapping_hits_space_is_current(const struct timeline *t, const struct space_view *v, int32_t pid,
                                   struct when when);

/* The first map of a space, at any time, that covers an address; NULL: none does. */
const struct map *mapping_hits_first_map(const struct space *s, uint64_t avma);

/* "224 (wl-alpha)", "the kernel", ... as it was called at the moment. */
void mapping_hits_holder_text(const struct timeline *t, const struct holder *h, int32_t machine,
                              struct when when, struct text *out);

/* "since 112.003000000": nothing is earlier than what the recorder found when it began. */
void mapping_hits_since_text(struct when from, bool timed, struct text *out);

#endif
