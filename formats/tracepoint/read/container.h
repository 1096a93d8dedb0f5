/*
 * container: the tracing data of a capture. They are the files of the recorded machine's tracefs that
 * describe its tracepoints, one after the other. perf writes them in the machine's own byte order (perf,
 * util/trace-event-info.c and trace-event-read.c). Everything is borrowed from the bytes.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_READ_CONTAINER_H
#define PERFOLIO_FORMATS_TRACEPOINT_READ_CONTAINER_H

#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/idmap.h"

/* The `format` file of one tracepoint. */
struct trace_format {
    const char *system; /* NUL-terminated */
    struct span text;
    uint64_t id;
};

struct trace_container {
    enum byte_order order;
    uint8_t long_size; /* of the perf that recorded */
    uint32_t page_size;
    struct span header_page; /* the layout of the kernel's ring buffer pages, for format_long() */
    struct trace_format *formats;
    size_t nformats, cap;
    struct span *strings; /* the kernel's strings, to which print formats refer by address */
    size_t nstrings, strings_cap;
    struct idmap by_avma; /* address -> index in strings + 1 */
    bool whole;           /* all parts are there, and at most padding follows them */
};

/* Reads tracing data; free it with container_free(). False with `e` set: the bytes are not tracing data.
   If data are cut off or damaged, everything before the damage is read. */
bool container_read(struct trace_container *c, struct span bytes, struct err *e);

/* The kernel's string at an address; .p NULL: there is none. */
struct span container_printk_string(const struct trace_container *c, uint64_t avma);

void container_free(struct trace_container *c);

#endif
