/*
 * attr: reads perf_event_attr (linux/perf_event.h) of any size and byte order, and names events that have no
 * recorded name as perf does.
 */
#ifndef PERFOLIO_FORMATS_PERF_FIELDS_ATTR_H
#define PERFOLIO_FORMATS_PERF_FIELDS_ATTR_H

#include "core/base/cur.h"
#include "core/base/problem.h"
#include "core/base/text.h"
#include "core/model/event.h"
#include "formats/perf/fields/rec_layout.h"

enum { ATTR_SIZE_VER0 = 64 };

/* Reads the attr in `bytes`, as far as its own size field (0 means 64) and the bytes reach; other fields become 0.
   Bytes beyond the last known field that are not all zero are counted in `problems` (NULL: not counted). The flags
   word and aux_action get the bit order of enum attr_flag: big-endian compilers fill bitfields from the other end.
   False: fewer than 64 bytes. */
bool attr_read(struct span bytes, enum byte_order order, struct attr *a, struct problems *problems);

/* The size that the attr at a cursor states; ATTR_SIZE_VER0 if it states 0, or the cursor ends before. */
uint32_t attr_stated_size(const struct cur *c);

/* Appends the name that perf prints for an event without a recorded name (util/evsel.c, evsel__name): "cycles:u",
   "L1-dcache-load-misses", "raw 0x1a", "mem:0x400000:rw"... */
void attr_name(const struct attr *a, struct text *out);

/* Appends the name that `perf evlist` prints for an event of a stream. For a stream `perf evlist` does not
   read the features with the recorded names; it makes a name from the attr, with more modifiers than the
   recorded name has. A recorded name that differs in more than modifiers is appended as it is. */
void attr_name_of_stream(const struct attr *a, const char *recorded, struct text *out);

/* Appends all fields that are not zero in the order and spelling of `perf evlist -v`, "type: 1, size: 128,
   { sample_period, sample_freq }: 250, ...", with `sep` between name and value (": " there, " = " in --header) and
   `first` (may be NULL) in front. */
void attr_show(const struct attr *a, const char *first, const char *sep, struct text *out);

/* All fields of struct attr under the names of linux/perf_event.h; attr_which() has the bits of their `mask` that an attr
   uses: sample_period or sample_freq. */
extern const struct rec_layout attr_layout;
uint64_t attr_which(const struct attr *a);

#endif
