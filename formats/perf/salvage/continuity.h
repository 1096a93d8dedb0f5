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
    struct idmap
        buffers;      /* id of samples -> number from 1: samples of one id are in one buffer of the kernel */
    uint64_t *latest; /* time of the latest sample, ns, by that number - 1 */
    size_t n, cap;
    uint64_t last;   /* the time of the latest sample of this part and those before it, ns */
    uint64_t before; /* the same, of those before it */
    uint64_t samples,
        back; /* of this part: those with a buffer; of these, those earlier than one before them in it */
};

/* Call this before the records of each part. */
void continuity_begin_part(struct continuity *c);

/* Takes the records of a block of a part, in order. NULL: they may be of this part; else why one of them cannot. */
const char *continuity_see(struct continuity *c, const struct perfdata *p, const struct block *b);

/* The same of all records of a part, when they were seen. */
const char *continuity_end_part(const struct continuity *c);

void continuity_free(struct continuity *c);

#endif
