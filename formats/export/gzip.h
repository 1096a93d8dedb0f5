/* gzip: what is written compressed (RFC 1952), fast rather than small. */
#ifndef PERFOLIO_FORMATS_EXPORT_GZIP_H
#define PERFOLIO_FORMATS_EXPORT_GZIP_H

#include "formats/export/exporter.h"

struct gzip;

/* Nobody else writes to `out` until gzip_end(). `beside`: a thread compresses while more is put together, if it can be had. */
struct gzip *gzip_begin(struct export_sink *out, bool beside);

/* Add bytes: as `write` of an export_sink, whose `arg` is `gzip`. What is compressed does not depend on how they come. */
bool gzip_add(void *gzip, const void *bytes, size_t n, struct err *e);
void gzip_end(struct gzip *g);

#endif
