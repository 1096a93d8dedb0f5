/*
 * inflater: decompresses the zstd stream inside of COMPRESSED records into whole records. The front of a record waits for the
 * rest. Which bytes of the stream an outer record carries, feed.c knows.
 */
#ifndef PERFOLIO_FORMATS_PERF_INFLATER_H
#define PERFOLIO_FORMATS_PERF_INFLATER_H

#include "core/base/problem.h"
#include "core/model/capture.h"

struct inflater;

/* An inflater at the beginning of a stream. Freed with inflater_free(), which takes NULL. */
struct inflater *inflater_new(void);
void inflater_free(struct inflater *i);

/* How many decompressed bytes wait for the rest of their record (NULL: none). */
size_t inflater_rest(const struct inflater *i);

/* Decompresses what is left of the payload of the outer record at offset `at`, and appends the whole records that
   result to `out`, until that holds `enough` bytes: the file must not decide how large a block grows. True: the
   payload is used up, or zstd refuses it (counted; the stream then starts over). False: there is more, call again
   with the same payload. */
bool inflater_add(struct inflater *i, struct span *payload, uint64_t at, enum byte_order order,
                  struct block *out, size_t enough, struct problems *problems);

#endif
