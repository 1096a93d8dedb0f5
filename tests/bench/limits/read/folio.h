/* folio: the capture in a folio, inflated, and the symbols of its objects (docs/folio.md). The first capture is taken, which
   must be a file. */
#ifndef PERFOLIO_BENCH_LIMITS_FOLIO_H
#define PERFOLIO_BENCH_LIMITS_FOLIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct object;
struct folio;

/* The folio that a mapped file is; NULL: it is none. */
struct folio *folio_of(const uint8_t *file, size_t size);

/* Its capture; NULL: it cannot be inflated. */
const uint8_t *folio_capture(const struct folio *f, size_t *size);

/* Add the symbols of an object, by its build-id or else its path. */
void folio_symbols(const struct folio *f, struct object *x);

#endif
