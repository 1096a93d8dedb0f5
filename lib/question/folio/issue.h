/*
 * issue: a folio to attach to a public bug report: scrubbed for the public, and not larger than a limit. What does not fit is
 * left out in steps, what tells least first, and the answer says so.
 */
#ifndef PERFOLIO_LIB_QUESTION_FOLIO_ISSUE_H
#define PERFOLIO_LIB_QUESTION_FOLIO_ISSUE_H

#include "lib/question/folio/packing.h"

/* Packs as the options of `p` say, in at most p->most bytes. Returns the exit status. */
int issue_run(const struct packing *p, struct outlet *out, struct outlet *err);

#endif
