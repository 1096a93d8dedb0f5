/*
 * holdings: what captures, and a folio of them, tell of persons, machines and companies: what one wants to know before they are
 * given away. A kind of thing is counted once for each different one.
 */
#ifndef PERFOLIO_LIB_QUESTION_PROVENANCE_HOLDINGS_H
#define PERFOLIO_LIB_QUESTION_PROVENANCE_HOLDINGS_H

#include "lib/view/rows.h"
#include "lib/question/common/common.h"
#include "core/base/arena.h"

enum holding {
    HOLDS_HOST,
    HOLDS_KERNEL,
    HOLDS_COMMAND, /* line, of a recording */
    HOLDS_PATH,    /* of a file that was mapped */
    HOLDS_THREAD,  /* its name */
    HOLDS_STACKS,  /* captures with dumps of stacks, by name; */
    HOLDS_RAW,     /* with raw data of events */
    HOLDS_LINES,   /* objects of which the folio has lines: names of source files; */
    HOLDS_FILES,   /* the whole file */
    HOLDINGS
};

struct holdings { /* zero-initialised */
    struct names of[HOLDINGS];
};

/* Add those of a capture of a session that was walked, which has a name; and those of a folio's objects. */
void holdings_add(struct holdings *h, const struct session *s, const char *name);
void holdings_add_objects(struct holdings *h, const struct folio *f);
void holdings_free(struct holdings *h);

/* A line for each kind that there is: how many, and one or two of them; the same as the table "holds", with these as
   examples. */
void holdings_rows(const struct holdings *h, struct rows *r);

#endif
