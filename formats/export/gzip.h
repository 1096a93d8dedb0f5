/* gzip: compresses output (RFC 1952), fast rather than small. */
#ifndef PERFOLIO_FORMATS_EXPORT_GZIP_H
#define PERFOLIO_FORMATS_EXPORT_GZIP_H

#include "formats/export/exporter.h"

struct gzip;

/* Begins a stream to `out`, which nobody else may write to until gzip_end(). `beside`: compress in a thread of its own, if
   one can be made. */
struct gzip *gzip_begin(struct export_sink *out, bool beside);

/* Adds bytes; a `write` for an export_sink with the struct gzip as its `arg`. Always true. The result does not depend on
   how the bytes are divided among calls. */
bool gzip_add(void *gzip, const void *bytes, size_t n, struct err *e);

/* Writes the rest, and frees the struct. */
void gzip_end(struct gzip *g);

#endif
