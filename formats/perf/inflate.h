/* inflate: the zstd stream inside COMPRESSED and COMPRESSED2 records. A record of the inner stream may span
   two outer ones; what is not yet whole waits here. */
#ifndef PERFOLIO_FORMATS_PERF_INFLATE_H
#define PERFOLIO_FORMATS_PERF_INFLATE_H

#include "core/base/cur.h"
#include "core/base/problem.h"
#include "core/model/capture.h"

struct inflater;

struct inflater *inflater_new(void);
void inflater_free(struct inflater *i);

/* Decompress the payload of one outer record and append every whole record that results to `out`. False,
   counted, when zstd refuses; the stream then starts over with the next record. */
bool inflater_add(struct inflater *i, struct span payload, uint64_t at, enum order order, struct block *out,
                  struct problems *problems);

/* Bytes of a record that never became whole. */
size_t inflater_pending(const struct inflater *i);

#endif
