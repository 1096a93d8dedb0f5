/* folio_info: what is in a folio, as its manifest states it: nothing else of it is read. */
#ifndef PERFOLIO_CLI_DUMP_FOLIO_INFO_H
#define PERFOLIO_CLI_DUMP_FOLIO_INFO_H

#include <stdio.h>

#include "archive/folio/folio.h"

void folio_info_show(const struct folio *f, FILE *out);
void folio_info_json(const struct folio *f, FILE *out);

#endif
