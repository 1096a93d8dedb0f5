/* missing: the objects that have samples, but for which no source has symbols. */
#ifndef PERFOLIO_LIB_QUESTION_PROVENANCE_MISSING_H
#define PERFOLIO_LIB_QUESTION_PROVENANCE_MISSING_H

#include "lib/view/rows.h"
#include "lib/question/common/common.h"

struct missing {
    const struct object **v; /* sorted by samples, most first */
    uint64_t *samples;       /* of each */
    size_t n;
    uint64_t all; /* sum of `samples` */
};

/* `shares`: number of samples per object of the timeline. The symbols of all these objects have been looked up. */
struct missing missing_objects(const struct session *s, const uint64_t *shares);
void missing_free(struct missing *m);

/* missing_show() prints a line for each of the first `most` objects, with its percentage of `samples`. missing_rows()
   writes all as the table "missing". */
void missing_show(const struct missing *m, uint64_t samples, size_t most, struct outlet *out);
void missing_rows(const struct missing *m, struct rows *r);

#endif
