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

/* Reads the attr in `bytes`, up to its own size field (0 means 64) and the end of the bytes; other fields
   become 0. If bytes after the last known field are not all zero, this is counted in `problems` (NULL: not
   counted). The flags word and aux_action get the bit order of enum attr_flag, since big-endian compilers
   fill bitfields from the other end. False: fewer than 64 bytes. */
bool attr_read(struct span bytes, enum byte_order order, struct attr *a, struct problems *problems);

/* Appends all known fields of an attr, ATTR_KNOWN bytes, as attr_read() reads them. */
enum { ATTR_KNOWN = 144 }; /* PERF_ATTR_SIZE_VER9: the last byte of config4 */
void attr_put(const struct attr *a, enum byte_order order, struct text *out);

/* The number of bits that are set in the attr and that no event has, far above those of today's kernels. */
unsigned attr_strange_bits(const struct attr *a);

/* The size field of the attr at a cursor; ATTR_SIZE_VER0 if the field is 0, or the cursor ends before it. */
uint32_t attr_stated_size(const struct cur *c);

/* Appends the name that perf prints for an event without a recorded name (util/evsel.c, evsel__name): "cycles:u",
   "L1-dcache-load-misses", "raw 0x1a", "mem:0x400000:rw"... */
void attr_name(const struct attr *a, struct text *out);

/* Appends the name that `perf evlist` prints for an event of a stream. In a stream `perf evlist` does not
   read the features that have the recorded names. It makes up a name from the attr, with more modifiers
   than the recorded name. A recorded name that differs in more than modifiers is appended unchanged. */
void attr_name_of_stream(const struct attr *a, const char *recorded, struct text *out);

/* Appends all fields that are not zero, in the order and spelling of `perf evlist -v`, "type: 1, size:
   128, { sample_period, sample_freq }: 250, ...". `sep` is printed between name and value (": " there, " =
   " in --header), `first` (may be NULL) before all fields. */
void attr_show(const struct attr *a, const char *first, const char *sep, struct text *out);

/* All fields of struct attr under the names of linux/perf_event.h. attr_which(): the bits of their `mask`
   for the fields that an attr uses: sample_period or sample_freq. */
extern const struct rec_layout attr_layout;
uint64_t attr_which(const struct attr *a);

#endif
