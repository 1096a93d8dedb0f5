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

/* ns since 1970; 0 for times before. */
static inline uint64_t file_time(const struct timespec *t)
{
    return t->tv_sec < 0 ? 0 : (uint64_t)t->tv_sec * NSEC_PER_SEC + (uint64_t)t->tv_nsec;
}

/* Copies the next component of a path to `name` and returns what follows it; NULL: none, or too long. */
const char *file_component(const char *path, char name[NAME_MAX + 1]);

/* Whether file_guard_begin() was called. */
bool file_guard_is_on(void);

/* Guards a mapping of the whole file at `path` that begins at `start`, which begins a page; `st`: the file when it was
   mapped (guard.c). Installs the handler again if another one took its place; faults elsewhere go to that one. */
void file_guard_add(const void *start, const char *path, const struct stat *st);

/* Call before unmapping the mapping that begins at `start`. If the file changed that stays known until it is reported. */
void file_guard_remove(const void *start);

/* The page size of this machine, in bytes. Must not affect any result. */
size_t file_page(void);

#endif
