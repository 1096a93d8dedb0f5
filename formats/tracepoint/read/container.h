/*
 * container: the tracing data of a capture, taken apart: what the recorded machine's tracefs has of its
 * tracepoints, file by file. It was written by perf in the machine's own byte order (perf,
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
    uint8_t long_size; /* of the recording perf */
    uint32_t page_size;
    struct span
        header_page; /* the layout of a page of the kernel's ring buffer, which shows the kernel's long */
    struct trace_format *formats;
    size_t nformats, cap;
    struct span *strings; /* the kernel's own */
    size_t nstrings, strings_cap;
    struct idmap by_avma; /* to the index in strings, + 1 */
};

/* False with `e` set when the bytes are no tracing data; those that are cut off or damaged further on give
 * what stands before that. */
bool container_read(struct trace_container *c, struct span bytes, struct err *e);

/* The kernel's string at an address; NULL: there is none. */
struct span container_string(const struct trace_container *c, uint64_t avma);

void container_free(struct trace_container *c);

#endif
