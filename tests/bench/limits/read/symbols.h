/* symbols: the symbols of a file, sorted: of ELF files of 64 bits and this byte order, and of listings of a kernel's. */
#ifndef PERFOLIO_BENCH_LIMITS_SYMBOLS_H
#define PERFOLIO_BENCH_LIMITS_SYMBOLS_H

#include "read/objects.h"

/* Fill in what an object has of them; it stays empty where nothing is found. */
void symbols_load(struct object *x);

/* The file that was mapped, NULL: it is not there. */
const uint8_t *symbols_map(const struct object *x, size_t *size);

/* The address as linked of what lies at an offset of an ELF file's code. */
uint64_t symbols_address(const uint8_t *file, size_t size, uint64_t offset);

#endif
