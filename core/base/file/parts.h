/* file_parts: shared by the files that implement file.h; private to this folder. */
#ifndef PERFOLIO_CORE_BASE_FILE_PARTS_H
#define PERFOLIO_CORE_BASE_FILE_PARTS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <time.h>

#include "core/base/cur.h"
#include "core/base/date.h"

/* Converts a time to ns since 1970; earlier times give 0. */
static inline uint64_t file_time(const struct timespec *t)
{
    return t->tv_sec < 0 ? 0 : (uint64_t)t->tv_sec * NSEC_PER_SEC + (uint64_t)t->tv_nsec;
}

/* Copies the next component of a path to `name` and returns the rest of the path. NULL: there is no further component,
   or it is too long. */
const char *file_component(const char *path, char name[NAME_MAX + 1]);

/* Whether file_guard_begin() was called. */
bool file_guard_is_on(void);

/* Guards the mapping at `start` (the first byte of a page) of the whole file at `path` (guard.c). `st`: the state of the
   file when it was mapped. If another handler for SIGBUS was installed meanwhile, the handler of guard.c is installed
   again, and passes faults outside of guarded mappings to the other one. */
void file_guard_add(const void *start, const char *path, const struct stat *st);

/* Ends the guard of the mapping at `start`; call it before unmapping. A change of the file is remembered until it is
   reported. */
void file_guard_remove(const void *start);

/* The page size of this machine, in bytes. Must not affect any result. */
size_t file_page(void);

#endif
