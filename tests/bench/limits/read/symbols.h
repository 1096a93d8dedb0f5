/* symbols: the symbols of a file, sorted: of ELF files of 64 bits and this byte order, and of listings of a kernel's. */
#ifndef PERFOLIO_BENCH_LIMITS_SYMBOLS_H
#define PERFOLIO_BENCH_LIMITS_SYMBOLS_H

#include "read/folio.h"
#include "read/objects.h"

/* Fill in what an object has of them; it stays empty where nothing is found. `folio`: the one that the capture is in, which
   has them all; NULL: it is in none. */
void symbols_load(const struct folio *folio, struct object *x);

/* The file that was mapped, NULL: it is not there. */
const uint8_t *symbols_map(const struct object *x, size_t *size);

/* The address as linked of what lies at an offset of an ELF file's code. */
uint64_t symbols_address(const uint8_t *file, size_t size, uint64_t offset);

/* Add one to those of an object. */
void symbols_add(struct object *x, uint64_t start, uint64_t size, const char *name);

#endif
