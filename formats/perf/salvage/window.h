/* window: the bytes of a file around the place where it is read, for a reader that looks ahead and back. */
#ifndef PERFOLIO_FORMATS_PERF_SALVAGE_WINDOW_H
#define PERFOLIO_FORMATS_PERF_SALVAGE_WINDOW_H

#include "core/base/file/file.h"

struct salvage_window {
    const struct file *file; /* borrowed */
    uint64_t end;            /* offset at which the bytes end */
    uint8_t *buf;
    uint64_t at; /* offset of the first byte in `buf` */
    size_t n;    /* number of bytes in `buf` */
    struct err e;
};

/* Moves the window to a file, of which bytes from offset `end` on do not exist. The caller zeroes it before the first
   call. */
void window_begin(struct salvage_window *w, const struct file *file, uint64_t end);
void window_free(struct salvage_window *w);

/* Up to n bytes at an offset, n at most WINDOW_MOST; fewer only at the end. They are valid until the next call. A frame of a folio that
   is damaged reads as zeros, which begin no record. Empty with w->e set: the file cannot be read. */
enum { WINDOW_MOST = 1 << 19 };
struct span window_see(struct salvage_window *w, uint64_t at, size_t n);

#endif
