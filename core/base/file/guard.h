/*
 * file_guard: what happens when a file gets shorter while it is mapped. Whoever touches a page that is not
 * there any more gets a signal (POSIX.1-2017, mmap(): SIGBUS), and so does one whose disk fails. Such a page
 * becomes one of zeros, so that the reader goes on: all readers bear zeros, for input is hostile. The mapping
 * is marked, and who reads it asks afterwards whether what it read can be used.
 *
 * A signal handler has no argument, so the mappings are a list of the process: the only state in the house
 * that belongs to no session. map.c alone calls this.
 */
#ifndef PERFOLIO_CORE_BASE_FILE_GUARD_H
#define PERFOLIO_CORE_BASE_FILE_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/err.h"

/* Which file was mapped, and what it was like then. */
struct guard_file {
    const char *path; /* copied */
    uint64_t dev, ino;
    uint64_t size, written; /* bytes; ns since 1970 */
};

/* From now on n bytes of memory at `start`, which begins a page, are those of that file. Installs the
   handler; faults elsewhere go to the one before. */
void file_guard_add(const void *start, size_t n, const struct guard_file *f, size_t page);

/* Before the mapping that begins there is undone. What happened to it is kept until it is reported. */
void file_guard_remove(const void *start);

/* file_unchanged(), file_may_grow() and file_changed_unreported() of file.h. */
bool file_guard_is_whole(const void *at, struct err *e);
void file_guard_may_grow(const void *at);
bool file_guard_unreported(struct err *e);

#endif
