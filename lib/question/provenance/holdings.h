/*
 * holdings: which data about persons, machines and companies captures and a folio contain, so that the user can check
 * it before giving them away. Each kind of data is a set of distinct names.
 */
#ifndef PERFOLIO_LIB_QUESTION_PROVENANCE_HOLDINGS_H
#define PERFOLIO_LIB_QUESTION_PROVENANCE_HOLDINGS_H

#include "lib/view/rows.h"
#include "lib/question/common/common.h"
#include "core/base/arena.h"
#include "lib/question/share/scrub/policy.h"

enum holding {
    HOLDS_HOST,
    HOLDS_KERNEL,
    HOLDS_COMMAND, /* command lines of recordings */
    HOLDS_SECRET,  /* words of command lines, paths and names of threads that look like secrets */
    HOLDS_PATH,    /* paths of mapped files */
    HOLDS_THREAD,  /* names of threads */
    HOLDS_CGROUP,  /* paths of control groups */
    HOLDS_STACKS,  /* names of captures that have stack dumps */
    HOLDS_RAW,     /* names of captures that have raw data of events */
    HOLDS_LINES,   /* objects whose source lines, and so names of source files, are in the folio */
    HOLDS_FILES,   /* objects that the folio has as whole files */
    HOLDINGS
};

struct holdings { /* zero-initialised */
    struct names of[HOLDINGS];
    struct names scrubbed[SCRUB_LEVELS]; /* captures that were scrubbed, by whom they are for */
};

/* holdings_add_capture() adds the data of a session's capture, which has been walked; `name` is the capture's name.
   holdings_add_objects() adds the data of a folio's objects. */
void holdings_add_capture(struct holdings *h, const struct session *s, const char *name);
void holdings_add_objects(struct holdings *h, const struct folio *f);
void holdings_free(struct holdings *h);

/* Shows a line for each kind that occurs: the number of distinct names, and one or two examples; in JSON, the table
   "holds". Before them, which captures were scrubbed: the table "scrubbed". */
void holdings_rows(const struct holdings *h, struct rows *r);

#endif
