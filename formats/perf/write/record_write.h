/*
 * record_write: encodes records and samples from their decoded members. The rows of record_table.h say where
 * a member is, so what is written is what the reader knows. Bytes of a record that no row describes are left
 * out.
 */
#ifndef PERFOLIO_FORMATS_PERF_WRITE_RECORD_WRITE_H
#define PERFOLIO_FORMATS_PERF_WRITE_RECORD_WRITE_H

#include "core/base/text.h"
#include "formats/perf/file/perfdata.h"

/* Whether records of a type can be written from their members: all members are stored in struct record. */
bool record_is_writable(uint32_t type);

/* Appends a record of such a type, in the byte order of the record. Numbers that the reader shows, but does not
   store, are taken from r->bytes. False, and nothing is appended: the record is larger than 65535 bytes, which
   its size field cannot say. */
bool record_write(const struct record *r, struct text *out);

/* Appends a sample with the fields of the attr's sample_type, which may be fewer than the sample has. False, and
   nothing is appended: the sample is larger than 65535 bytes, or the attr has fields that are unknown or that
   the sample lacks. */
bool record_write_sample(const struct sample *s, const struct attr *a, struct text *out);

/* Appends an attr of `size` bytes (ATTR_SIZE_VER0 to ATTR_KNOWN); its size field is `size`. */
void record_write_attr(const struct attr *a, size_t size, enum byte_order order, struct text *out);

#endif
