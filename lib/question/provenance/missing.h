/* missing: the objects that samples lie in and that no source has symbols of. */
#ifndef PERFOLIO_LIB_QUESTION_PROVENANCE_MISSING_H
#define PERFOLIO_LIB_QUESTION_PROVENANCE_MISSING_H

#include "lib/view/rows.h"
#include "lib/question/common/common.h"

struct missing {
    const struct object **v; /* most samples first */
    uint64_t *samples;       /* of each */
    size_t n;
    uint64_t all; /* samples of all of them */
};

/* `shares` are the samples of each of the timeline's objects, whose symbols were all looked up. */
struct missing missing_objects(const struct session *s, const uint64_t *shares);
void missing_free(struct missing *m);

/* A line for each of the first `most`, with its part of so many samples; or a table "missing" of all. */
void missing_show(const struct missing *m, uint64_t samples, size_t most, struct outlet *out);
void missing_rows(const struct missing *m, struct rows *r);

#endif
