/* size: reads sizes as people write them, in options. */
#ifndef PERFOLIO_CORE_BASE_CHARACTER_SIZE_H
#define PERFOLIO_CORE_BASE_CHARACTER_SIZE_H

#include <stdbool.h>
#include <stdint.h>

/* Reads a size, such as 25MB or 2G: a whole number, not 0, and a unit. K, M, G and T, or KiB, MiB, GiB and TiB, are powers of 1024; KB, MB,
   GB and TB are powers of 1000; B, or no unit, are bytes. False, and *bytes is unchanged: it is none, or 2^64 bytes or more. */
bool size_read(const char *s, uint64_t *bytes);

#endif
