/*
 * attr: decoding of perf_event_attr (linux/perf_event.h) of any size and byte order, and the names perf gives
 * to events that carry none.
 */
#ifndef PERFOLIO_FORMATS_PERF_FIELDS_ATTR_H
#define PERFOLIO_FORMATS_PERF_FIELDS_ATTR_H

#include "core/base/cur.h"
#include "core/base/problem.h"
#include "core/base/text.h"
#include "core/model/event.h"
#include "formats/perf/fields/rec_layout.h"

enum { ATTR_SIZE_VER0 = 64 };

/* Read the attr that fills `bytes`; its own size field (0 means 64) and the bytes in hand bound what is read.
   What is not in the bytes stays 0; bytes beyond the last known field are counted in `problems` when they are
   not all zero. The flags word and aux_action are brought into the order of enum attr_flag: a big-endian
   compiler fills bitfields from the other end. False when fewer than 64 bytes are there. `problems` may be
   NULL where the same attrs were counted before. */
bool attr_read(struct span bytes, enum byte_order order, struct attr *a, struct problems *problems);

/* The size that the attr at a cursor states; ATTR_SIZE_VER0 when it states 0, or less than that is left. */
uint32_t attr_stated_size(const struct cur *c);

/* The name perf prints for an attr without a recorded name (util/evsel.c, evsel__name): "cycles:u",
   "L1-dcache-load-misses", "raw 0x1a", "mem:0x400000:rw"... */
void attr_name(const struct attr *a, struct text *out);

/* Add the name of an event of a stream as perf evlist has it: that stops reading where features begin, which have the names,
   and so has more modifiers than are spelled there. Names that are other ones are kept. */
void attr_name_of_stream(const struct attr *a, const char *recorded, struct text *out);

/* Every non-zero field in the order and spelling of `perf evlist -v`, `sep` between a field's name and its
   value
   (": " there, " = " in --header): "type: 1, size: 128, { sample_period, sample_freq }: 250, ...". The first
   field is preceded by `first` when there is one. */
void attr_show(const struct attr *a, const char *first, const char *sep, struct text *out);

/* All fields by the names of linux/perf_event.h, and which of them an attr has, bits of their `mask`. */
extern const struct rec_layout attr_layout;
uint64_t attr_which(const struct attr *a);

#endif
