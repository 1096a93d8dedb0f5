/*
 * inflater: the zstd stream inside of COMPRESSED records, taken apart into whole records. What is not yet one waits for what
 * follows. Which record carries what of the stream is feed.c's.
 */
#ifndef PERFOLIO_FORMATS_PERF_INFLATER_H
#define PERFOLIO_FORMATS_PERF_INFLATER_H

#include "core/base/problem.h"
#include "core/model/capture.h"

struct inflater;

/* At the beginning of a stream. Freed with inflater_free(), which takes NULL. */
struct inflater *inflater_new(void);
void inflater_free(struct inflater *i);

/* How many bytes wait that are less than a record (of NULL: none). */
size_t inflater_rest(const struct inflater *i);

/* Decompress what is left of the payload of one outer record, which lies at `at`, and append the whole records that
   result to `out`, until that holds `enough` bytes: how much comes out is the file's word, and no block may grow by
   that. True when the payload is used up, also when zstd refuses it (counted; the stream then starts over); false:
   there is more, call again with the same payload. */
bool inflater_add(struct inflater *i, struct span *payload, uint64_t at, enum byte_order order,
                  struct block *out, size_t enough, struct problems *problems);

#endif
