/* gzip: what is written compressed (RFC 1952), fast rather than small. */
#ifndef PERFOLIO_FORMATS_EXPORT_GZIP_H
#define PERFOLIO_FORMATS_EXPORT_GZIP_H

#include "formats/export/exporter.h"

struct gzip;

/* Nobody else writes to `out` until gzip_end(). `beside`: a thread compresses while more is put together, if it can be had. */
struct gzip *gzip_begin(struct export_sink *out, bool beside);

/* Add these bytes, best many at once, which are as good as empty then. */
void gzip_add(struct gzip *g, struct text *bytes);
void gzip_end(struct gzip *g, struct text *last);

#endif
