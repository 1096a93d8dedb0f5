/* folio_check: whether a folio is as it was written. Accidents show, not tampering: who changes a folio can
   change its checksums too. */
#ifndef PERFOLIO_ARCHIVE_FOLIO_FOLIO_CHECK_H
#define PERFOLIO_ARCHIVE_FOLIO_FOLIO_CHECK_H

#include "archive/folio/folio.h"

/* Look at every byte of an opened folio; complain() gets a sentence for each thing that is wrong. True:
   nothing is. What could not be read is left to folio_all_read(). */
bool folio_check(const struct folio *f, void (*complain)(void *arg, const char *what), void *arg);

#endif
