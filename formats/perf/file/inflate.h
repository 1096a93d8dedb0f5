/* inflate: the zstd stream inside COMPRESSED and COMPRESSED2 records. A record of the inner stream may span
   two outer ones; what is not yet whole waits here. */
#ifndef PERFOLIO_FORMATS_PERF_FILE_INFLATE_H
#define PERFOLIO_FORMATS_PERF_FILE_INFLATE_H

#include "core/base/cur.h"
#include "core/base/problem.h"
#include "core/model/capture.h"

struct inflater;

struct inflater *inflater_new(void);
void inflater_free(struct inflater *i);

/* Decompress what is left of the payload of one outer record, which lies at `at`, and append the whole
   records that result to `out`, until that holds `enough` bytes: how much comes out is the file's word, and
   no block may grow by that. True when the payload is used up, also when zstd refuses it (counted; the stream
   then starts over); false: there is more, call again with the same payload. */
bool inflater_add(struct inflater *i, struct span *payload, uint64_t at, enum byte_order order,
                  struct block *out, size_t enough, struct problems *problems);

/* Bytes of a record that never became whole. */
size_t inflater_pending(const struct inflater *i);

#endif
