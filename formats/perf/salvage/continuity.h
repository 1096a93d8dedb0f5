/*
 * continuity: whether the decompressed records of a part are those that were compressed, or what zstd makes of them behind another
 * part. The stream has no checksum: its matches copy whatever bytes were decompressed before. So the records are judged: their
 * fields have to fit, their events and CPUs have to exist, and the time of each buffer goes on.
 */
#ifndef PERFOLIO_FORMATS_PERF_SALVAGE_CONTINUITY_H
#define PERFOLIO_FORMATS_PERF_SALVAGE_CONTINUITY_H

#include "formats/perf/salvage/sound.h"

/* Zero-initialise. */
struct continuity {
    struct sound_judge judge;
    struct idmap buffers; /* a buffer of the kernel (buffer_of()) -> its number, from 1 */
    uint64_t *latest;     /* time of its latest sample, ns, by that number - 1 */
    size_t n, cap;
    uint64_t last;    /* time of the latest sample of this part and of those before it, ns */
    uint64_t before;  /* the same, of those before it */
    uint64_t samples; /* number of this part's samples whose buffer is known */
    uint64_t back;    /* of these, those that are earlier than one before them in their buffer */
};

/* Call this before the records of each part. */
void continuity_begin_part(struct continuity *c);

/* Takes the records of a block of a part, in order. NULL: they may be of this part; else why one of them cannot. */
const char *continuity_see(struct continuity *c, const struct perfdata *p, const struct block *b);

/* The same of all records of a part, when they were seen. */
const char *continuity_end_part(const struct continuity *c);

void continuity_free(struct continuity *c);

#endif
