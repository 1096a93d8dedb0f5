/* file_parts: what the files that implement file.h have in common, and no other file needs. */
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

/* The next component of a path as text of its own, and what follows it; NULL: there is none. */
const char *file_component(const char *path, char name[NAME_MAX + 1]);

/* Whether file_guard_begin() was called. */
bool file_guard_begun(void);

/* From now on the memory from `start` on, which begins a page, is all of the file at `path`, of which `st` is what the
   system knew when it was mapped (guard.c). Installs the handler if another one took its place; faults elsewhere go to that. */
void file_guard_add(const void *start, const char *path, const struct stat *st);

/* Before the mapping that begins there is undone. What happened to it is kept until it is reported. */
void file_guard_remove(const void *start);

/* Bytes of a page of this machine, which what is mapped begins with. Never part of a result. */
size_t file_page(void);

#endif
